import type { StoredResponse } from "../../../src/simulator/rules/check-history.ts";
import type { JsonObject } from "../../../src/simulator/script/script.ts";

/** A history that one rule alone refuses, and a neighbor that no rule refuses. */
export interface RuleSample {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
  readonly rejected: JsonObject;
  readonly accepted: JsonObject;
  /** What the provider remembers; without it, nothing is known of earlier responses. */
  readonly stored?: readonly StoredResponse[];
}
