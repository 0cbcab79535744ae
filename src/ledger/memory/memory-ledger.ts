import { createLedger } from "../create-ledger.ts";
import type { Ledger } from "../ledger.ts";
import type { LedgerOptions } from "../settings.ts";
import { createMemoryStore } from "./memory-store.ts";

/** Remembers effects in this process only: a restart forgets them. For tests and for trying things out. */
export function memoryLedger(options: LedgerOptions = {}): Ledger {
  return createLedger(createMemoryStore(), options);
}
