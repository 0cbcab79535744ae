import type { Exit } from "./message-state.ts";
import { openRefusal } from "./refusal-source.ts";
import { quietly } from "./quietly.ts";
import { exitOfError } from "./source-error.ts";

/** Bytes, text, or an event that an SDK has parsed. */
export type Chunk = unknown;

/** One stream, pulled chunk by chunk. */
export interface Source {
  /** The next chunk. Never called again after `done`, and never while one is pending. */
  next(): Promise<IteratorResult<Chunk, unknown>>;
  /** How the stream ended when `next` was done or threw. */
  exitOf(failure: { readonly error: unknown } | null, isMarkerHidden: boolean): Exit;
  /** The answer was an error from the start: how it ends is known, and its body is only waited for a moment. */
  readonly isRefusal?: boolean;
  /** Where it is opened by its first read: `onRefusal` is called if what was opened is a refusal. */
  tellOfRefusal?(onRefusal: () => void): void;
  /** The stream has ended by itself, and `release` will not be called. */
  end?(): void;
  /** Aborts the request and frees the socket. Does not wait and never throws: a pending read may never come back. */
  release(): void;
}

/** Opens a source. @throws {TypeError} for anything that is no stream, with what to pass instead. */
export function openSource(source: unknown): Source {
  if (isResponse(source)) return openResponse(source);
  if (isReadableStream(source)) return openReader(source);
  if (isAsyncIterable(source)) return openIterable(source);
  throw new TypeError(describeMisuse(source));
}

function openResponse(response: Response): Source {
  if (response.bodyUsed)
    throw new TypeError("the body of this Response was read already: pass the Response itself, unread");
  if (!response.ok) return openRefusal(response);
  return response.body === null ? emptySource() : openReader(response.body);
}

function emptySource(): Source {
  return {
    next: () => Promise.resolve({ done: true, value: undefined }),
    exitOf: () => ({ kind: "eof", isMarkerHidden: false }),
    release: () => {},
  };
}

function openReader(stream: ReadableStream<unknown>): Source {
  const reader = stream.getReader();
  return {
    next: () => reader.read(),
    exitOf: (failure, isMarkerHidden) =>
      failure === null ? { kind: "eof", isMarkerHidden } : exitOfError(failure.error, false),
    release: () => quietly(() => reader.cancel()),
  };
}

function openIterable(source: AsyncIterable<unknown>): Source {
  return new IterableSource(source);
}

class IterableSource implements Source {
  readonly #source: AsyncIterable<unknown>;
  readonly #iterator: AsyncIterator<unknown>;

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source;
    this.#iterator = source[Symbol.asyncIterator]();
  }

  next(): Promise<IteratorResult<Chunk, unknown>> {
    // `for await` takes a bare result as well as a promise of one.
    return Promise.resolve(this.#iterator.next());
  }

  exitOf(failure: { readonly error: unknown } | null, isMarkerHidden: boolean): Exit {
    if (failure !== null) return exitOfError(failure.error, isSdkStream(this.#source));
    // Both SDKs end the iteration without a word when their request was aborted.
    if (wasAborted(this.#source)) return { kind: "broken", cause: "cancelled", detail: "the request was aborted" };
    return { kind: "eof", isMarkerHidden };
  }

  release(): void {
    quietly(() => abortRequest(this.#source));
    quietly(() => this.#iterator.return?.());
  }
}

/**
 * `return()` of an async generator waits behind a pending `next()`, so that on a silent connection it frees nothing. The
 * SDKs' streams carry the controller of their request, their helpers an `abort()`, Node's streams a `destroy()`.
 */
function abortRequest(source: object): void {
  if ("controller" in source && isAbortable(source.controller)) source.controller.abort();
  else if (isAbortable(source)) source.abort();
  else if (isDestroyable(source)) source.destroy();
}

function isDestroyable(value: object): value is { destroy(): void } {
  return "destroy" in value && typeof value.destroy === "function";
}

function isAbortable(value: unknown): value is { abort(): void } {
  return typeof value === "object" && value !== null && "abort" in value && typeof value.abort === "function";
}

/** The SDKs' streams and their helpers carry the controller of their request; nobody else's do. */
function isSdkStream(source: object): boolean {
  return "controller" in source && isAbortable(source.controller);
}

function wasAborted(source: object): boolean {
  const controller = "controller" in source ? source.controller : undefined;
  return controller instanceof AbortController && controller.signal.aborted;
}

// By shape, not by class: a polyfill, a test runtime and another realm have classes of their own.
function isResponse(value: unknown): value is Response {
  return typeof value === "object" && value !== null && "body" in value && "ok" in value && "bodyUsed" in value;
}

function isReadableStream(value: unknown): value is ReadableStream<unknown> {
  return typeof value === "object" && value !== null && "getReader" in value;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function describeMisuse(source: unknown): string {
  const accepted = "a Response, a ReadableStream or an async iterable (an SDK's stream, bytes, strings)";
  if (typeof source === "object" && source !== null && "then" in source) {
    return (
      "settle was given a promise: write settle((signal) => client.messages.create({ …, stream: true }, { signal }), …), " +
      "or await it"
    );
  }
  if (typeof source === "object" && source !== null && Symbol.iterator in source) {
    return `settle reads ${accepted}; wrap a list in an async generator`;
  }
  return `settle reads ${accepted}, and was given ${source === null ? "null" : typeof source}`;
}
