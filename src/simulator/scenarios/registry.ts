import type { ScriptFormat } from "../script/script.ts";
import { compatScenarios } from "./compat.ts";
import { connectionScenarios } from "./connections.ts";
import { correctionScenarios } from "./corrections.ts";
import { httpErrorScenarios } from "./http-errors.ts";
import { messageScenarios } from "./messages.ts";
import { ScenarioError, type ScenarioName } from "./model-name.ts";
import type { Scenario } from "./scenario.ts";
import { stopScenarios } from "./stops.ts";
import { turnScenarios } from "./turns.ts";

const registry: readonly Scenario[] = [
  ...messageScenarios,
  ...correctionScenarios,
  ...turnScenarios,
  ...stopScenarios,
  ...connectionScenarios,
  ...httpErrorScenarios,
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

/** Finds the scenario of a name, and makes sure that its parameters mean something there. */
export function findScenario(asked: ScenarioName): Scenario {
  const scenario = registry.find((entry) => entry.name === asked.name);
  if (scenario === undefined) {
    throw new ScenarioError(
      `unknown scenario "${asked.name}"; known: ${registry.map((entry) => entry.name).join(", ")}`,
    );
  }
  for (const key of ["at", "heals", "wait"] as const) {
    if (asked.parameters[key] !== undefined && !scenario.accepts.includes(key)) {
      throw new ScenarioError(`scenario "${asked.name}" has no use for the parameter "${key}"`);
    }
  }
  return scenario;
}
