import type { CallResult, Outcome, TurnEnding, TurnEvent } from "../../src/index.ts";

/** A turn as a list of lines: what is asked, how calls settle, what runs, what is answered, how it ends. Text is left out. */
export function linesOf(event: TurnEvent): readonly string[] {
  switch (event.type) {
    case "request":
      return [`request ${event.message}: ${event.because}`];
    case "message":
      if (event.event.type === "settled") return [outcomeLine(event.event.outcome)];
      return event.event.type === "ended" ? [`message: ${endingLine(event.event.ending)}`] : [];
    case "running":
      return [`#${event.index} runs`];
    case "answered":
      return [`#${event.index} ${resultLine(event.result)}`];
    case "correcting":
      return [`correction ${event.correction}: ${event.indexes.map((index) => `#${index}`).join(" ")}`];
    case "withdrawn":
      return [`withdrawn, again in ${event.waitMs} ms`];
    case "turn-ended":
      return [`turn: ${endingLine(event.ending)}`];
  }
}

function outcomeLine(outcome: Outcome): string {
  const call = `#${outcome.call.index} ${outcome.call.name}`;
  switch (outcome.kind) {
    case "dispatchable":
    case "observed":
      return `${call}: ${outcome.kind}`;
    case "invalid":
      return `${call}: invalid (${outcome.cause})`;
    case "failed":
      return `${call}: ${outcome.reason} (${outcome.cause})`;
  }
}

function resultLine(result: CallResult): string {
  if (result.kind === "done") return result.isReplay ? "done before" : "done";
  return result.kind === "not-run" ? `not run (${result.cause})` : result.kind;
}

function endingLine(
  ending: TurnEnding | { readonly kind: "complete" | "abandoned"; readonly cause: string | null },
): string {
  if ("by" in ending) return `${ending.kind} by ${ending.by}`;
  return "cause" in ending && ending.cause !== null ? `${ending.kind} (${ending.cause})` : ending.kind;
}
