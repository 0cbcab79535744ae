import { writeSync } from "node:fs";

import { runOnce } from "../../src/ledger/run-once.ts";
import { openStore } from "./open-store.ts";
import { targetIn } from "./target.ts";

// One of the processes that race for the same intents. It says how each ended for it, in one line at its end.

const [, , store = "", targetFolder = "", intents = "0"] = process.argv;
const IN_FLIGHT = 25;
const target = targetIn(targetFolder);
const opened = openStore(store, {});
await opened.ledger.list({ limit: 1 });
writeSync(1, "ready\n");
await new Promise((resolve) => {
  process.stdin.once("data", resolve);
});
process.stdin.pause();

const kinds: Record<string, number> = {};
for (let first = 0; first < Number(intents); first += IN_FLIGHT) {
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, offset) => bringAbout(`race-${first + offset}`)));
}
await opened.close();
writeSync(1, `${JSON.stringify(kinds)}\n`);

async function bringAbout(key: string): Promise<void> {
  const outcome = await runOnce({
    ledger: opened.ledger,
    intent: { key, fingerprint: "f", tool: "act", conversation: "race", turn: "1", callId: null },
    run: () => {
      target.act(key, key);
      return key;
    },
  });
  kinds[outcome.kind] = (kinds[outcome.kind] ?? 0) + 1;
}
