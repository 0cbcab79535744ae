import { createLedger } from "../../src/ledger/create-ledger.ts";
import { createMemoryStore } from "../../src/ledger/memory/memory-store.ts";
import { describeLedgerContract } from "./ledger-contract.ts";

describeLedgerContract("memory", () => {
  const store = createMemoryStore();
  return { open: (options) => createLedger(store, options), dispose: () => {} };
});
