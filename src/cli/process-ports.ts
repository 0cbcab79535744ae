import { buffer } from "node:stream/consumers";
import type { WriteStream } from "node:tty";
import { exitCode } from "./exit-code.ts";
import type { CliPorts, Output } from "./ports.ts";
import { writeComplaint } from "./system-complaint.ts";

/** The ports of this process. */
export function processPorts(): CliPorts {
  const environment = process.env;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const stderr = outputOf(process.stderr, environment, failAtExit);
  const stdout = outputOf(process.stdout, environment, (error) => {
    stderr.write(`rollcall: cannot write standard output: ${writeComplaint(error)}\n`);
    failAtExit();
    // What would be shown from here on is lost, and a simulator would serve at an address that nobody was told.
    stop();
  });
  return {
    stdout,
    stderr,
    environment,
    readStdin: () => buffer(process.stdin),
    stopSignal() {
      process.once("SIGINT", stop);
      process.once("SIGTERM", stop);
      return stopping.signal;
    },
  };
}

/** The command may still be at work, and sets a code of its own when it is done. */
function failAtExit(): void {
  process.once("exit", () => {
    process.exitCode = exitCode.usage;
  });
}

function outputOf(
  stream: WriteStream,
  environment: CliPorts["environment"],
  onFailure: (error: Error) => void,
): Output {
  let state: "open" | "broken" = "open";
  stream.on("error", (error: Error & { readonly code?: string }) => {
    const wasOpen = state === "open";
    state = "broken";
    // `rollcall … | head` closes the pipe while there is more to say: that is the reader's right, not a failure.
    if (wasOpen && error.code !== "EPIPE") onFailure(error);
  });
  return {
    write(text) {
      if (state === "open") stream.write(text);
    },
    isTerminal: stream.isTTY,
    isOpen: () => state === "open",
    width: () => columnsOf(stream) ?? statedColumns(environment["COLUMNS"]) ?? Number.POSITIVE_INFINITY,
    height: () => (stream.isTTY && stream.rows > 0 ? stream.rows : Number.POSITIVE_INFINITY),
  };
}

function columnsOf(stream: WriteStream): number | null {
  return stream.isTTY && stream.columns > 0 ? stream.columns : null;
}

function statedColumns(value: string | undefined): number | null {
  const columns = Number(value);
  return Number.isInteger(columns) && columns > 0 ? columns : null;
}
