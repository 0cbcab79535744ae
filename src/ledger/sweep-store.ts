import { doubtIfLeaseOver } from "./doubt.ts";
import type { Swept } from "./ledger.ts";
import type { Keeping } from "./settings.ts";

const BATCH = 500;

/** Closes the claims that their processes left open, and removes what is finished and old. */
export async function sweepStore(keeping: Keeping, keepMs: number): Promise<Swept> {
  const { store, settings } = keeping;
  if (!(keepMs >= 0)) throw new RangeError(`keepMs is ${keepMs}: give 0 or more milliseconds`);
  const nowMs = settings.wallClock.nowMs();
  let inDoubt = 0;
  for (;;) {
    const left = await store.list({ states: ["claimed"], leaseOverAtMs: nowMs, limit: BATCH });
    if (left.length === 0) break;
    for (const record of left) {
      const standing = await doubtIfLeaseOver(keeping, record);
      if (standing?.state === "in-doubt" && standing.revision === record.revision + 1) inDoubt += 1;
    }
  }
  return { inDoubt, removed: await store.removeFinished(nowMs - keepMs) };
}
