import type { TerminalOutput } from "../../terminal.ts";
import type { Output } from "../ports.ts";

/** An output of the command line as a renderer takes it. */
export function terminalOf(output: Output): TerminalOutput {
  return {
    write: (text) => output.write(text),
    isTTY: output.isTerminal,
    get columns() {
      return output.width();
    },
    get rows() {
      return output.height();
    },
  };
}
