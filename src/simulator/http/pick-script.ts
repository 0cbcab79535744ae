import { castScenario, type CountedCasting } from "../scenarios/cast-scenario.ts";
import { parseScenarioName, ScenarioError, type ScenarioName } from "../scenarios/model-name.ts";
import type { Script, ScriptFormat } from "../script/script.ts";
import { isPlaybook, type Play, type Playable, type PlayablesByName, type PlayRequest } from "./playable.ts";

/** What a request asks to be played. */
export interface Order {
  readonly model: string;
  readonly request: PlayRequest;
  readonly scripts: PlayablesByName;
}

/** Finds the script that a model name asks for. Throws a {@link ScenarioError} that says what there is. */
export function pickScript({ model, request, scripts }: Order): CountedCasting {
  const asked = parseScenarioName(model);
  const playable = Object.hasOwn(scripts, asked.name) ? scripts[asked.name] : undefined;
  if (playable === undefined) {
    return castScenario(asked, request.format, request);
  }
  const play = pickPlay(asked.name, playable, request);
  const casting = typeof play === "string" ? castNamed(play, request) : castOwn(asked.name, play, request.format);
  // One script alone is a fixed thing; whoever plans request by request expects a service that goes on giving ids.
  return override(asked, { ...casting, hasNewIds: typeof playable === "function" || isPlaybook(playable) });
}

function pickPlay(name: string, playable: Playable, request: PlayRequest): Play {
  if (typeof playable === "function") {
    return playable(request);
  }
  if (!isPlaybook(playable)) {
    return playable;
  }
  const play = playable[request.number - 1];
  if (play === undefined) {
    throw new ScenarioError(
      `the playbook "${name}" has ended: it answers ${playable.length} requests, and this is number ${request.number}`,
    );
  }
  return play;
}

/** Within a playbook each scenario is tried for the first time: the playbook says what comes after it. */
function castNamed(play: string, request: PlayRequest): CountedCasting {
  return castScenario(parseScenarioName(play), request.format, { ...request, number: 1 });
}

function castOwn(name: string, script: Script, format: ScriptFormat): CountedCasting {
  if (script.format !== format) {
    throw new ScenarioError(`script "${name}" is written for ${script.format}, not for ${format}`);
  }
  return { script, seed: undefined, hasNewIds: false };
}

function override(asked: ScenarioName, casting: CountedCasting): CountedCasting {
  const { pace, chunk, seed = casting.seed, at, heals, wait } = asked.parameters;
  if (at !== undefined || heals !== undefined || wait !== undefined) {
    throw new ScenarioError(`a script takes the parameters seed, pace and chunk only`);
  }
  const changes = {
    ...(pace === undefined ? {} : { paceMs: pace }),
    ...(chunk === undefined ? {} : { chunking: chunk }),
  };
  return { ...casting, script: { ...casting.script, ...changes }, seed };
}
