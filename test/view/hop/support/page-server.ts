import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server of pages, on loopback. */
export interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers what the application answers. `signal` aborts when the client has gone. */
export type Answer = (request: { readonly path: string; readonly signal: AbortSignal }) => Response;

/** Serves an application that knows nothing but `Response`, the way adapters do. */
export async function servePages(answer: Answer): Promise<PageServer> {
  const server = createServer((incoming, outgoing) => send(incoming, outgoing, answer));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void {
  const gone = new AbortController();
  const { status, headers, body } = answer({ path: incoming.url ?? "", signal: gone.signal });
  outgoing.on("close", () => gone.abort());
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body === null) outgoing.end();
  else void pump(body.getReader(), outgoing);
}

/** No faster than the client takes it. */
async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  outgoing.on("close", () => void reader.cancel());
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (!outgoing.write(read.value)) await Promise.race([once(outgoing, "drain"), once(outgoing, "close")]);
  }
  outgoing.end();
}
