/** Somewhere to print. */
export interface Output {
  write(text: string): void;
  /** Whether a person looks at it right now. */
  readonly isTerminal: boolean;
  /** False once the reader has gone away; what is written then is lost. */
  isOpen(): boolean;
  /** Columns, asked anew each time since a window changes; infinite where nothing wraps. */
  width(): number;
  /** Rows, asked anew each time; infinite where it is no terminal. */
  height(): number;
}

/** What the commands use of the process they run in. */
export interface CliPorts {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** From the first call on, SIGINT and SIGTERM abort the signal instead of ending the process. */
  stopSignal(): AbortSignal;
}
