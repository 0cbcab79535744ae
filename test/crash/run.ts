import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPostgres } from "../support/postgres.ts";
import { describeCampaign, runCampaign } from "./campaign.ts";

// The long form of the crash campaign: npm run crash, or npm run crash -- KILLS SEED MINUTES.

const kills = Number(process.argv[2] ?? 5000);
const seed = Number(process.argv[3] ?? 1);
const overAtMs = Date.now() + Number(process.argv[4] ?? Infinity) * 60_000;
const folder = mkdtempSync(join(tmpdir(), "rollcall-crash-"));
const postgres = await startPostgres();

const stores = [
  ["SQLite", join(folder, "ledger.db")],
  ...(postgres.kind === "started" ? [["PostgreSQL", postgres.server.url] as const] : []),
] as const;
if (postgres.kind === "not-started") console.log(`without PostgreSQL: ${postgres.reason}`);

// Side by side: a process that waits for the lease of a dead one leaves the machine to others.
const reports = await Promise.all(
  stores.map(async ([name, store]) => {
    const report = await runCampaign({
      store,
      targetFolder: join(folder, `${name}-target`),
      kills: Math.ceil(kills / stores.length),
      seed,
      isTimeOver: () => Date.now() > overAtMs,
    });
    console.log(describeCampaign(name, report));
    return report;
  }),
);

if (postgres.kind === "started") await postgres.server.stop();
rmSync(folder, { recursive: true });
process.exitCode = reports.every(({ violations }) => violations.length === 0) ? 0 : 1;
