/** A stream in whatever form the caller holds it: an SDK's event stream, a `Response`, bytes or text. */
export type StreamSource = Response | ReadableStream<Uint8Array> | AsyncIterable<unknown>;
