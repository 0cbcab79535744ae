import { Command, Option } from "commander";
import type { ExitCode } from "./exit-code.ts";
import { parseWhole } from "./option-values.ts";
import type { CliPorts } from "./ports.ts";
import { askRealService, type ProviderName } from "./tour/real-service.ts";
import { sceneFor, scenes, type Scene } from "./tour/scene.ts";
import { playTour } from "./tour/tour.ts";
import { UsageError } from "./usage-error.ts";
import { keepProcessAlive } from "./wall-time.ts";

/** What commander makes of the command line. */
interface TourFlags {
  readonly provider?: ProviderName;
  readonly model?: string;
  readonly scenario?: readonly string[];
  readonly pace?: number;
  readonly plain?: boolean;
}

/** Fast enough for a short tour, slow enough to be watched. */
const DEFAULT_PACE_MS = 8;

const examples = `
Nothing is canned: the tour starts "rollcall simulate" on this machine, and shows only what came over HTTP.
With --provider it asks the real service once, with the key in ANTHROPIC_API_KEY or OPENAI_API_KEY.

Examples:
  $ rollcall tour
  $ rollcall tour --scenario disconnect?at=20 disconnect?at=90
  $ rollcall tour --provider anthropic`;

/** `rollcall tour`: shows each way in which a call can end. */
export function tourCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return new Command("tour")
    .summary("watch each way in which a tool call can end")
    .description("Streams a ticket assistant through the official SDKs and shows each way in which a call can end.")
    .addOption(new Option("--provider <name>", "ask the real service instead").choices(["anthropic", "openai"]))
    .option("--model <name>", "model of the real service")
    .option("--scenario <name...>", 'show these instead, such as "disconnect?at=40"')
    .option("--pace <ms>", `milliseconds between two pieces of an answer (default: ${DEFAULT_PACE_MS})`, parseWhole)
    .option("--plain", "print every line once, also on a terminal")
    .addHelpText("after", examples)
    .action(async (flags: TourFlags) => {
      // Between two events only timers may be pending, and they do not keep the process.
      const release = keepProcessAlive();
      try {
        finish(await tour(flags, ports));
      } finally {
        release();
      }
    });
}

async function tour(flags: TourFlags, ports: CliPorts): Promise<ExitCode> {
  const { provider, model, scenario, pace } = flags;
  const redraws = ports.stdout.isTerminal && flags.plain !== true && ports.environment["TERM"] !== "dumb";
  if (provider !== undefined) {
    refuse("--scenario", scenario, "--provider, which asks the real service");
    refuse("--pace", pace, "--provider, which asks the real service");
    return askRealService({ provider, redraws, ...(model === undefined ? {} : { model }) }, ports);
  }
  refuse("--model", model, "the simulator; add --provider, or choose with --scenario");
  return playTour({ scenes: chooseScenes(scenario), paceMs: pace ?? DEFAULT_PACE_MS, redraws }, ports);
}

function refuse(flag: string, value: unknown, other: string): void {
  if (value !== undefined) throw new UsageError(`${flag} has no meaning for ${other}`);
}

function chooseScenes(asked: readonly string[] | undefined): readonly Scene[] {
  return asked === undefined ? scenes : asked.map(sceneFor);
}
