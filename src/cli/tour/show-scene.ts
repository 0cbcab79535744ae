import { scenarios } from "../../simulator.ts";
import type { CliPorts } from "../ports.ts";
import { paintFor } from "../screen/style.ts";
import { terminalOf } from "../screen/terminal-of.ts";
import type { Assistant } from "./assistant.ts";
import { heading } from "./heading.ts";
import { playScene } from "./play-scene.ts";
import { scenarioName, sceneRemarks, type Scene } from "./scene.ts";
import type { PlayedScene } from "./tour-roll.ts";

/** What the request asks for, and therefore what a scenario that is cut by a ceiling was cut by. */
const MAX_OUTPUT_TOKENS = 1024;

/** A scene, and how it is shown. */
export interface Showing {
  readonly scene: Scene;
  readonly number: string;
  readonly assistant: Assistant;
  readonly stop: AbortSignal;
  /** Milliseconds between two frames of the simulator. */
  readonly paceMs: number;
  /** Whether lines may be drawn again. */
  readonly redraws: boolean;
}

/** Shows one scene: its heading, and the events of its answer as they come. */
export async function showScene(showing: Showing, { stdout, environment }: CliPorts): Promise<PlayedScene> {
  const { scene, number, assistant, stop, paceMs, redraws } = showing;
  const { scenario, take = "events", ...limits } = scene;
  const paint = paintFor(stdout, environment);
  const title = `${scenarioName(scenario)} · ${assistant.label}`;
  const remarks = sceneRemarks(scene, scenarioTitle(scenario));
  stdout.write(heading({ title: `${number} · ${title}`, remarks, width: stdout.width(), paint }));

  const { count } = await playScene({
    assistant,
    model: simulatedModel(scenario, paceMs),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    take,
    screen: { output: terminalOf(stdout), environment, live: redraws },
    stop,
    ...limits,
  });
  stdout.write("\n");
  return { title, count };
}

// A pace that the scenario states itself stays.
function simulatedModel(scenario: string, paceMs: number): string {
  const [name = "", query = ""] = scenario.split("?", 2);
  const parameters = new URLSearchParams(query);
  if (!parameters.has("pace")) parameters.set("pace", String(paceMs));
  return `rollcall/${name}?${parameters.toString()}`;
}

function scenarioTitle(scenario: string): string {
  return scenarios.find(({ name }) => name === scenarioName(scenario))?.title ?? "";
}
