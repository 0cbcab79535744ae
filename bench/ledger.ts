/**
 * `npm run bench:ledger [-- ROUNDS]`: claims per second beside the bare insert and update on the same disk, and exits with
 * 1 if a goal is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import { postgresLedger } from "../src/postgres.ts";
import { sqliteLedger } from "../src/sqlite.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { median } from "./fit.ts";
import { barePostgres, bareSqlite, ledgerContender, type ClaimContender } from "./ledger-contenders.ts";

interface Goal {
  readonly contender: ClaimContender;
  readonly beside: ClaimContender;
  /** Times the claims per second of the other, at least. */
  readonly atLeast: number;
}

const rounds = Number(process.argv[2] ?? 41);
const CLAIMS = 64;
const IN_FLIGHT = 32;
const folder = mkdtempSync(join(tmpdir(), "rollcall-bench-"));
let keys = 0;

const sqlite = bareSqlite(join(folder, "bare.db"));
const shared = sqliteLedger(join(folder, "ledger.db"));
const goals: Goal[] = [
  {
    contender: ledgerContender("SQLite, ledger, one by one", sqliteLedger(join(folder, "single.db")), 1),
    beside: sqlite,
    atLeast: 0.85,
  },
  {
    contender: ledgerContender(`SQLite, ledger, ${IN_FLIGHT} in flight`, shared, IN_FLIGHT),
    beside: sqlite,
    atLeast: 5,
  },
];

const postgres = await startPostgres();
if (postgres.kind === "started") {
  const pool = postgres.server.pool({ max: IN_FLIGHT });
  const beside = await barePostgres(pool, IN_FLIGHT);
  const name = `PostgreSQL, ledger, ${IN_FLIGHT} clients`;
  goals.push({ contender: ledgerContender(name, postgresLedger(pool), IN_FLIGHT), beside, atLeast: 0.85 });
} else {
  console.log(`without PostgreSQL: ${postgres.reason}`);
}

console.log(`node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? "?"}, ${rounds} rounds of ${CLAIMS} claims`);
const contenders = [...new Set(goals.flatMap(({ beside, contender }) => [beside, contender]))];
for (const contender of contenders) await claimsPerSecond(contender);
const speeds = new Map(contenders.map((contender) => [contender, [] as number[]]));
// Interleaved in short rounds, forwards and backwards: a busy minute of the disk weighs on all of them alike.
for (let round = 0; round < rounds; round += 1) {
  const order = round % 2 === 0 ? contenders : contenders.toReversed();
  for (const contender of order) speeds.get(contender)?.push(await claimsPerSecond(contender));
}

for (const [contender, figures] of speeds) {
  console.log(`  ${median(figures).toFixed(0).padStart(7)} claims/s  ${contender.name}`);
}
let missed = 0;
for (const { contender, beside, atLeast } of goals) {
  const ratio = median(speeds.get(contender) ?? []) / median(speeds.get(beside) ?? []);
  const isMet = ratio >= atLeast;
  if (!isMet) missed += 1;
  console.log(`  ${isMet ? "PASS" : "under"}  ${ratio.toFixed(2)}x, at least ${atLeast}x: ${contender.name}`);
}

if (postgres.kind === "started") await postgres.server.stop();
rmSync(folder, { recursive: true });
process.exit(missed === 0 ? 0 : 1);

async function claimsPerSecond(contender: ClaimContender): Promise<number> {
  const from = keys;
  keys += CLAIMS;
  let next = from;
  const work = async (): Promise<void> => {
    while (next < from + CLAIMS) {
      next += 1;
      await contender.claim(String(next).padStart(64, "0"));
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: contender.inFlight }, work));
  return CLAIMS / ((performance.now() - beganMs) / 1000);
}
