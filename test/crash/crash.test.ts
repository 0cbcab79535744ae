import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { startPostgres } from "../support/postgres.ts";
import { describeCampaign, runCampaign, type CampaignReport } from "./campaign.ts";
import { missingFrom } from "./campaign-bounds.ts";
import type { PlantedBug } from "./worker-orders.ts";

// A fifth where nobody set CI, and `npm run crash` for as many as there is time for.
const isCi = !["", "0", "false"].includes(process.env["CI"] ?? "");
const KILLS = isCi ? 100 : 20;
const AT_LEAST = isCi ? 20 : 4;
const LONGEST_MS = 240_000;

// What a campaign must come by, or it would show nothing.
const MUST_BE_SEEN = [
  "told: done",
  "told: may have run",
  "told: not run",
  "requests sent again within a turn",
  "may be sent again: no",
  ...(isCi ? ["may be sent again: yes"] : []),
];

const folder = mkdtempSync(join(tmpdir(), "rollcall-crash-"));
const postgres = await startPostgres();

afterAll(async () => {
  if (postgres.kind === "started") await postgres.server.stop();
  rmSync(folder, { recursive: true });
});

function expectSound(name: string, report: CampaignReport): void {
  console.log(describeCampaign(name, report));

  expect(report.violations).toEqual([]);
  expect(missingFrom(report, { kills: KILLS, inEachPhase: AT_LEAST })).toEqual([]);
  expect(report.effects).toBeGreaterThanOrEqual(KILLS);
  expect(MUST_BE_SEEN.filter((what) => !report.seen.has(what))).toEqual([]);
}

describe("processes that are killed", () => {
  test(
    "R9: on SQLite nothing that a turn brings about happens twice, and nothing that happened is said not to have",
    async () => {
      const report = await runCampaign({
        store: join(folder, "ledger.db"),
        targetFolder: join(folder, "sqlite-target"),
        kills: KILLS,
        seed: 1,
      });

      expectSound("SQLite", report);
    },
    LONGEST_MS,
  );

  test.skipIf(postgres.kind === "not-started")(
    `R9: on PostgreSQL nothing that a turn brings about happens twice, and nothing that happened is said not to have${postgres.kind === "started" ? "" : ` (skipped, no server: ${postgres.reason})`}`,
    async () => {
      if (postgres.kind !== "started") return;
      const report = await runCampaign({
        store: postgres.server.url,
        targetFolder: join(folder, "postgres-target"),
        kills: KILLS,
        seed: 2,
      });

      expectSound("PostgreSQL", report);
    },
    LONGEST_MS,
  );

  test.each<[PlantedBug, string]>([
    ["claim-behind-effect", "claims behind the effect"],
    ["key-of-process", "knows an effect by other keys in every process"],
  ])(
    "R9: the campaign finds %s: a turn that %s",
    async (bug) => {
      const report = await runCampaign({
        store: join(folder, `${bug}.db`),
        targetFolder: join(folder, `${bug}-target`),
        kills: 12,
        seed: 3,
        bug,
        schedule: ["after-effect", "before-conclude"],
      });

      expect(report.violations.join("\n")).toMatch(/happened \d+ times, and was meant|happened twice/);
    },
    LONGEST_MS,
  );
});
