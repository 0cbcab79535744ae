import type { Clock } from "../../protocol/clock.ts";
import type { ShownTool } from "../blocks/block-store.ts";
import type { Words } from "../words/words.ts";
import type { ProcessHost, TerminalEnvironment, TerminalOutput } from "./terminal-output.ts";

/** @see showTurn */
export interface ShowTurnOptions {
  /** Such as `process.stdout`. Nobody else should write there before the turn is over. */
  readonly output: TerminalOutput;
  /** Such as `process.env`: NO_COLOR, FORCE_COLOR, TERM and the locale are read. Default empty. */
  readonly environment?: TerminalEnvironment | undefined;
  /**
   * `process`, so that an exit or a signal in the middle leaves the terminal in order and says what became of the calls.
   * Without it the cursor stays visible. A signal that the program listens to itself is left to it.
   */
  readonly host?: ProcessHost | undefined;
  /** The tools of the turn. Of a tool that is not among them no argument is shown. For a turn only: a store has its own. */
  readonly display?: readonly ShownTool[] | undefined;
  /** Default English. Those of the store, where one is shown. */
  readonly words?: Words | undefined;
  /** Default by the environment. */
  readonly color?: boolean | undefined;
  /** Whether what goes on is drawn again and again; if not, each thing is printed once. Default on a terminal. */
  readonly live?: boolean | undefined;
  /** Whether more than ASCII may be written. Default by the locale. */
  readonly unicode?: boolean | undefined;
  /** That of the store, where one is shown. Default the machine's. */
  readonly clock?: Clock | undefined;
}
