import type { StreamSource } from "../wire/stream-source.ts";
import type { JsonObject } from "./dialect.ts";

/** A request that was never sent: as it is it will fail each time, and no connection was lost. */
class UnwritableRequest extends Error {
  override readonly name: string = "UnwritableRequest";
  /** As the SDKs say what a provider said: so it is read as a refusal of the request. */
  readonly error: { readonly type: string } = { type: "invalid_request_error" };
}

/** Sends a request. Where it fails, and JSON cannot write its body, that is why, whatever the client made of it. */
export async function sendBody(
  body: JsonObject,
  send: (body: JsonObject) => PromiseLike<StreamSource>,
): Promise<StreamSource> {
  try {
    return await send(body);
  } catch (error) {
    throw whyUnwritable(body) ?? error;
  }
}

/** Looked for behind a failure alone: the client writes the body, and nobody need do so twice. */
function whyUnwritable(body: JsonObject): Error | undefined {
  try {
    JSON.stringify(body);
    return undefined;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it throws something that is no Error";
    return new UnwritableRequest(`the request cannot be written as JSON: ${why}`);
  }
}
