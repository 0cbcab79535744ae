import { Command, Option } from "commander";
import type { ExitCode } from "./exit-code.ts";
import { formatNames } from "./formats.ts";
import { parseCount, parseLimitMs } from "./option-values.ts";
import type { CliPorts } from "./ports.ts";
import { printReplay } from "./replay/print-replay.ts";
import { readReplayRequest, type ReplayFlags } from "./replay/read-replay-request.ts";

const examples = `
FILE is raw bytes as they were received, or a cassette: JSON lines with the
time of each piece (see docs/cli.md).
Time is virtual: a silence of an hour takes none.

Exit codes:
  0  the message stopped cleanly and every call of the client can run
  1  anything else
  2  a wrong option or file, a file that is no stream of that format, or an
     output that cannot be written

Examples:
  $ rollcall replay answer.sse --format openai-chat
  $ rollcall replay answer.sse --format anthropic-messages --tools tools.json --json
  $ rollcall replay night.jsonl --progress-ms 20000
  $ curl -sN … | rollcall replay - --format openai-responses`;

/** `rollcall replay`: settles a recorded stream. `finish` takes the exit code. */
export function replayCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return new Command("replay")
    .summary("settle a recorded stream: one outcome for every announced call")
    .description("Settles a recorded stream and prints one outcome for every call that it announced.")
    .argument("<file>", "the recorded stream; - reads standard input")
    .option("-f, --format <name>", `the dialect: ${formatNames.join(", ")}; a cassette may state it itself`)
    .option(
      "-t, --tools <file>",
      "JSON array of tools with their schemas; without it every name is accepted, unchecked",
    )
    .option("--json", "print one JSON document instead of a table")
    .option("--first-ms <n|off>", "longest wait for the first payload (default: 180000)", parseLimitMs)
    .option("--progress-ms <n|off>", "longest wait between two payloads (default: 180000)", parseLimitMs)
    .option(
      "--liveness-ms <n|off>",
      "longest wait for any byte, pings included, once the first has come (default: 30000, once it pinged)",
      parseLimitMs,
    )
    .option("--max-output-tokens <n>", "the ceiling that the request had asked for", parseCount)
    .addOption(
      new Option("--truncation <policy>", "at a ceiling, give up all calls, or only the last one").choices([
        "all",
        "last",
      ]),
    )
    .option("--realtime", "keep the recording's pace, and show the roll as it happens")
    .addHelpText("after", examples)
    .action(async (file: string, flags: ReplayFlags) => {
      finish(await printReplay(await readReplayRequest(file, flags, ports), ports));
    });
}
