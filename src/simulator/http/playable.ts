import { parseScenarioName, ScenarioError } from "../scenarios/model-name.ts";
import { findScenario, scenarios } from "../scenarios/registry.ts";
import type { ScenarioRequest } from "../scenarios/scenario.ts";
import { parseScript } from "../script/parse-script.ts";
import { ScriptError } from "../script/script-error.ts";
import type { JsonObject, Script } from "../script/script.ts";

/** A script, or the name of a scenario with its parameters: `disconnect?at=40`. */
export type Play = Script | string;

/** What a request says to a function that answers it. */
export interface PlayRequest extends Omit<ScenarioRequest, "at" | "heals" | "wait"> {
  /** As it was sent. */
  readonly body: JsonObject;
}

/**
 * What is played under a name: the same each time; a playbook, of which the Nth request gets the Nth play, and a request
 * behind the last one is refused; or what a function says.
 */
export type Playable = Play | readonly Play[] | ((request: PlayRequest) => Play);

/** What is played, by the name under which it is asked for. */
export type PlayablesByName = Readonly<Record<string, Playable>>;

/** Makes sure that scripts can be played and do not hide a scenario. */
export function checkScripts(scripts: PlayablesByName): void {
  for (const [name, playable] of Object.entries(scripts)) {
    if (scenarios.some((scenario) => scenario.name === name)) {
      throw new TypeError(`there is a scenario "${name}" already: give the script another name`);
    }
    if (isPlaybook(playable)) {
      playable.forEach((play, position) => parsePlay(play, `scripts.${name}[${position}]`));
    } else if (typeof playable !== "function") {
      parsePlay(playable, `scripts.${name}`);
    }
  }
}

/**
 * Reads a playbook from data, such as a JSON file: a list of scripts and of names of scenarios.
 *
 * @throws {ScriptError} that names the path of the first thing that is wrong, such as `[1].steps[2].name`.
 */
export function parsePlaybook(value: unknown): readonly Play[] {
  if (!Array.isArray(value)) {
    throw new ScriptError("", "expected a list of scripts and of names of scenarios");
  }
  return value.map((play: unknown, position) => parsePlay(play, `[${position}]`));
}

/** Says whether there are several plays, one for each request. */
export function isPlaybook(playable: Playable): playable is readonly Play[] {
  return Array.isArray(playable);
}

function parsePlay(play: unknown, path: string): Play {
  try {
    if (typeof play !== "string") {
      return parseScript(play);
    }
    findScenario(parseScenarioName(play));
    return play;
  } catch (error) {
    if (error instanceof ScriptError) {
      throw new ScriptError(error.path === "" ? path : `${path}.${error.path}`, error.problem);
    }
    throw error instanceof ScenarioError ? new ScriptError(path, error.message) : error;
  }
}
