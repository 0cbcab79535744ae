import { expect, test } from "vitest";

import { createLedger } from "../../src/ledger/create-ledger.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import { createMemoryStore } from "../../src/ledger/memory/memory-store.ts";
import { describeLedgerContract } from "./ledger-contract.ts";

test("a ledger in memory says that it does not outlive the process", () => {
  expect(memoryLedger().isDurable).toBe(false);
});

describeLedgerContract("memory", () => {
  const store = createMemoryStore();
  return { open: (options) => createLedger(store, options), dispose: () => {} };
});
