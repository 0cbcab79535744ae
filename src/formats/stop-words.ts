import type { Stop, StopClass, TruncationCause } from "../protocol/call-event.ts";

/** What one stop word of a dialect means. */
export interface StopMeaning {
  readonly class: StopClass;
  readonly cause?: TruncationCause;
}

export const clean: StopMeaning = { class: "clean" };
export const tokenLimit: StopMeaning = { class: "ceiling", cause: "token-limit" };
export const contextWindow: StopMeaning = { class: "ceiling", cause: "context-window" };
export const refused: StopMeaning = { class: "filtered", cause: "refused" };
export const contentFilter: StopMeaning = { class: "filtered", cause: "content-filter" };
export const paused: StopMeaning = { class: "paused", cause: "paused" };
export const failed: StopMeaning = { class: "failed" };
const unknown: StopMeaning = { class: "unknown", cause: "unknown-stop" };

/** A dialect's stop words. */
export type StopWords = ReadonlyMap<string, StopMeaning>;

/** Reads a stop word. A word that nobody knows is never a clean stop. */
export function readStop(words: StopWords, word: string): Stop {
  return { word, ...(words.get(word) ?? unknown) };
}
