/** Somewhere to print, such as `process.stdout`. */
export interface TerminalOutput {
  write(text: string): unknown;
  /** Whether it is a terminal. Default no. */
  readonly isTTY?: boolean | undefined;
  /** Asked anew for every frame, since a window changes. Without it nothing is wrapped. */
  readonly columns?: number | undefined;
  /** Default 24. */
  readonly rows?: number | undefined;
}

/** Such as `process.env`. */
export type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

/** The signals that end a process which does not listen to them. */
export type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** The process around the terminal, as far as its end concerns what is shown: `process` is one. */
export interface ProcessHost {
  readonly pid: number;
  on(event: "exit", listener: () => void): unknown;
  prependListener(event: EndingSignal, listener: () => void): unknown;
  off(event: "exit" | EndingSignal, listener: () => void): unknown;
  listenerCount(event: EndingSignal): number;
  kill(pid: number, signal: EndingSignal): unknown;
}
