/** What the process tells its caller. */
export const exitCode = {
  /** Done; for a replay: a clean stop, and every client call can run. */
  ok: 0,
  /** A replay whose message did not end well, or with a call that cannot run. */
  notClean: 1,
  /** A wrong option or file, or a file that is no stream of the format. */
  usage: 2,
} as const;

/** @see exitCode */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
