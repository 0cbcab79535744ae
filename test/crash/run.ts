import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPostgres } from "../support/postgres.ts";
import { describeCampaign, runCampaign } from "./campaign.ts";
import { missingFrom, readRequest, usage } from "./campaign-bounds.ts";

// The long form of the crash campaign: npm run crash, or npm run crash -- KILLS SEED MINUTES.

const request = readRequest(process.argv.slice(2));
if (request === undefined) {
  console.error(usage);
  process.exit(2);
}
const { seed, minutes } = request;
const overAtMs = Date.now() + minutes * 60_000;
const postgres = await startPostgres();
if (postgres.kind === "not-started") {
  console.error(`a campaign is on both stores, and PostgreSQL does not start: ${postgres.reason}`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "rollcall-crash-"));
const stores = [
  ["SQLite", join(folder, "ledger.db")],
  ["PostgreSQL", postgres.server.url],
] as const;
const kills = Math.ceil(request.kills / stores.length);
const bounds = { kills, inEachPhase: kills >= 100 ? 20 : 0 };

// Side by side: a process that waits for the lease of a dead one leaves the machine to others.
const complaints = await Promise.all(
  stores.map(async ([name, store]) => {
    const targetFolder = join(folder, `${name}-target`);
    const report = await runCampaign({ store, targetFolder, kills, seed, isTimeOver: () => Date.now() > overAtMs });
    const missing = missingFrom(report, bounds);
    console.log([describeCampaign(name, report), ...missing.map((what) => `  missing: ${what}`)].join("\n"));
    return [...report.violations, ...missing];
  }),
);

await postgres.server.stop();
rmSync(folder, { recursive: true });
process.exitCode = complaints.flat().length === 0 ? 0 : 1;
