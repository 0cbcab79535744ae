import type { JsonObject, ScriptFormat } from "../script/script.ts";
import { formatOf, paths, type Refusal } from "./endpoints.ts";
import { modelOf } from "./read-body.ts";

/** A request that has been read. */
export interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: JsonObject | null;
}

/** A request that can be understood. */
export interface Understood {
  readonly format: ScriptFormat;
  readonly body: JsonObject;
  readonly model: string;
}

/** Reads what a request asks for, or says why it cannot be played. */
export function understand({ method, url, body }: Asked): Understood | Refusal {
  const format = formatOf(url);
  if (format === undefined) {
    return { status: 404, message: `there is nothing at ${url}; known: ${paths.join(", ")}` };
  }
  if (method !== "POST") {
    return { status: 405, message: `use POST, not ${method}` };
  }
  const model = modelOf(body);
  if (body === null || model === null) {
    return { status: 400, message: "send a JSON object with a model such as rollcall/ok" };
  }
  if (body["stream"] !== true) {
    return { status: 400, message: "this provider only streams: send stream: true" };
  }
  return { format, body, model };
}
