import type { Emit } from "../../protocol/call-event.ts";
import { isFields, listAt, numberAt, stringAt, type Fields } from "../fields.ts";

/** How the answer's text is told: piece by piece, or only with finished items, or only at the very end. */
type Telling = "parts" | "items" | "terminal";

/**
 * The text of the answer. It comes in deltas, again at the end of its part, again in the finished item and again in the
 * terminal response. The first of these ways that brings text is followed; the later ones only repeat it.
 */
export interface TextParts {
  readDelta(event: Fields, emit: Emit): void;
  readDone(event: Fields, emit: Emit): void;
  /** A finished item, of the stream or of the terminal response. */
  readItem(item: Fields, telling: "items" | "terminal", emit: Emit): void;
}

/** Makes the reader of one response. */
export function createTextParts(): TextParts {
  return new ResponseText();
}

class ResponseText implements TextParts {
  #telling: Telling | undefined;
  /** The part that the latest delta belonged to. */
  #open = "";

  readDelta(event: Fields, emit: Emit): void {
    const text = stringAt(event, "delta") ?? "";
    if (text === "") return;
    this.#open = partOf(event);
    this.#tell("parts", text, emit);
  }

  readDone(event: Fields, emit: Emit): void {
    const isRepeat = this.#telling === "parts" && this.#open === partOf(event);
    if (!isRepeat) this.#tell("parts", stringAt(event, "text") ?? "", emit);
  }

  readItem(item: Fields, telling: "items" | "terminal", emit: Emit): void {
    if (stringAt(item, "type") !== "message") return;
    for (const part of listAt(item, "content")) {
      if (isFields(part)) this.#tell(telling, stringAt(part, "text") ?? "", emit);
    }
  }

  #tell(telling: Telling, text: string, emit: Emit): void {
    if (text === "") return;
    this.#telling ??= telling;
    if (this.#telling === telling) emit({ type: "text", text });
  }
}

function partOf(event: Fields): string {
  return `${numberAt(event, "output_index") ?? 0}/${numberAt(event, "content_index") ?? 0}`;
}
