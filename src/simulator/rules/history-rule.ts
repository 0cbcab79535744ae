import type { JsonObject, ScriptFormat } from "../script/script.ts";

/** What a provider would refuse in a request. */
export interface HistoryViolation {
  /** Name of the rule, in kebab case. */
  readonly rule: string;
  /** Where in the body, such as `messages.2.content.0`. */
  readonly path: string;
  /** As the real API words it, where that is known. */
  readonly message: string;
  /** Where the rule was read: a URL, or a package with its version. */
  readonly source: string;
}

/** What a provider remembers of a response that it stored: its calls that need an output. */
export interface StoredResponse {
  readonly id: string;
  readonly calls: readonly StoredCall[];
}

/** A call that stands in a stored response. */
export interface StoredCall {
  readonly callId: string;
  /** The type of the item that answers it, such as `function_call_output`. */
  readonly outputType: string;
}

/** Finds a stored response; `undefined` for an id that the provider never gave or does not keep. */
export type FindStored = (id: string) => StoredResponse | undefined;

/** Where a rule is broken, and what the API says of it. */
export interface Finding {
  readonly path: string;
  readonly message: string;
}

/** One rule that a provider holds requests to. */
export interface HistoryRule {
  /** In kebab case, one of its kind within the format. */
  readonly name: string;
  readonly format: ScriptFormat;
  /** The rule in one sentence. It ends in `(unverified)` where no source states it as plainly. */
  readonly title: string;
  /** A URL, or a package with its version. */
  readonly source: string;
  /** The day on which the source was read. */
  readonly readOn: string;
  /** Finds every place where a body breaks the rule. Never throws, whatever the body holds. */
  check(body: JsonObject, findStored?: FindStored): readonly Finding[];
}
