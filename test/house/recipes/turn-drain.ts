import process from "node:process";

import { drain } from "rollcall";
import type { Ledger } from "rollcall/ledger";

/** Ends the turns of this process when it is told to go, and lets it exit by itself. */
export function drainOnSigterm(ledger: Ledger, closeServer: () => Promise<void>): void {
  process.once("SIGTERM", () => {
    void (async () => {
      // First no new requests, then the turns, then what they write to.
      const closed = closeServer();
      await drain({ graceMs: 20_000 });
      await ledger.close();
      await closed;
    })();
  });
}
