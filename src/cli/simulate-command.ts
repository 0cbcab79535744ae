import { basename, extname } from "node:path";
import { Command } from "commander";
import { parsePlaybook, parseScript, type Playable, startSimulator, type Simulator } from "../simulator.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import { displayName, readInput, STDIN } from "./input-file.ts";
import { isJsonObject, readJson } from "./json-value.ts";
import { parsePort, parseWhole } from "./option-values.ts";
import type { CliPorts } from "./ports.ts";
import { simulatorGuide } from "./simulator-guide.ts";
import { UsageError } from "./usage-error.ts";

/** What commander makes of the command line. */
interface SimulateFlags {
  readonly port: number;
  readonly host: string;
  readonly script?: string;
  readonly seed?: number;
}

const examples = `
The model's name chooses what goes wrong: "rollcall/disconnect", or "rollcall/disconnect?at=40" to cut at another byte.
SIGINT (Ctrl-C) or SIGTERM ends it.

Examples:
  $ rollcall simulate
  $ rollcall simulate --port 4010
  $ rollcall simulate --script my-fault.json      # as model "rollcall/my-fault"`;

/** `rollcall simulate`: serves a provider that fails on purpose until it is stopped. */
export function simulateCommand(ports: CliPorts, finish: (code: ExitCode) => void): Command {
  return new Command("simulate")
    .summary("serve a provider that fails on purpose")
    .description("Serves a provider that fails on purpose, on the wires of Anthropic and OpenAI.")
    .option("-p, --port <n>", "port to listen on; 0 takes any that is free", parsePort, 0)
    .option("--host <name>", "address to listen on; only this machine can reach the default", "127.0.0.1")
    .option("--script <file>", "a script of your own, or a list of them; its file name becomes the scenario's name")
    .option("--seed <n>", "chance of the scenarios: the same seed gives the same bytes", parseWhole)
    .addHelpText("after", examples)
    .action(async (flags: SimulateFlags) => {
      finish(await serve(flags, ports));
    });
}

async function serve(flags: SimulateFlags, ports: CliPorts): Promise<ExitCode> {
  const scripts = flags.script === undefined ? {} : await readScript(flags.script, ports);
  const stopping = ports.stopSignal();
  const simulator = await start(flags, scripts);
  ports.stdout.write(
    simulatorGuide({ url: simulator.url, ownScenarios: Object.keys(scripts), width: ports.stdout.width() }),
  );
  await aborted(stopping);
  await simulator.close();
  return exitCode.ok;
}

async function start(
  { port, host, seed }: SimulateFlags,
  scripts: Readonly<Record<string, Playable>>,
): Promise<Simulator> {
  try {
    return await startSimulator({ port, host, scripts, ...(seed === undefined ? {} : { seed }) });
  } catch (error) {
    // A script under the name of a scenario, or one that cannot be played.
    if (error instanceof TypeError) throw new UsageError(`--script: ${error.message}`, { cause: error });
    const complaint = listenComplaint(error);
    if (complaint === null) throw error;
    throw new UsageError(`cannot listen on ${host}, port ${port}: ${complaint}`, { cause: error });
  }
}

const listenComplaints: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; give another with --port, or 0 for any",
  EACCES: "permission denied; give a port above 1023 with --port",
  EADDRNOTAVAIL: "this machine does not have that address; leave --host out to use 127.0.0.1",
  ENOTFOUND: "no such host; leave --host out to use 127.0.0.1",
};

function listenComplaint(error: unknown): string | null {
  const code = isJsonObject(error) ? error["code"] : undefined;
  return typeof code === "string" ? (listenComplaints[code] ?? null) : null;
}

async function readScript(file: string, ports: CliPorts): Promise<Readonly<Record<string, Playable>>> {
  const read = readJson(new TextDecoder().decode(await readInput(file, ports)));
  const where = displayName(file);
  if (read.kind === "not-json") throw new UsageError(`${where}: not JSON (${read.complaint})`);
  const name = file === STDIN ? "stdin" : basename(file, extname(file));
  try {
    return { [name]: Array.isArray(read.value) ? parsePlaybook(read.value) : parseScript(read.value) };
  } catch (error) {
    throw new UsageError(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
