import { boundResult } from "./conclude-claim.ts";
import { doubtIfLeaseOver } from "./doubt.ts";
import type { Resolution, ResolveAnswer } from "./ledger.ts";
import type { Keeping } from "./settings.ts";
import { nextState } from "./states.ts";

/**
 * Ends a doubt with what somebody has found out.
 *
 * @throws {TypeError} for a result that is no JSON text: it would be read as JSON in every replay.
 */
export async function resolveDoubt(keeping: Keeping, key: string, resolution: Resolution): Promise<ResolveAnswer> {
  const { store, settings } = keeping;
  if (resolution.verdict === "happened") checkResult(resolution.result);
  for (;;) {
    const found = await store.read(key);
    const standing = found === undefined ? undefined : await doubtIfLeaseOver(keeping, found);
    if (standing === undefined) return { kind: "unknown" };
    const state = nextState(standing.state, "resolve");
    if (state === undefined) return { kind: "not-in-doubt", record: standing };
    const resolved = {
      ...standing,
      ...boundResult(keeping, resolution),
      state,
      verdict: resolution.verdict,
      concludedAtMs: settings.wallClock.nowMs(),
      revision: standing.revision + 1,
    };
    if ((await store.replace(resolved, standing.revision)) === "replaced")
      return { kind: "resolved", record: resolved };
  }
}

function checkResult(result: string | null): void {
  if (result === null) return;
  try {
    JSON.parse(result);
  } catch (error) {
    throw new TypeError(`a result is JSON text, such as '"ch_1"' or '{"id":"ch_1"}'; give null where it is not known`, {
      cause: error,
    });
  }
}
