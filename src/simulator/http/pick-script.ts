import { castScenario, type ScenarioContext, scenarios } from "../scenarios/registry.ts";
import { parseScenarioName, ScenarioError } from "../scenarios/model-name.ts";
import { parseScript } from "../script/parse-script.ts";
import { ScriptError } from "../script/script-error.ts";
import type { Script, ScriptFormat } from "../script/script.ts";

/** Scripts by the name under which they are asked for. */
export type ScriptsByName = Readonly<Record<string, Script>>;

/** Makes sure that scripts can be played and do not hide a scenario. */
export function checkScripts(scripts: ScriptsByName): void {
  for (const [name, script] of Object.entries(scripts)) {
    if (scenarios.some((scenario) => scenario.name === name)) {
      throw new TypeError(`there is a scenario "${name}" already: give the script another name`);
    }
    try {
      parseScript(script);
    } catch (error) {
      throw error instanceof ScriptError ? new ScriptError(`scripts.${name}.${error.path}`, error.problem) : error;
    }
  }
}

/** What a request asks to be played. */
export interface Order {
  readonly format: ScriptFormat;
  readonly model: string;
  readonly context: ScenarioContext;
  readonly scripts: ScriptsByName;
}

/** Finds the script that a model name asks for. Throws a {@link ScenarioError} that says what there is. */
export function pickScript(order: Order): { readonly script: Script; readonly seed: number | undefined } {
  const asked = parseScenarioName(order.model);
  const script = Object.hasOwn(order.scripts, asked.name) ? order.scripts[asked.name] : undefined;
  if (script === undefined) {
    return castScenario(asked, order.format, order.context);
  }
  if (script.format !== order.format) {
    throw new ScenarioError(`script "${asked.name}" is written for ${script.format}, not for ${order.format}`);
  }
  const { at, heals, seed, pace, chunk } = asked.parameters;
  if (at !== undefined || heals !== undefined) {
    throw new ScenarioError(`a script takes the parameters seed, pace and chunk only`);
  }
  const override = {
    ...(pace === undefined ? {} : { paceMs: pace }),
    ...(chunk === undefined ? {} : { chunking: chunk }),
  };
  return { script: { ...script, ...override }, seed };
}
