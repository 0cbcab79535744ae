import { systemClock, type Clock } from "../protocol/clock.ts";
import { systemOwnerTokens, systemWallClock, type OwnerTokens, type WallClock } from "./machine.ts";
import type { LedgerStore } from "./store.ts";

/** What the ledgers of all stores have in common. */
export interface LedgerOptions {
  /** How long a claim is valid without renewal, in milliseconds. Default 30 000. */
  readonly leaseMs?: number;
  /** Largest result that is kept, in bytes of UTF-8. Default 65 536; of a larger one only the size is kept. */
  readonly maxResultBytes?: number;
  /** Measures waits. */
  readonly clock?: Clock;
  /** Dates leases and records. */
  readonly wallClock?: WallClock;
  /** Names claims. Two claims with one token could be taken for each other. */
  readonly ownerTokens?: OwnerTokens;
}

/** Options with their defaults filled in. */
export type LedgerSettings = Required<LedgerOptions>;

/** What every step of a ledger works with. */
export interface Keeping {
  readonly store: LedgerStore;
  readonly settings: LedgerSettings;
}

/** Fills in the defaults. @throws {RangeError} for a number that makes no sense. */
export function applyDefaults(options: LedgerOptions): LedgerSettings {
  const { leaseMs = 30_000, maxResultBytes = 65_536 } = options;
  if (!(leaseMs > 0)) throw new RangeError(`leaseMs is ${leaseMs}: give milliseconds above 0, such as 30000`);
  if (!(maxResultBytes >= 0)) throw new RangeError(`maxResultBytes is ${maxResultBytes}: give 0 or more`);
  const { clock = systemClock, wallClock = systemWallClock, ownerTokens = systemOwnerTokens } = options;
  return { leaseMs, maxResultBytes, clock, wallClock, ownerTokens };
}
