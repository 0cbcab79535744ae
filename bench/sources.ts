/** A body as an async generator: the cheapest source there is, so that the work behind it weighs most. */
export async function* iterate(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) yield chunk;
}

/** A body as `fetch` gives it. */
export function respond(chunks: readonly Uint8Array[]): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[at];
      at += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
