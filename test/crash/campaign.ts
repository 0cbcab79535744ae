import type { LedgerRecord } from "../../src/ledger/record.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { judgeRecord, judgeTurn } from "./judge.ts";
import { live, type Life, type Phase, phases } from "./life.ts";
import { openStore } from "./open-store.ts";
import { createRandom } from "./random.ts";
import { targetIn, type Target } from "./target.ts";
import { BATCH, type KillPoint, type PlantedBug, turnAt } from "./worker-orders.ts";

/** What a campaign is to do. */
export interface CampaignOptions {
  /** A path, or postgres://… */
  readonly store: string;
  readonly targetFolder: string;
  readonly kills: number;
  readonly seed: number;
  /** When there is no more time: what was found by then is told. */
  readonly isTimeOver?: () => boolean;
  readonly bug?: PlantedBug;
  /** Where processes kill themselves, in turn; `random` is a moment that they know nothing of. */
  readonly schedule?: readonly (KillPoint | "random")[];
}

/** What a campaign came to. */
export interface CampaignReport {
  readonly kills: Readonly<Record<Phase, number>>;
  readonly turns: number;
  /** How long it took. */
  readonly seconds: number;
  readonly effects: number;
  readonly inDoubt: number;
  /** How often each thing was told or done, by its name. */
  readonly seen: ReadonlyMap<string, number>;
  /** What must not be. */
  readonly violations: readonly string[];
}

const LANES = 8;
const LEASE_MS = 1000;
const LONGEST_RANDOM_MS = 120;

const fourPhases = [
  "before-claim",
  "after-claim",
  "inside-effect",
  "after-effect",
  "before-claim",
  "before-effect",
  "inside-effect",
  "before-conclude",
] as const;
const everyPhase = [...fourPhases, "random", "inside-answer", ...fourPhases, "random", "after-conclude"] as const;

/** Kills processes at every point of a turn, starts others in their place, and looks at what happened. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { store, targetFolder, kills, seed, isTimeOver = () => false, bug = null, schedule = everyPhase } = options;
  const target = targetIn(targetFolder);
  const random = createRandom(seed);
  const startedAtMs = Date.now();
  const lives: Life[] = [];
  const begun = new Map<string, number>();
  let next = 0;

  // The tables are made beforehand, so that the first deaths are not all spent on waiting for them.
  const opened = openStore(store, { leaseMs: LEASE_MS });
  await opened.ledger.list();
  await opened.close();
  const program = await bundleWorker(`${targetFolder}-worker`);
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(`lane${lane}`)));
  const records = await lastRecords(store);
  return {
    kills: countPhases(lives),
    turns: [...begun.values()].reduce((sum, places) => sum + places, 0),
    seconds: Math.round((Date.now() - startedAtMs) / 1000),
    effects: target.total(),
    inDoubt: records.filter(({ state }) => state === "in-doubt").length,
    seen: addUp(lives),
    violations: [
      ...new Set([...lives.flatMap(({ violations }) => violations), ...judgeAtTheEnd(begun, records, target)]),
    ],
  };

  async function runLane(lane: string): Promise<void> {
    let from = 0;
    while (next < kills && !isTimeOver()) {
      const point = schedule[next % schedule.length] ?? "random";
      next += 1;
      const killAt = point === "random" ? null : { place: from + random.below(2 * BATCH), point };
      const life = await live(
        { store, targetFolder, lane, from, leaseMs: LEASE_MS, killAt, seed: random.below(2 ** 31), bug },
        { program, delayMs: point === "random" ? random.below(LONGEST_RANDOM_MS) : null },
      );
      lives.push(life);
      from = life.from;
      begun.set(lane, from + BATCH);
    }
  }
}

/** Every process is dead; seen from one lease ahead, none of their claims is valid any more. */
async function lastRecords(store: string): Promise<readonly LedgerRecord[]> {
  const later = openStore(store, { leaseMs: LEASE_MS, wallClock: { nowMs: () => Date.now() + LEASE_MS } });
  await later.ledger.sweep();
  const records = await later.ledger.list({ limit: 1_000_000 });
  await later.close();
  return records;
}

function judgeAtTheEnd(
  begun: ReadonlyMap<string, number>,
  records: readonly LedgerRecord[],
  target: Target,
): readonly string[] {
  const found: string[] = [];
  const happened = new Set<string>();
  for (const [lane, places] of begun) {
    for (let place = 0; place < places; place += 1) {
      const turn = turnAt(lane, place);
      const effects = target.effectsOf(turn);
      for (const effect of effects) happened.add(effect);
      found.push(...judgeTurn(turn, place, effects));
    }
  }
  for (const record of records) {
    const effect = `${record.tool} ${record.key}`;
    found.push(...judgeRecord(record, happened.delete(effect)));
  }
  return [...found, ...[...happened].map((effect) => `${effect} has happened, and has no record`)];
}

function countPhases(lives: readonly Life[]): Readonly<Record<Phase, number>> {
  const countOf = (phase: Phase): number => lives.filter((life) => life.phase === phase).length;
  return {
    "while the model answered": countOf("while the model answered"),
    "before the claim": countOf("before the claim"),
    "between claim and effect": countOf("between claim and effect"),
    "inside the effect": countOf("inside the effect"),
    "before the conclusion": countOf("before the conclusion"),
    "after the conclusion": countOf("after the conclusion"),
  };
}

function addUp(lives: readonly Life[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const [name, count] of lives.flatMap(({ seen }) => [...seen])) sum.set(name, (sum.get(name) ?? 0) + count);
  return sum;
}

/** A few lines about a campaign, for a person. */
export function describeCampaign(name: string, report: CampaignReport): string {
  const killed = phases.reduce((sum, phase) => sum + report.kills[phase], 0);
  const seen = [...report.seen].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    `${name}: ${killed} processes killed in ${report.seconds} s, ${report.turns} turns, ${report.effects} effects, ${report.inDoubt} in doubt`,
    ...phases.map((phase) => `  killed ${phase}: ${report.kills[phase]}`),
    ...seen.map(([what, count]) => `  ${what}: ${count}`),
    `  violations: ${report.violations.length}`,
    ...report.violations.slice(0, 20).map((violation) => `    ${violation}`),
  ].join("\n");
}
