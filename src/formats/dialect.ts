import type { CallAnswer } from "../protocol/answer.ts";
import type { Ending, Outcome, ProviderError } from "../protocol/outcome.ts";
import type { Format } from "./format.ts";

/** A JSON object of a request: a message, an item, a tool, a schema. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A conversation as the next request tells it. */
export interface History {
  /** In the wire's own shape, oldest first. */
  readonly messages: readonly JsonObject[];
  /** Only where the provider keeps the conversation (Responses with `store`): what `messages` follow. */
  readonly previousResponseId?: string;
  /** Only within a turn (Anthropic): the container in which code of the provider may still wait for a call. */
  readonly container?: string;
}

/** A message of the model whose calls are settled and answered. */
export interface SettledMessage {
  readonly ending: Ending;
  /** In the order of announcement. */
  readonly outcomes: readonly Outcome[];
  /** By `call.index`. A call of the client that is not in here is left out of the history, with a note in its place. */
  readonly answers: ReadonlyMap<number, CallAnswer>;
}

/** Takes down one message while it is settled, and writes it into the history of its conversation. */
export interface Scribe {
  /** Reads as the dialect's format does, and takes down what the next request must repeat. For one message. */
  readonly format: Format;
  /** The history behind this message: one that the provider accepts. Call it once the message is settled. */
  write(history: History, message: SettledMessage): History;
}

/** A call that stands in a history. */
export interface StandingCall {
  readonly name: string;
  /** The arguments as JSON has them; the raw string of a freeform tool, and of a text that is no JSON. */
  readonly args: unknown;
}

/** A tool as a request declares it, in no provider's spelling. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly jsonSchema: JsonObject;
}

/** What a provider's API takes and refuses, beside what it streams. */
export interface Dialect {
  readonly format: Format;
  createScribe(): Scribe;
  /** The calls in the assistant's messages behind the last words of the person, in their order. */
  standingCalls(messages: readonly JsonObject[]): readonly StandingCall[];
  /** Whether the same request may succeed a moment later. Unknown codes may not. */
  isRetryable(error: ProviderError): boolean;
}
