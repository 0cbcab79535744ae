import type { LedgerRecord } from "../../src/ledger/record.ts";
import type { Heard } from "./heard.ts";
import { storyAt, toolNames } from "./story.ts";
import { turnAt, type WorkerLine } from "./worker-orders.ts";

/** What must not be, as a line of a worker shows it. */
export function judgeLine(lane: string, line: WorkerLine): readonly string[] {
  switch (line.type) {
    case "told":
      return judgeTold(turnAt(lane, line.place), line.place, line.heard, line.effects);
    case "refused":
      return [`${turnAt(lane, line.place)} sent what the API refuses: ${line.rule}`];
    case "turn-over":
      return judgeEnd(turnAt(lane, line.place), line);
    case "sent-again":
      return judgeAgain(turnAt(lane, line.place), "was sent", line.unknownEffects);
    case "point":
    case "batch-over":
      return [];
  }
}

/** What somebody is told must be true when it is told, also while other calls of the turn are under way. */
function judgeTold(turn: string, place: number, heard: Heard, effects: readonly string[]): readonly string[] {
  const { meant } = storyAt(place);
  return toolNames.flatMap((tool) => {
    const { done, notRun } = heard[tool];
    const count = effects.filter((effect) => effect.startsWith(`${tool} `)).length;
    const found = done
      .filter((key) => !effects.includes(`${tool} ${key}`))
      .map((key) => `${turn}: ${tool} ${key} was told to be done, and has not happened`);
    if (new Set(done).size < done.length) found.push(`${turn}: one ${tool} was told to be several`);
    if (count > meant[tool]) found.push(`${turn}: ${tool} happened ${count} times, and was meant ${meant[tool]} times`);
    else if (count > meant[tool] - notRun) found.push(`${turn}: ${tool} was told not to have run, and has happened`);
    return found;
  });
}

const endings: ReadonlySet<string> = new Set(["done", "abandoned", "unparseable"]);

function judgeEnd(
  turn: string,
  { ending, reissue, unknownEffects }: Extract<WorkerLine, { type: "turn-over" }>,
): readonly string[] {
  return [
    ...(endings.has(ending) ? [] : [`${turn} ended as ${ending}`]),
    ...(reissue === "no" ? [] : judgeAgain(turn, "might be sent", unknownEffects)),
  ];
}

function judgeAgain(turn: string, what: string, unknownEffects: number): readonly string[] {
  return unknownEffects === 0 ? [] : [`${turn} ${what} again, and nobody knew of ${unknownEffects} of its effects`];
}

/** How often each tool acted for a turn, when all processes are dead. */
export function judgeTurn(turn: string, place: number, effects: readonly string[]): readonly string[] {
  const { meant } = storyAt(place);
  const twice = effects.filter((effect, position) => effects.indexOf(effect) < position);
  const tooOften = toolNames.filter(
    (tool) => effects.filter((effect) => effect.startsWith(`${tool} `)).length > meant[tool],
  );
  return [
    ...twice.map((effect) => `${turn}: ${effect} happened twice`),
    ...tooOften.map((tool) => `${turn}: ${tool} happened more often than the ${meant[tool]} times that were meant`),
  ];
}

/** What the record says of an intent must be what the target has seen, or no more than that nobody knows. */
export function judgeRecord(record: LedgerRecord, hasHappened: boolean): readonly string[] {
  const { tool, key, turn, state, verdict } = record;
  const name = `${turn ?? "a turn"}: ${tool} ${key}`;
  if (state === "claimed") return [`${name} is still claimed, and its process is dead`];
  if (state === "in-doubt") return [];
  const isSaidToHaveHappened = state === "done" || verdict === "happened";
  if (isSaidToHaveHappened === hasHappened) return [];
  return [`${name} is ${[state, verdict].filter(Boolean).join(": ")}, and has ${hasHappened ? "" : "never "}happened`];
}
