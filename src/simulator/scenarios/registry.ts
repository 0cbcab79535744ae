import type { Script, ScriptFormat } from "../script/script.ts";
import { closingWords } from "./cast.ts";
import { compatScenarios } from "./compat.ts";
import { connectionScenarios } from "./connections.ts";
import { messageScenarios } from "./messages.ts";
import { parseScenarioName, ScenarioError, type ScenarioName } from "./model-name.ts";
import type { Scenario, ScenarioRequest } from "./scenario.ts";
import { stopScenarios } from "./stops.ts";

const registry: readonly Scenario[] = [
  ...messageScenarios,
  ...stopScenarios,
  ...connectionScenarios,
  ...compatScenarios,
];

/** A scenario, as a person picks it. */
export interface ScenarioEntry {
  /** Usable as the model `rollcall/NAME`. */
  readonly name: string;
  /** One sentence. */
  readonly title: string;
  readonly formats: readonly ScriptFormat[];
}

/** Every scenario that the simulator knows, in a fixed order. */
export const scenarios: readonly ScenarioEntry[] = registry.map(({ name, title, formats }) => ({
  name,
  title,
  formats,
}));

/** What a request may say about the conversation; everything has a default. */
export type ScenarioContext = Partial<Omit<ScenarioRequest, "format" | "at" | "heals">>;

/** A script and the seed to play it with. */
export interface Casting {
  readonly script: Script;
  /** `undefined` where the name gives none. */
  readonly seed: number | undefined;
}

/**
 * Builds the script of a scenario, for playing it without a server.
 *
 * @param model `NAME`, `NAME?key=value`, or the same with `rollcall/` before it.
 * @throws {ScenarioError} if the name, a parameter or the format does not fit; the message lists what does.
 */
export function scenarioScript(model: string, format: ScriptFormat, context: ScenarioContext = {}): Casting {
  return castScenario(parseScenarioName(model), format, context);
}

/** As {@link scenarioScript}, for a name that has been read. */
export function castScenario(asked: ScenarioName, format: ScriptFormat, context: ScenarioContext): Casting {
  const scenario = findScenario(asked, format);
  const { at, heals, pace, chunk, seed } = asked.parameters;
  const request: ScenarioRequest = {
    format,
    wantsUsage: false,
    answers: 0,
    corrections: 0,
    isContinued: false,
    ...context,
    ...(at === undefined ? {} : { at }),
    ...(heals === undefined ? {} : { heals }),
  };
  const isOver = request.answers > 0 && !scenario.accepts.includes("heals");
  const script = isOver ? closingWords(request) : scenario.build(request);
  const override = {
    ...(pace === undefined ? {} : { paceMs: pace }),
    ...(chunk === undefined ? {} : { chunking: chunk }),
  };
  return { script: { ...script, ...override }, seed };
}

function findScenario(asked: ScenarioName, format: ScriptFormat): Scenario {
  const scenario = registry.find((entry) => entry.name === asked.name);
  if (scenario === undefined) {
    throw new ScenarioError(
      `unknown scenario "${asked.name}"; known: ${registry.map((entry) => entry.name).join(", ")}`,
    );
  }
  if (!scenario.formats.includes(format)) {
    throw new ScenarioError(
      `scenario "${asked.name}" exists for ${scenario.formats.join(", ")} only, not for ${format}`,
    );
  }
  for (const key of ["at", "heals"] as const) {
    if (asked.parameters[key] !== undefined && !scenario.accepts.includes(key)) {
      throw new ScenarioError(`scenario "${asked.name}" has no use for the parameter "${key}"`);
    }
  }
  return scenario;
}
