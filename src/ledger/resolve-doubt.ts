import { boundResult } from "./conclude-claim.ts";
import { doubtIfLeaseOver } from "./doubt.ts";
import type { Resolution, ResolveAnswer } from "./ledger.ts";
import type { Keeping } from "./settings.ts";
import { nextState } from "./states.ts";

/** Ends a doubt with what somebody has found out. */
export async function resolveDoubt(keeping: Keeping, key: string, resolution: Resolution): Promise<ResolveAnswer> {
  const { store, settings } = keeping;
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
