import { claimIntent } from "./claim-intent.ts";
import { concludeClaim } from "./conclude-claim.ts";
import { DEFAULT_KEEP_MS, type Ledger } from "./ledger.ts";
import { isLeaseOver, type LedgerRecord } from "./record.ts";
import { resolveDoubt } from "./resolve-doubt.ts";
import { applyDefaults, type Keeping, type LedgerOptions } from "./settings.ts";
import type { LedgerStore } from "./store.ts";
import { sweepStore } from "./sweep-store.ts";

/**
 * Builds a ledger over a store: all that a ledger knows, in one place for every database.
 *
 * - **L1** A claim is committed before it is answered with `claimed`.
 * - **L2** Of all claims of a key, one at a time is answered with `claimed`.
 * - **L3** A claim is never taken over. Once its lease is over it is in doubt, until somebody finds out.
 * - **L4** A key is claimed again only after it is known that nothing happened.
 * - **L5** A record that says what happened never changes.
 */
export function createLedger(store: LedgerStore, options: LedgerOptions = {}): Ledger {
  const keeping: Keeping = { store, settings: applyDefaults(options) };
  return {
    leaseMs: keeping.settings.leaseMs,
    isDurable: store.isDurable,
    claim: (intent, patience = {}) => claimIntent(keeping, intent, patience),
    renew: (claimed) => renewClaim(keeping, claimed),
    isLive: (claimed) => !isLeaseOver(claimed, keeping.settings.wallClock.nowMs()),
    conclude: (claimed, conclusion) => concludeClaim(keeping, claimed, conclusion),
    read: (key) => store.read(key),
    list: (query = {}) => store.list(query),
    resolve: (key, resolution) => resolveDoubt(keeping, key, resolution),
    sweep: ({ keepMs = DEFAULT_KEEP_MS } = {}) => sweepStore(keeping, keepMs),
    close: () => store.close(),
  };
}

async function renewClaim({ store, settings }: Keeping, claimed: LedgerRecord): Promise<LedgerRecord | undefined> {
  const leaseUntilMs = settings.wallClock.nowMs() + settings.leaseMs;
  const renewed = { ...claimed, leaseUntilMs, revision: claimed.revision + 1 };
  return (await store.replace(renewed, claimed.revision)) === "replaced" ? renewed : undefined;
}
