import type { StreamSource } from "../wire/stream-source.ts";
import type { Dialect, History, JsonObject, ToolSpec } from "./dialect.ts";

/** One request of a turn. */
export interface ModelRequest {
  readonly history: History;
  readonly tools: readonly ToolSpec[];
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A model behind the user's own client. */
export interface Model {
  readonly dialect: Dialect;
  /** The ceiling that its requests ask for, in tokens; `null` where they ask for none. */
  readonly maxOutputTokens: number | null;
  /** What the ceiling is called in a request, such as `max_tokens`: for advice. */
  readonly ceilingName: string;
  /** Sends one request. Rejects as the client does. */
  send(request: ModelRequest): Promise<StreamSource>;
}

/** Sends a finished body: `fetch` behind a function, where no SDK is wanted. */
export type SendRequest = (body: JsonObject, options: { readonly signal: AbortSignal }) => Promise<StreamSource>;

/** What an SDK's client is called with beside the body. It must not try again by itself: only the turn knows what happened. */
export interface ClientCallOptions {
  readonly signal: AbortSignal;
  readonly maxRetries: 0;
}
