import type { Clock } from "../protocol/clock.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerRecord } from "./record.ts";

/** A claim that is being renewed. */
export interface KeptLease {
  /** The claim as it is known now. */
  current(): LedgerRecord;
  /** Ends the renewals and gives the claim as it was last known. */
  release(): LedgerRecord;
}

const RENEWALS_PER_LEASE = 3;

/**
 * Renews a claim three times a lease. A store that fails is asked again the next time; a claim that is no longer ours is
 * let go, and what the tool says at its end is a late word about it.
 */
export function keepLease(ledger: Ledger, claimed: LedgerRecord, clock: Clock): KeptLease {
  const everyMs = ledger.leaseMs / RENEWALS_PER_LEASE;
  let record = claimed;
  let state: "kept" | "released" = "kept";
  let cancel = clock.after(everyMs, renew);

  function renew(): void {
    // A ledger of one's own may also throw at once.
    void (async () => ledger.renew(record))().then(
      (renewed) => {
        if (renewed !== undefined) goOn(renewed);
      },
      () => goOn(record),
    );
  }

  function goOn(latest: LedgerRecord): void {
    record = latest;
    if (state === "kept") cancel = clock.after(everyMs, renew);
  }

  return {
    current: () => record,
    release() {
      state = "released";
      cancel();
      return record;
    },
  };
}
