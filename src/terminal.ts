/**
 * Shows a turn on a terminal, or in plain lines. It takes the terminal and the process as they are given, and loads nothing of
 * Node.
 *
 * @module
 */
export { showRoll, showTurn } from "./view/terminal/show-turn.ts";
export type { ShowTurnOptions } from "./view/terminal/show-turn-options.ts";
export type {
  EndingSignal,
  ProcessHost,
  TerminalEnvironment,
  TerminalOutput,
} from "./view/terminal/terminal-output.ts";
