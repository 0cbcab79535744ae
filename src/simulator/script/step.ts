import type { Chunking, Json, JsonObject } from "./script.ts";

/** Text, in one of two forms: to be cut into fragments, or as the fragments themselves. */
export interface SpokenFields {
  readonly text?: string;
  readonly pieces?: readonly string[];
  readonly chunking?: Chunking;
  /** openai-chat: the choice it belongs to. Default 0. */
  readonly choice?: number;
  /** `false` leaves the block or item open. Default true. */
  readonly close?: boolean;
}

/** Habits of look-alike hosts (openai-chat only). */
export interface Quirks {
  /** Default: calls are counted from 0. */
  readonly index?: number | "missing";
  /** The index of the fragments after the first. Default: as `index`. */
  readonly laterIndex?: number | "missing";
  /**
   * `missing`, `empty` (`""`), `null` (the text `"null"`), `late` (in the second fragment), `repeated` in every
   * fragment, `new` in every fragment, `blank-later` and `null-later` (`""` and `null` after the first fragment).
   */
  readonly id?: "missing" | "empty" | "null" | "late" | "repeated" | "new" | "blank-later" | "null-later";
  /** The ids of the later fragments where `id` is `new`. */
  readonly laterIds?: readonly string[];
  readonly name?: "missing" | "late" | "repeated" | "blank-later" | "null-later";
  /** What the first fragment has for arguments: `null`, no such key, or the parsed value. */
  readonly arguments?: "null" | "absent" | "object";
}

/** The announcement of a call. */
export interface CallStartFields {
  /** The id that a result is paired by. Default: made from the seed. */
  readonly id?: string;
  /** openai-responses: the id of the item. Default: made from `id`. */
  readonly itemId?: string;
  readonly name: string;
  /** `text` is a custom (freeform) tool. Default `json`. */
  readonly input?: "json" | "text";
  /** The wire's own kind of call, such as `server_tool_use` or `mcp_call`. Default: the ordinary one. */
  readonly type?: string;
  /** The MCP server of an MCP call. */
  readonly serverName?: string;
  /** More fields, written behind the known ones. */
  readonly extra?: JsonObject;
  /** Argument text that comes with the announcement. Default none. */
  readonly text?: string;
  readonly quirks?: Quirks;
  /** openai-chat: the legacy `function_call`. */
  readonly legacy?: boolean;
  readonly choice?: number;
  /** openai-chat: a stop word in the same chunk. */
  readonly finish?: string;
}

/** More argument text. */
export interface CallTextFields extends Pick<SpokenFields, "text" | "pieces" | "chunking"> {
  /** The call, counted from 0. Default: the latest. */
  readonly call?: number;
  /** openai-chat: a stop word in the chunk of the last piece. */
  readonly finish?: string;
}

/** The end of a call. Everything but `call` concerns openai-responses. */
export interface CallEndFields {
  /** The call, counted from 0. Default: the latest. */
  readonly call?: number;
  /** The item's own status. Default `completed`. */
  readonly status?: string;
  /** Whether the event that repeats the whole text is sent. Default true. */
  readonly done?: boolean;
  /** The text of that event, where it differs from the fragments. */
  readonly doneText?: string;
  /** Whether the event that repeats the whole item is sent. Default true. */
  readonly item?: boolean;
  /** The text in that item, where it differs from the fragments. */
  readonly itemText?: string;
  /** The result of an MCP call, beside its arguments. */
  readonly output?: string;
}

/** A call from its announcement to its end. */
export interface CallFields extends Omit<CallStartFields, "text" | "finish">, Omit<CallEndFields, "call"> {
  /** The argument text. Give it or `pieces`; a call with neither has no argument text. */
  readonly arguments?: string;
  readonly pieces?: readonly string[];
  /** Sends the arguments as a JSON string that holds their JSON. */
  readonly doubleEncoded?: boolean;
  readonly chunking?: Chunking;
  /** What comes with the announcement: nothing, the first piece, or the whole argument text. Default `apart`. */
  readonly opening?: "apart" | "first-piece" | "whole";
  /** `false` leaves the call open. Default true. */
  readonly close?: boolean;
  /** openai-chat: a stop word in the chunk of the last piece. */
  readonly finish?: string;
}

/** Why the generation stopped, in the same words for every format. */
export type StopReason =
  | "calls"
  | "end"
  | "stop-sequence"
  | "ceiling"
  | "context-window"
  | "refusal"
  | "filter"
  | "pause"
  | "failed";

/** The stop of the message. */
export interface StopFields {
  /** Give it or `word`. */
  readonly reason?: StopReason;
  /** The provider's own word, known or not. For openai-responses a status, or the reason of an incomplete response. */
  readonly word?: string;
  /** anthropic-messages: `stop_details`; openai-responses: the error of a failed response. */
  readonly details?: JsonObject;
  readonly stopSequence?: string;
  readonly outputTokens?: number;
  /** openai-chat: the delta beside the word: `{}`, an empty content, or the role again. Default `empty`. */
  readonly closing?: "empty" | "blank" | "role";
  readonly choice?: number;
  /** openai-responses: what the terminal event repeats. Default `items`, and `empty` for a failed response. */
  readonly output?: "items" | "empty" | "missing";
}

/** An error in the stream. */
export interface ErrorFields {
  /**
   * anthropic-messages: `record`. openai-chat: `record`, `event` (with an SSE event name), `in-chunk` (OpenRouter),
   * `x-groq`. openai-responses: `record` (flat) or `nested`. Default `record`.
   */
  readonly shape?: "record" | "event" | "in-chunk" | "x-groq" | "nested";
  /** The error as the provider writes it. */
  readonly error: Json;
  /** anthropic-messages. Default: made from the seed. */
  readonly requestId?: string;
}

/** A result that the provider's side produced for the latest call of its own (anthropic-messages). */
export interface ResultFields {
  readonly type: string;
  readonly content: Json;
  readonly isError?: boolean;
}

/** Azure's filter chunks (openai-chat): about the prompt, or about a stretch of the answer. */
export interface FilterFields {
  readonly offsets?: { readonly check: number; readonly start: number; readonly end: number };
}

/** Nothing beside its kind. */
type None = object;

/** What each kind of step may say beside its `kind`. */
export interface StepFields {
  /** Opens the message. Without it the first step that needs it does. */
  readonly start: None;
  readonly text: SpokenFields;
  readonly reasoning: SpokenFields & { readonly signature?: string };
  /** Refuses in words (OpenAI). */
  readonly refusal: SpokenFields;
  readonly call: CallFields;
  readonly "call-start": CallStartFields;
  readonly "call-text": CallTextFields;
  readonly "call-end": CallEndFields;
  readonly result: ResultFields;
  /** A block or item without fragments, as it is. */
  readonly block: { readonly block: JsonObject };
  /** Another model takes over (anthropic-messages). */
  readonly fallback: { readonly from: string; readonly to: string; readonly category?: string | null };
  readonly filter: FilterFields;
  /** Several steps of calls in one chunk (openai-chat). Texts are not cut here. */
  readonly together: { readonly steps: readonly Step<"call-start" | "call-text">[] };
  readonly stop: StopFields;
  /** A usage record of its own. */
  readonly usage: {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    readonly choices?: "empty" | "missing";
  };
  /** The end marker. */
  readonly done: None;
  readonly error: ErrorFields;
  readonly ping: None;
  readonly comment: { readonly text: string };
  /** Changes the time between two writes from here on. */
  readonly pace: { readonly ms: number };
  /** Says nothing for a while. */
  readonly hiccup: { readonly ms: number };
  /** A record as it is: for what no other step can say. */
  readonly frame: { readonly data: string; readonly event?: string };
  /** Bytes as they are. Give one of the two. */
  readonly bytes: { readonly text?: string; readonly base64?: string };
}

/** The name of a step. */
export type StepKind = keyof StepFields;

/** One thing that the provider does. */
export type Step<Kind extends StepKind = StepKind> = {
  [Each in Kind]: { readonly kind: Each } & StepFields[Each];
}[Kind];
