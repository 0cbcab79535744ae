import { jsonText } from "../json/json-text.ts";
import type { CallAnswer } from "../protocol/answer.ts";
import { cutText } from "../protocol/cut-text.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";

/** The longest result that is told to the model, in UTF-8 bytes. */
export const MAX_RESULT_BYTES: number = 256 * 1024;

/** How much of a result that is too long is shown all the same, in UTF-16 code units. */
const MAX_SHOWN_CHARS = 2000;

/** What stands for a result that says nothing: providers refuse an empty text. */
const NO_RESULT = "done (it has no result)";
const EMPTY_RESULT = "done (its result is an empty text)";

/**
 * What the model is told of a result: a string as it is, anything else as JSON. A result that JSON has no form for, or that
 * has more than `maxBytes` UTF-8 bytes, is an error that says that the tool ran: what it did is done.
 */
export function resultAnswer(value: unknown, maxBytes: number = MAX_RESULT_BYTES): CallAnswer {
  const text = textOf(value);
  if (typeof text !== "string") return lostResult(text.because);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= maxBytes) return { isError: false, text };
  const beginning = cutText(text, Math.min(MAX_SHOWN_CHARS, Math.floor(maxBytes / 4)));
  const { text: complaint } = lostResult(`it has ${bytes} bytes, and ${maxBytes} is the most`);
  return { isError: true, text: `${complaint} It begins: ${beginning}` };
}

/** The answer of a call whose tool ran, and whose result cannot be told. `because` says why, without a full stop. */
export function lostResult(because: string): CallAnswer {
  return {
    isError: true,
    text: `The tool ran and came to its end, but its result cannot be shown: ${because}. What it did is done; calling it again would do it again.`,
  };
}

function textOf(value: unknown): string | { readonly because: string } {
  if (value === undefined || value === null) return NO_RESULT;
  if (typeof value === "string") return value.trim() === "" ? EMPTY_RESULT : value.toWellFormed();
  const json = jsonText(value);
  switch (json.kind) {
    case "text":
      return json.text;
    case "nothing":
      return NO_RESULT;
    case "formless":
      return { because: `it is ${json.what}, which JSON has no form for` };
    case "unwritable":
      return { because: `it cannot be written as JSON (${describeThrown(json.error)})` };
  }
}
