import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

/** What the connection does after the bytes: it ends, stays open until the request is aborted, or breaks. */
export type AfterBytes = "eof" | "open" | "reset";

/** A server that is not there: a fetch that answers with fixed bytes, and remembers the signal of the request. */
export interface FixedAnswer {
  readonly fetch: typeof fetch;
  isAborted(): boolean;
}

/** Answers every request with these bytes as a stream of events, without a network. */
export function answering(text: string, after: AfterBytes = "eof"): FixedAnswer {
  let request: AbortSignal | null | undefined;
  return {
    fetch: (_url, init) => {
      request = init?.signal;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          if (text !== "") controller.enqueue(new TextEncoder().encode(text));
          request?.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
          if (after === "eof") controller.close();
        },
        pull(controller) {
          if (after === "reset") controller.error(new TypeError("terminated"));
        },
      });
      return Promise.resolve(new Response(stream, { headers: { "content-type": "text/event-stream" } }));
    },
    isAborted: () => request?.aborted === true,
  };
}

/** The openai package in front of a fixed answer; it logs nothing. */
export function openaiClient(answer: FixedAnswer): OpenAI {
  return new OpenAI({
    apiKey: "none",
    baseURL: "http://127.0.0.1/v1",
    fetch: answer.fetch,
    maxRetries: 0,
    logLevel: "off",
  });
}

/** The `@anthropic-ai/sdk` package in front of a fixed answer; it logs nothing. */
export function anthropicClient(answer: FixedAnswer): Anthropic {
  return new Anthropic({
    apiKey: "none",
    baseURL: "http://127.0.0.1",
    fetch: answer.fetch,
    maxRetries: 0,
    logLevel: "off",
  });
}
