import type { CallBlock, EndStatus } from "../blocks/block.ts";
import type { Words } from "./words.ts";

/** A line has no room for more. */
const MAX_NAMES = 4;

type Group = "done" | "observed" | "errored" | "inDoubt" | "notRun";

const groups: Readonly<Record<EndStatus, Group>> = {
  done: "done",
  observed: "observed",
  errored: "errored",
  "in-doubt": "inDoubt",
  "not-run": "notRun",
  cancelled: "notRun",
};

const order: readonly Group[] = ["done", "observed", "errored", "inDoubt", "notRun"];

/** What did and what did not happen in a turn, such as `done: find_customer; not run: create_ticket`. */
export function tallySentence(calls: readonly Pick<CallBlock, "tool" | "status">[], { tally }: Words): string {
  const names: Record<Group, string[]> = { done: [], observed: [], errored: [], inDoubt: [], notRun: [] };
  for (const { tool, status } of calls) {
    if (isEnded(status)) names[groups[status]].push(tool);
  }
  const hasRun = names.done.length + names.errored.length + names.inDoubt.length > 0;
  if (!hasRun) return names.observed.length > 0 ? tally.nothingElse : tally.nothing;
  const parts = order.filter((group) => names[group].length > 0);
  return parts.map((group) => tally[group](listNames(names[group], tally))).join(tally.semicolon);
}

function isEnded(status: CallBlock["status"]): status is EndStatus {
  return Object.hasOwn(groups, status);
}

function listNames(names: readonly string[], tally: Words["tally"]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const listed = Array.from(counts, ([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  const shown = listed.slice(0, MAX_NAMES).join(tally.comma);
  return listed.length > MAX_NAMES ? shown + tally.more(listed.length - MAX_NAMES) : shown;
}
