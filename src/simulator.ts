export { type Simulator, type SimulatorOptions, startSimulator } from "./simulator/http/simulator.ts";
export { parsePlaybook, type Play, type Playable, type PlayRequest } from "./simulator/http/playable.ts";
export { type RequestState, type SimulatorRequest } from "./simulator/http/request-log.ts";
export { ConnectionBroken, playScript, type PlayOptions } from "./simulator/play-script.ts";
export { checkHistory, type HistoryViolation } from "./simulator/rules/check-history.ts";
export type { StoredCall, StoredResponse } from "./simulator/rules/check-history.ts";
export { ScenarioError } from "./simulator/scenarios/model-name.ts";
export { type Casting, type ScenarioContext, scenarioScript } from "./simulator/scenarios/cast-scenario.ts";
export { type ScenarioEntry, scenarios } from "./simulator/scenarios/registry.ts";
export { parseScript } from "./simulator/script/parse-script.ts";
export type {
  Chunking,
  Cut,
  End,
  Envelope,
  HttpRefusal,
  Json,
  JsonObject,
  Script,
  ScriptFormat,
  Transport,
} from "./simulator/script/script.ts";
export { ScriptError } from "./simulator/script/script-error.ts";
export type { Quirks, Step, StepFields, StepKind, StopReason } from "./simulator/script/step.ts";
