import type { Script, ScriptFormat } from "../script/script.ts";
import { calls, closingWords, ticketCall } from "./cast.ts";
import { parseScenarioName, ScenarioError, type ScenarioName } from "./model-name.ts";
import { findScenario } from "./registry.ts";
import type { Scenario, ScenarioRequest } from "./scenario.ts";

/** What a request may say about the conversation; everything has a default. */
export type ScenarioContext = Partial<Omit<ScenarioRequest, "format" | "at" | "heals" | "wait">>;

/** A script and the seed to play it with. */
export interface Casting {
  readonly script: Script;
  /** `undefined` where the name gives none. */
  readonly seed: number | undefined;
}

/** A casting that knows whether the same request is to get other ids each time. */
export interface CountedCasting extends Casting {
  readonly hasNewIds: boolean;
}

/**
 * Builds the script of a scenario, for playing it without a server.
 *
 * @param model `NAME`, `NAME?key=value`, or the same with `rollcall/` before it.
 * @throws {ScenarioError} if the name, a parameter or the format does not fit; the message lists what does.
 */
export function scenarioScript(model: string, format: ScriptFormat, context: ScenarioContext = {}): Casting {
  const { script, seed } = castScenario(parseScenarioName(model), format, context);
  return { script, seed };
}

/** As {@link scenarioScript}, for a name that has been read. */
export function castScenario(asked: ScenarioName, format: ScriptFormat, context: ScenarioContext): CountedCasting {
  const scenario = findScenario(asked);
  if (!scenario.formats.includes(format)) {
    throw new ScenarioError(
      `scenario "${asked.name}" exists for ${scenario.formats.join(", ")} only, not for ${format}`,
    );
  }
  const { at, wait, pace, chunk, seed, heals = scenario.heals ?? "never" } = asked.parameters;
  const request: ScenarioRequest = {
    format,
    wantsUsage: false,
    answers: 0,
    corrections: 0,
    isContinued: false,
    number: 1,
    ...context,
    heals,
    ...(at === undefined ? {} : { at }),
    ...(wait === undefined ? {} : { wait }),
  };
  const override = {
    ...(pace === undefined ? {} : { paceMs: pace }),
    ...(chunk === undefined ? {} : { chunking: chunk }),
  };
  return {
    script: { ...buildScript(scenario, request), ...override },
    seed,
    hasNewIds: scenario.hasNewIds ?? (scenario.counts === "tries" && heals !== "never"),
  };
}

function buildScript(scenario: Scenario, request: ScenarioRequest): Script {
  const { heals, number, answers } = request;
  if (scenario.counts === "tries" && heals !== "never" && number > heals) {
    return answers > 0 ? closingWords(request) : (scenario.heal ?? fittingCall)(request);
  }
  return answers > 0 && scenario.isWholeTurn !== true ? closingWords(request) : scenario.build(request);
}

function fittingCall(request: ScenarioRequest): Script {
  return calls(request, [ticketCall()]);
}
