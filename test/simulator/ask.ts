import { type Simulator } from "../../src/simulator.ts";

/** A path that is served. */
export type Path = "/v1/messages" | "/v1/chat/completions" | "/v1/responses";

export const servedPaths: readonly Path[] = ["/v1/messages", "/v1/chat/completions", "/v1/responses"];

const words = [{ role: "user", content: "The sign-in page is blank." }];

/** The least that each API asks of a request. */
const least: Readonly<Record<Path, object>> = {
  "/v1/messages": { max_tokens: 1024, messages: words },
  "/v1/chat/completions": { messages: words },
  "/v1/responses": { input: words },
};

/** Asks a simulator as a plain client would; what `body` does not say is filled in. */
export function ask(
  simulator: Pick<Simulator, "url">,
  path: Path,
  { signal, ...body }: { readonly model: string; readonly signal?: AbortSignal; readonly [key: string]: unknown },
): Promise<Response> {
  const init = { method: "POST", body: JSON.stringify({ stream: true, ...least[path], ...body }) };
  return fetch(`${simulator.url}${path}`, signal === undefined ? init : { ...init, signal });
}
