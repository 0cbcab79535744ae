export { type Simulator, type SimulatorOptions, startSimulator } from "./simulator/http/simulator.ts";
export { type RequestState, type SimulatorRequest } from "./simulator/http/request-log.ts";
export { ConnectionBroken, playScript, type PlayOptions } from "./simulator/play-script.ts";
export { ScenarioError } from "./simulator/scenarios/model-name.ts";
export {
  type Casting,
  type ScenarioContext,
  type ScenarioEntry,
  scenarios,
  scenarioScript,
} from "./simulator/scenarios/registry.ts";
export { parseScript } from "./simulator/script/parse-script.ts";
export type {
  Chunking,
  Cut,
  End,
  Envelope,
  Json,
  JsonObject,
  Script,
  ScriptFormat,
  Transport,
} from "./simulator/script/script.ts";
export { ScriptError } from "./simulator/script/script-error.ts";
export type { Quirks, Step, StepFields, StepKind, StopReason } from "./simulator/script/step.ts";
