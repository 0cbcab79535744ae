import { buffer } from "node:stream/consumers";
import type { WriteStream } from "node:tty";
import type { CliPorts, Output } from "./ports.ts";

/** The ports of this process. */
export function processPorts(): CliPorts {
  const environment = process.env;
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  return {
    stdout: outputOf(process.stdout, environment),
    stderr: outputOf(process.stderr, environment),
    environment,
    readStdin: () => buffer(process.stdin),
    stopSignal() {
      process.once("SIGINT", stop);
      process.once("SIGTERM", stop);
      return stopping.signal;
    },
  };
}

function outputOf(stream: WriteStream, environment: CliPorts["environment"]): Output {
  let state: "open" | "broken" = "open";
  // `rollcall … | head` closes the pipe while there is more to say: that is the reader's right, not a failure.
  stream.on("error", (error: Error & { readonly code?: string }) => {
    if (error.code !== "EPIPE") throw error;
    state = "broken";
  });
  return {
    write(text) {
      if (state === "open") stream.write(text);
    },
    isTerminal: stream.isTTY,
    isOpen: () => state === "open",
    width: () => columnsOf(stream) ?? statedColumns(environment["COLUMNS"]) ?? Number.POSITIVE_INFINITY,
  };
}

function columnsOf(stream: WriteStream): number | null {
  return stream.isTTY && stream.columns > 0 ? stream.columns : null;
}

function statedColumns(value: string | undefined): number | null {
  const columns = Number(value);
  return Number.isInteger(columns) && columns > 0 ? columns : null;
}
