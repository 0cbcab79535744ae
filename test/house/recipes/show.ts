import type { RollEvent, Settling } from "rollcall";
import { callLine, endingLine } from "rollcall/view";

/** Shows a message as it comes: its text, each call while it is written, and how everything ended. */
export async function show(roll: Settling, print: (line: string) => void): Promise<void> {
  for await (const event of roll) {
    const line = lineOf(event);
    if (line !== null) print(line);
  }
}

function lineOf(event: RollEvent): string | null {
  switch (event.type) {
    case "text":
      return event.text;
    case "announced":
      return `${event.name} — preparing`;
    case "settled":
      return callLine(event.outcome);
    case "ended":
      return endingLine(event.ending, event.count);
    case "reasoning":
    case "fragment":
    case "closed":
    case "fault":
      return null;
  }
}
