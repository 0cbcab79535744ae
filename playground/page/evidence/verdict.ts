import type { PlaygroundState, TurnSummary } from "../../shared/api.ts";

/** What the latest request left in the database, in words. */
export interface Verdict {
  readonly headline: string;
  readonly detail: string | null;
  readonly tone: "written" | "nothing" | "doubt";
}

/** Says it; `null` before the first request. */
export function verdictOf({ turns, tickets, payments, ledger }: PlaygroundState): Verdict | null {
  const turn = turns.at(-1);
  if (turn === undefined) return null;
  const isOfTurn = (row: { readonly turn: string | null }): boolean => row.turn === turn.id;
  const written = [
    ...counted(tickets.filter(isOfTurn).length, "ticket"),
    ...counted(payments.filter(isOfTurn).length, "payment"),
  ].join(" and ");
  const headline = headlineOf(turn, written === "" ? "nothing" : written);
  if (!ledger.some((row) => isOfTurn(row) && row.state === "in-doubt")) {
    return { headline, detail: null, tone: written === "" ? "nothing" : "written" };
  }
  const detail = "The ledger is in doubt about it, and blocks it until somebody finds out.";
  return { headline, detail, tone: "doubt" };
}

function headlineOf({ runs }: TurnSummary, written: string): string {
  if (runs.length > 1) return `Asked ${runs.length} times, ${written} written.`;
  const words = written.charAt(0).toUpperCase() + written.slice(1);
  return runs.at(-1)?.state === "running" ? `${words} written so far.` : `${words} written.`;
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}
