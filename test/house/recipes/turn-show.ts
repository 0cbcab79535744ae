import type { CallResult, Turn, TurnEnding, TurnEvent } from "rollcall";
import { callLine, endingLine } from "rollcall/view";

/** Shows a turn as it happens. A call is known by its message and its index, and has one line that changes. */
export async function showTurn(turn: Turn, print: (line: string) => void): Promise<void> {
  for await (const event of turn) {
    const line = lineOf(event);
    if (line !== null) print(line);
  }
}

function lineOf(event: TurnEvent): string | null {
  switch (event.type) {
    case "message":
      return messageLine(event.event);
    case "running":
      return "… running";
    case "answered":
      return resultLine(event.result);
    case "correcting":
      return "… asking the model to correct itself";
    case "withdrawn":
      return "↺ the answer was lost and is asked for again";
    case "turn-ended":
      return turnLine(event.ending);
    case "request":
      return null;
  }
}

function messageLine(event: Extract<TurnEvent, { type: "message" }>["event"]): string | null {
  if (event.type === "text") return event.text;
  if (event.type === "ended") return endingLine(event.ending, event.count);
  return event.type === "settled" ? callLine(event.outcome) : null;
}

/** What a person reads of a call that could run. */
export function resultLine(result: CallResult): string {
  const { name } = result.call;
  switch (result.kind) {
    case "done":
      return result.isReplay ? `✓ ${name} — had been done before` : `✓ ${name} — done`;
    case "errored":
      return `⊘ ${name} — failed`;
    case "not-run":
      return `⊘ ${name} — not run`;
    case "in-doubt":
      return `? ${name} — may have run`;
  }
}

/** What a person reads of a turn that did not come to its end; the lines of its messages say why. */
export function turnLine({ kind, advice }: TurnEnding): string | null {
  if (kind === "done") return null;
  return advice === null ? "⊘ the request was not finished" : `⊘ the request was not finished: ${advice}`;
}
