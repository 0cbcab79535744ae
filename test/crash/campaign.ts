import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { LedgerRecord } from "../../src/ledger/record.ts";
import { createRandom, type Random } from "./random.ts";
import { openStore } from "./open-store.ts";
import { targetIn, type Target } from "./target.ts";
import { BATCH, intentAt, type KillPoint, type WorkerLine, type WorkerOrders } from "./worker-orders.ts";

/** Where a process was when it died, as seen from one of its intents. */
export type Phase =
  | "before the claim"
  | "between claim and effect"
  | "inside the effect"
  | "before the conclusion"
  | "after the conclusion";

/** What a campaign is to do. */
export interface CampaignOptions {
  /** A path, or postgres://… */
  readonly store: string;
  readonly targetFolder: string;
  readonly kills: number;
  readonly seed: number;
  readonly isBugPlanted?: boolean;
  /** Where processes kill themselves, in turn; `random` is a moment that they know nothing of. */
  readonly schedule?: readonly (KillPoint | "random")[];
}

/** What a campaign came to. */
export interface CampaignReport {
  readonly kills: Readonly<Record<Phase, number>>;
  readonly intents: number;
  readonly effects: number;
  readonly inDoubt: number;
  /** What must not be. */
  readonly violations: readonly string[];
}

const worker = fileURLToPath(new URL("worker.ts", import.meta.url));
const LANES = 4;
const LEASE_MS = 500;
const LONGEST_RANDOM_MS = 120;
const LONGEST_LIFE_MS = 60_000;

const everyPhase: readonly (KillPoint | "random")[] = [
  "before-claim",
  "after-claim",
  "inside-effect",
  "after-effect",
  "random",
  "before-claim",
  "before-effect",
  "inside-effect",
  "before-conclude",
  "after-conclude",
];

const phaseOf: Readonly<Record<KillPoint | "effect-over", Phase>> = {
  "before-claim": "before the claim",
  "after-claim": "between claim and effect",
  "before-effect": "between claim and effect",
  "inside-effect": "inside the effect",
  "effect-over": "before the conclusion",
  "after-effect": "before the conclusion",
  "before-conclude": "before the conclusion",
  "after-conclude": "after the conclusion",
};

/** Kills processes at every point of bringing an effect about, starts others in their place, and looks at what happened. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { store, targetFolder, kills, seed, isBugPlanted = false, schedule = everyPhase } = options;
  const target = targetIn(targetFolder);
  const random = createRandom(seed);
  const deaths: Phase[] = [];
  const violations: string[] = [];
  const begun = new Map<string, number>();
  let next = 0;

  // The tables are made beforehand, so that the first deaths are not all spent on waiting for them.
  const opened = openStore(store, { leaseMs: LEASE_MS });
  await opened.ledger.list();
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(`lane${lane}`)));
  await lookAtTheEnd();
  await opened.close();
  return {
    kills: countPhases(deaths),
    intents: [...begun.values()].reduce((sum, places) => sum + places, 0),
    effects: target.total(),
    inDoubt: (await inDoubtOf()).length,
    violations,
  };

  async function runLane(lane: string): Promise<void> {
    let from = 0;
    while (next < kills) {
      const point = schedule[next % schedule.length] ?? "random";
      next += 1;
      const place = from + random.below(2 * BATCH);
      const killAt = point === "random" ? null : { place, point };
      const life = await live({ store, targetFolder, lane, from, leaseMs: LEASE_MS, killAt, isBugPlanted }, random);
      deaths.push(life.phase);
      from = life.from;
      begun.set(lane, Math.max(begun.get(lane) ?? 0, from + BATCH));
      violations.push(...life.violations);
    }
  }

  async function lookAtTheEnd(): Promise<void> {
    // Every process is dead; seen from one lease ahead, none of their claims is valid any more.
    const later = openStore(store, { leaseMs: LEASE_MS, wallClock: { nowMs: () => Date.now() + LEASE_MS } });
    await later.ledger.sweep();
    for (const [lane, places] of begun) {
      for (let place = 0; place < places; place += 1) {
        const key = intentAt(lane, place);
        violations.push(...judge(key, await later.ledger.read(key), target));
      }
    }
    await later.close();
  }

  async function inDoubtOf(): Promise<readonly LedgerRecord[]> {
    const again = openStore(store, { leaseMs: LEASE_MS });
    const records = await again.ledger.list({ states: ["in-doubt"], limit: 1_000_000 });
    await again.close();
    return records;
  }
}

/** What the record says of an intent must be what the target has seen, or no more than that nobody knows. */
function judge(key: string, record: LedgerRecord | undefined, target: Target): readonly string[] {
  const effects = target.count(key);
  const said = record === undefined ? "nothing" : [record.state, record.verdict].filter(Boolean).join(": ");
  const found: string[] = [];
  if (effects > 1) found.push(`${key} happened ${effects} times`);
  if (record?.state === "claimed") found.push(`${key} is still claimed, and its process is dead`);
  const isSaidToHaveHappened = said === "done" || said === "reconciled: happened";
  if (isSaidToHaveHappened && effects === 0) found.push(`${key} is ${said}, and never happened`);
  if (!isSaidToHaveHappened && said !== "in-doubt" && effects > 0) found.push(`${key} is ${said}, and has happened`);
  return found;
}

interface Life {
  readonly phase: Phase;
  /** Where its successor goes on. */
  readonly from: number;
  readonly violations: readonly string[];
}

/** Starts a process, and waits for its death. */
async function live(orders: WorkerOrders, random: Random): Promise<Life> {
  const child = spawn(process.execPath, [worker, JSON.stringify(orders)], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complaint = "";
  let timer: NodeJS.Timeout | undefined;
  const tooLong = setTimeout(() => child.kill("SIGTERM"), LONGEST_LIFE_MS);
  const delayMs = random.below(LONGEST_RANDOM_MS);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    // What is killed while it starts has touched nothing yet: the moment counts from its first word.
    if (orders.killAt === null) timer ??= setTimeout(() => child.kill("SIGKILL"), delayMs);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  clearTimeout(tooLong);
  if (signal !== "SIGKILL") throw new Error(`a worker ended by itself (${code ?? signal}): ${complaint}`);
  return readLife(orders, said);
}

function readLife(orders: WorkerOrders, said: string): Life {
  const lines = said
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as WorkerLine);
  let from = orders.from;
  let phase: Phase = "before the claim";
  const violations: string[] = [];
  for (const line of lines) {
    switch (line.type) {
      case "point":
        phase = phaseOf[line.point];
        break;
      case "batch-over":
        from = line.next;
        break;
      case "outcome":
        violations.push(...judgeOutcome(intentAt(orders.lane, line.place), line.kind, line.effects));
        break;
    }
  }
  return { phase, from, violations };
}

/** What a caller was told must be true when it was told. */
function judgeOutcome(key: string, kind: string, effects: number): readonly string[] {
  switch (kind) {
    case "done":
    case "replayed":
      return effects === 1 ? [] : [`${key} was told to be ${kind}, and has happened ${effects} times`];
    case "did-not-happen":
      return effects === 0 ? [] : [`${key} was told not to have happened, and has`];
    case "in-doubt":
      return [];
    default:
      return [`${key} was told to be ${kind}`];
  }
}

function countPhases(deaths: readonly Phase[]): Readonly<Record<Phase, number>> {
  const countOf = (phase: Phase): number => deaths.filter((death) => death === phase).length;
  return {
    "before the claim": countOf("before the claim"),
    "between claim and effect": countOf("between claim and effect"),
    "inside the effect": countOf("inside the effect"),
    "before the conclusion": countOf("before the conclusion"),
    "after the conclusion": countOf("after the conclusion"),
  };
}

/** A few lines about a campaign, for a person. */
export function describeCampaign(name: string, report: CampaignReport): string {
  const kills = Object.entries(report.kills).map(([phase, count]) => `  killed ${phase}: ${count}`);
  return [
    `${name}: ${report.intents} intents, ${report.effects} effects, ${report.inDoubt} in doubt`,
    ...kills,
    `  violations: ${report.violations.length}`,
    ...report.violations.slice(0, 20).map((violation) => `    ${violation}`),
  ].join("\n");
}
