import { jsonText } from "../json/json-text.ts";
import { describeThrown } from "../protocol/describe-thrown.ts";

/** A result as it can be kept. */
export interface ResultText {
  /** JSON text; `null` where there is no result, or none that JSON can write. */
  readonly result: string | null;
  readonly note?: string;
}

/**
 * Writes a result as JSON. One that JSON cannot write, or has no form for, is left out with a note: its effect has happened
 * all the same.
 */
export function toResultText(value: unknown): ResultText {
  const json = jsonText(value);
  switch (json.kind) {
    case "text":
      return { result: json.text };
    case "nothing":
      return { result: null };
    case "formless":
      return { result: null, note: `the result was not kept: it is ${json.what}, which JSON has no form for` };
    case "unwritable":
      return {
        result: null,
        note: `the result was not kept: it cannot be written as JSON (${describeThrown(json.error)})`,
      };
  }
}
