import type { Ending } from "../../protocol/outcome.ts";
import type { JsonObject } from "../dialect.ts";
import { brokeOffNote } from "../left-out.ts";

/** An item in which the assistant's side of the history says in brackets what is missing there. */
export function noteItem(note: string): JsonObject {
  return { type: "message", role: "assistant", content: note };
}

/** What stands behind an answer that has no end, or `null` where it has one. */
export function noteOfEnding(ending: Ending): string | null {
  if (ending.kind === "abandoned") return brokeOffNote(ending.cause);
  return ending.class === "filtered" ? brokeOffNote("content-filter") : null;
}
