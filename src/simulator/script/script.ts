import type { Step } from "./step.ts";

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys are written in the order in which they stand. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The wire that a script is spoken on. */
export type ScriptFormat = "anthropic-messages" | "openai-chat" | "openai-responses";

/**
 * How text is cut into fragments: `token` is a few letters at a time, `byte` one character at a time, `unit` one UTF-16
 * unit at a time (halves of a surrogate pair travel apart), `whole` one fragment, a number at most that many UTF-8
 * bytes, `random` seeded sizes of 1 to that many bytes. Only `unit` splits a character: JSON cannot carry half of one.
 */
export type Chunking = "token" | "byte" | "unit" | "whole" | number | { readonly random: number };

/**
 * How the bytes of the body are cut into writes: `frame` is one record at a time, `byte` one byte, `utf8` inside every
 * character of more than one byte, `whole` everything at once, a number that many bytes, `random` seeded sizes of 1 to
 * that many bytes. A hiccup or a change of pace always ends a write.
 */
export type Transport = "frame" | "byte" | "utf8" | "whole" | number | { readonly random: number };

/**
 * How the connection ends once everything is said: `eof` is a clean end of the body; `fin` a TCP FIN without the last
 * HTTP chunk; `reset` a TCP RST; `silence` a connection that is held open; `pings` one that is held open with a
 * keep-alive every `everyMs` milliseconds.
 */
export type End =
  | { readonly kind: "eof" | "silence" }
  | {
      readonly kind: "fin" | "reset";
      /**
       * Milliseconds between the last byte and the break. Default 0 in memory, 50 over HTTP: a client that learns of
       * the break before it has taken the last bytes throws them away.
       */
      readonly afterMs?: number;
    }
  | {
      readonly kind: "pings";
      readonly everyMs: number;
      /** An SSE comment to send instead of the wire's own keep-alive. */
      readonly comment?: string;
    };

/** Breaks the script off. */
export interface Cut {
  /** The call, counted from 0, in whose argument text `byte` counts. Without it `byte` counts in the whole body. */
  readonly call?: number;
  /** UTF-8 bytes that still get through. In argument text, a character that does not fit whole is left out. */
  readonly byte: number;
  readonly end: End;
}

/** What a message says of itself. A field that the format does not have is refused. */
export interface Envelope {
  /** Id of the message. Default: made from the seed. */
  readonly id?: string;
  readonly model?: string;
  /** Seconds since 1970 (OpenAI). Default 1796000000. */
  readonly created?: number;
  readonly inputTokens?: number;
  /** OpenAI's random padding (`obfuscation`): a fixed text, or `null` for none. Default: made from the seed. */
  readonly padding?: string | null;
  /** openai-chat: leave out what look-alikes leave out (service tier, fingerprint, logprobs, refusal, padding). */
  readonly plain?: boolean;
  /** openai-chat: `"usage":null` in every chunk, as when usage was asked for. */
  readonly usageNull?: boolean;
  /** openai-chat: the role in a chunk of its own, in the first chunk that says something, or nowhere. */
  readonly role?: "apart" | "first" | "missing";
  /** openai-chat: the content beside the role. */
  readonly roleContent?: string | null;
  /** openai-chat: Groq's request id, in the first chunk and beside an `x-groq` error. */
  readonly groqId?: string;
  /** openai-responses: the ceiling that the response repeats. */
  readonly maxOutputTokens?: number | null;
}

/** An HTTP error instead of a stream. */
export interface HttpRefusal {
  /** 400 to 599. */
  readonly status: number;
  /** Beside the ones that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The error as the provider writes it. */
  readonly body: JsonObject;
}

/** One answer of a provider, as data: what is said, in which pieces, and how the connection ends. */
export interface Script {
  readonly format: ScriptFormat;
  readonly envelope?: Envelope;
  /** Default `token`; a step may have its own. */
  readonly chunking?: Chunking;
  /** Default `frame`. */
  readonly transport?: Transport;
  /** Milliseconds between two writes. Default 0. */
  readonly paceMs?: number;
  readonly steps: readonly Step[];
  /** Answers with this and no stream; `steps` is empty then, and there is no `cut`. In memory its body is played. */
  readonly refusal?: HttpRefusal;
  readonly cut?: Cut;
  /** Default `{ "kind": "eof" }`. */
  readonly end?: End;
}
