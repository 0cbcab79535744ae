import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPostgres } from "../support/postgres.ts";
import { describeCampaign, runCampaign } from "./campaign.ts";

// The long form of the crash campaign: npm run crash, or npm run crash -- KILLS SEED.

const kills = Number(process.argv[2] ?? 5000);
const seed = Number(process.argv[3] ?? 1);
const folder = mkdtempSync(join(tmpdir(), "rollcall-crash-"));
const postgres = await startPostgres();

const stores = [
  ["SQLite", join(folder, "ledger.db")],
  ...(postgres.kind === "started" ? [["PostgreSQL", postgres.server.url] as const] : []),
] as const;
if (postgres.kind === "not-started") console.log(`without PostgreSQL: ${postgres.reason}`);

let violations = 0;
for (const [name, store] of stores) {
  const targetFolder = join(folder, `${name}-target`);
  const report = await runCampaign({ store, targetFolder, kills: Math.ceil(kills / stores.length), seed });
  console.log(describeCampaign(name, report));
  violations += report.violations.length;
}

if (postgres.kind === "started") await postgres.server.stop();
rmSync(folder, { recursive: true });
process.exitCode = violations === 0 ? 0 : 1;
