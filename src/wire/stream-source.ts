/** A stream in whatever form the caller holds it: an SDK's event stream, a `Response`, bytes or text. */
export type StreamSource = Response | ReadableStream<Uint8Array> | AsyncIterable<unknown>;

/**
 * Sends the request and gives its stream. Called once, when reading begins. `signal` aborts when the message is over,
 * whatever ended it: pass it to the request, so that one that is never answered is freed as well.
 */
export type SourceOpener = (signal: AbortSignal) => StreamSource | Promise<StreamSource>;
