import type { AbandonedCause, Outcome } from "../../protocol/outcome.ts";
import type { JsonObject } from "../dialect.ts";
import { brokeOffNote, leftOutNote, toolLabel } from "../left-out.ts";

/** Stands in a history behind what an answer said before it broke off. */
export function brokeOffBlock(cause: AbandonedCause): JsonObject {
  return textBlock(brokeOffNote(cause));
}

/** Stands in a history in the place of a call that is left out. */
export function leftOutBlock(outcome: Outcome): JsonObject {
  return textBlock(leftOutNote(outcome));
}

/** Stands in the place of a call that the provider began, and whose result never came. */
export function resultMissingBlock(name: string): JsonObject {
  return textBlock(`[The result of ${toolLabel(name)} never came.]`);
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}
