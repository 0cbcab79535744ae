import { startSimulator } from "../../simulator.ts";
import { exitCode, type ExitCode } from "../exit-code.ts";
import type { CliPorts } from "../ports.ts";
import { paintFor } from "../screen/style.ts";
import { opening } from "./heading.ts";
import type { Scene } from "./scene.ts";
import { simulatedAssistant } from "./sdks.ts";
import { showScene } from "./show-scene.ts";
import { tourRoll, type PlayedScene } from "./tour-roll.ts";

/** What the tour shows. */
export interface TourRequest {
  readonly scenes: readonly Scene[];
  /** Milliseconds between two frames of the simulator. */
  readonly paceMs: number;
  /** Whether lines may be drawn again. */
  readonly redraws: boolean;
}

/** Plays the scenes one after the other, over HTTP on this machine, and shows the roll. */
export async function playTour(request: TourRequest, ports: CliPorts): Promise<ExitCode> {
  const { stdout } = ports;
  const stop = ports.stopSignal();
  const played: PlayedScene[] = [];
  const simulator = await startSimulator({});
  try {
    // All of them before anything is shown: what is missing is said first.
    const cast = await Promise.all(request.scenes.map((scene) => simulatedAssistant(scene.sdk, simulator.url)));
    stdout.write(opening(simulator.url, stdout.width()));
    for (const [place, assistant] of cast.entries()) {
      const scene = request.scenes[place];
      if (scene === undefined || stop.aborted || !stdout.isOpen()) break;
      const number = `${place + 1}/${request.scenes.length}`;
      played.push(await showScene({ scene, number, assistant, stop, ...request }, ports));
    }
  } finally {
    await simulator.close();
  }
  stdout.write(tourRoll(played, stdout.width(), paintFor(stdout, ports.environment)));
  return stop.aborted ? exitCode.notClean : exitCode.ok;
}
