import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** How the playground is to be started. */
export interface LaunchFlags {
  readonly asks: "help" | "version" | "start";
  readonly port: { readonly number: number; readonly isAsked: boolean };
  readonly dataFolder: string;
  readonly opens: boolean;
  /** Whether what is missing or out of date is built first. */
  readonly builds: boolean;
}

const DEFAULT_PORT = 4173;
const DATA_FOLDER = ".rollcall-playground";

/** What `--help` says. */
export const usage: string = `Usage: npm start -- [options]

A chat with an assistant that opens tickets and sends payments, on this machine, with every way to fail.

Options:
  --port N        listen on this port (default: ${DEFAULT_PORT}, or the next one that is free)
  --data FOLDER   keep the database here (default: ${DATA_FOLDER} in the folder of the project)
  --no-open       do not open a browser
  --no-build      do not build what is missing or older than its sources
  --version       print the version
  --help          print this

With ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment the real service can be chosen.
"npm run tour" shows the same endings in the terminal.
`;

/** Reads the command line. A string says what is wrong with it. */
export function readFlags(args: readonly string[], root: string): LaunchFlags | string {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
  const { port, data, open = true, build = true } = values;
  if (port !== undefined && !isPort(port)) return `--port is a number from 0 to 65535, not ${JSON.stringify(port)}`;
  return {
    asks: askOf(values),
    port: { number: Number(port ?? DEFAULT_PORT), isAsked: port !== undefined },
    dataFolder: data === undefined ? resolve(root, DATA_FOLDER) : resolve(data),
    opens: open,
    builds: build,
  };
}

function askOf({ help, version }: ReturnType<typeof parse>): LaunchFlags["asks"] {
  if (help === true) return "help";
  return version === true ? "version" : "start";
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      port: { type: "string" },
      data: { type: "string" },
      open: { type: "boolean" },
      build: { type: "boolean" },
      help: { type: "boolean" },
      version: { type: "boolean" },
    },
  }).values;
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/u.test(text) && Number(text) <= 65_535;
}
