import type { IncomingMessage } from "node:http";

import type { JsonObject } from "../script/script.ts";
import { isObject } from "./json-object.ts";

const MAX_BODY_CHARS = 64 * 1024 * 1024;

/** Reads the body of a request; `null` if it is no JSON object. */
export async function readBody(request: IncomingMessage): Promise<JsonObject | null> {
  return parseBody(await readText(request));
}

/** The model of a body; `null` if it names none. */
export function modelOf(body: JsonObject | null): string | null {
  const model = body?.["model"];
  return typeof model === "string" ? model : null;
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const piece of request) {
    text += String(piece);
    if (text.length > MAX_BODY_CHARS) {
      throw new RangeError(`the request is longer than ${MAX_BODY_CHARS} characters`);
    }
  }
  return text;
}

function parseBody(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
