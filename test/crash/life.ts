import { spawn } from "node:child_process";
import { once } from "node:events";

import { type Program, programEnvironment } from "./bundle-worker.ts";
import { judgeLine } from "./judge.ts";
import type { WorkerLine, WorkerOrders } from "./worker-orders.ts";

/** Where a process was when it died, as seen from the turn that spoke last. */
export type Phase = (typeof phases)[number];

/** In the order of a turn. */
export const phases = [
  "while the model answered",
  "before the claim",
  "between claim and effect",
  "inside the effect",
  "before the conclusion",
  "after the conclusion",
] as const;

/** What a process was seen to do until its death. */
export interface Life {
  readonly phase: Phase;
  /** Where its successor goes on. */
  readonly from: number;
  readonly violations: readonly string[];
  /** How often each thing was told or done, by its name. */
  readonly seen: ReadonlyMap<string, number>;
}

/** How a process is brought to its death. */
export interface Death {
  readonly program: Program;
  /** When somebody kills it, counted from its first word; `null` where it kills itself. */
  readonly delayMs: number | null;
}

const LONGEST_LIFE_MS = 120_000;

const phaseOf: Readonly<Record<Extract<WorkerLine, { type: "point" }>["point"], Phase>> = {
  "model-asked": "while the model answered",
  "inside-answer": "while the model answered",
  "before-claim": "before the claim",
  "after-claim": "between claim and effect",
  "before-effect": "between claim and effect",
  "inside-effect": "inside the effect",
  "effect-over": "before the conclusion",
  "after-effect": "before the conclusion",
  "before-conclude": "before the conclusion",
  "after-conclude": "after the conclusion",
};

/** Starts a process, and waits for its death. */
export async function live(orders: WorkerOrders, { program, delayMs }: Death): Promise<Life> {
  const child = spawn(process.execPath, [program.path, JSON.stringify(orders)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: programEnvironment(program),
  });
  let said = "";
  let complaint = "";
  let timer: NodeJS.Timeout | undefined;
  const tooLong = setTimeout(() => child.kill("SIGTERM"), LONGEST_LIFE_MS);
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    // What is killed while it starts has touched nothing yet.
    if (delayMs !== null) timer ??= setTimeout(() => child.kill("SIGKILL"), delayMs);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  clearTimeout(tooLong);
  const life = readLife(orders, said);
  if (signal === "SIGKILL") return life;
  // What else was found must not be lost with it; its last words say where it stood.
  const lastWords = said.trimEnd().split("\n").slice(-3).join(" ");
  const end = `a worker of ${orders.lane} ended by itself (${code ?? signal}) ${complaint} after ${lastWords}`;
  return { ...life, violations: [...life.violations, end] };
}

function readLife(orders: WorkerOrders, said: string): Life {
  const lines = said
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as WorkerLine);
  const seen = new Map<string, number>();
  let { from } = orders;
  let phase: Phase = "before the claim";
  for (const line of lines) {
    if (line.type === "point") phase = phaseOf[line.point];
    if (line.type === "batch-over") from = line.next;
    for (const name of namesOf(line)) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return { phase, from, violations: lines.flatMap((line) => judgeLine(orders.lane, line)), seen };
}

/** What a line is counted as. */
function namesOf(line: WorkerLine): readonly string[] {
  if (line.type === "sent-again") return ["requests sent again within a turn"];
  if (line.type === "turn-over") return [`turns ended: ${line.ending}`, `may be sent again: ${line.reissue}`];
  if (line.type !== "told") return [];
  const heard = Object.values(line.heard);
  return [
    ...(heard.some(({ done }) => done.length > 0) ? ["told: done"] : []),
    ...(heard.some(({ inDoubt }) => inDoubt > 0) ? ["told: may have run"] : []),
    ...(heard.some(({ notRun }) => notRun > 0) ? ["told: not run"] : []),
  ];
}
