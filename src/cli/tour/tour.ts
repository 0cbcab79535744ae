import { scenarios, startSimulator } from "../../simulator.ts";
import { exitCode, type ExitCode } from "../exit-code.ts";
import type { CliPorts } from "../ports.ts";
import { createRollScreen } from "../screen/roll-screen.ts";
import { paintFor } from "../screen/style.ts";
import { heading, opening } from "./heading.ts";
import { playScene } from "./play-scene.ts";
import { scenarioName, sceneRemarks, type Scene } from "./scene.ts";
import { assistants, simulatedPaths } from "./sdks.ts";
import { tourRoll, type PlayedScene } from "./tour-roll.ts";

/** What the tour shows. */
export interface TourRequest {
  readonly scenes: readonly Scene[];
  /** Milliseconds between two frames of the simulator. */
  readonly paceMs: number;
  /** Whether lines may be drawn again. */
  readonly redraws: boolean;
}

/** What the request asks for, and therefore what a scenario that is cut by a ceiling was cut by. */
const MAX_OUTPUT_TOKENS = 1024;

/** Plays the scenes one after the other, over HTTP on this machine, and shows the roll. */
export async function playTour(request: TourRequest, ports: CliPorts): Promise<ExitCode> {
  const { stdout } = ports;
  const stop = ports.stopSignal();
  const played: PlayedScene[] = [];
  const simulator = await startSimulator({});
  try {
    stdout.write(opening(simulator.url, stdout.width()));
    for (const [place, scene] of request.scenes.entries()) {
      if (stop.aborted || !stdout.isOpen()) break;
      const number = `${place + 1}/${request.scenes.length}`;
      played.push(await showScene({ scene, number, simulatorUrl: simulator.url, stop, request }, ports));
    }
  } finally {
    await simulator.close();
  }
  stdout.write(tourRoll(played, stdout.width(), paintFor(stdout, ports.environment)));
  return stop.aborted ? exitCode.notClean : exitCode.ok;
}

interface Showing {
  readonly scene: Scene;
  readonly number: string;
  readonly simulatorUrl: string;
  readonly stop: AbortSignal;
  readonly request: TourRequest;
}

async function showScene(showing: Showing, { stdout, environment }: CliPorts): Promise<PlayedScene> {
  const { scene, number, simulatorUrl, stop, request } = showing;
  const { scenario, sdk, take = "events", ...limits } = scene;
  const paint = paintFor(stdout, environment);
  const assistant = await assistants[sdk]({ baseUrl: simulatorUrl + simulatedPaths[sdk], apiKey: "any" });
  const title = `${scenarioName(scenario)} · ${assistant.label}`;
  const remarks = sceneRemarks(scene, scenarioTitle(scenario));
  stdout.write(heading({ title: `${number} · ${title}`, remarks, width: stdout.width(), paint }));

  const { count } = await playScene({
    assistant,
    model: simulatedModel(scenario, request.paceMs),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    take,
    screen: createRollScreen({ output: stdout, paint, redraws: request.redraws }),
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
