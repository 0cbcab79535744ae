import type { Outcome } from "rollcall";

/** One line for the log of every call that did not run; `null` for the others. No argument of the call is in it. */
export function logLine(outcome: Outcome): string | null {
  if (outcome.kind === "dispatchable" || outcome.kind === "observed") return null;
  const { id, name, bytes, fragments, largestGapMs } = outcome.call;
  return JSON.stringify({
    id,
    name,
    kind: outcome.kind,
    cause: outcome.cause,
    why: outcome.kind === "failed" ? outcome.detail : outcome.issues.map(({ path, keyword }) => `${path} ${keyword}`),
    bytes,
    fragments,
    largestGapMs,
  });
}
