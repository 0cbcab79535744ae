import { reportedCode } from "../formats/error-code.ts";
import type { Exit } from "./message-state.ts";
import { quietly } from "./quietly.ts";
import { toProviderError } from "./provider-error.ts";
import type { Source } from "./source.ts";

/** An error body is a sentence or two; whatever is longer is a page for a browser. */
const MAX_BODY_BYTES = 4096;

/**
 * Opens an answer with an error status. It is no stream, and nothing of it is a call; its body tells the error, and is read
 * for that alone.
 */
export function openRefusal(response: Response): Source {
  return new RefusalSource(response);
}

class RefusalSource implements Source {
  readonly isRefusal = true;
  readonly #response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #body = "";

  constructor(response: Response) {
    this.#response = response;
    this.#reader = response.body?.getReader();
  }

  async next(): Promise<IteratorResult<unknown, unknown>> {
    if (this.#reader !== undefined) this.#body = await readBeginning(this.#reader);
    this.release();
    return { done: true, value: undefined };
  }

  exitOf(): Exit {
    const { status, statusText } = this.#response;
    const value = parse(this.#body);
    // Where it is not JSON, the text itself is the best there is.
    const reason = messageIn(value) ?? this.#body.replace(/\s+/g, " ").trim().slice(0, 200);
    const head = `HTTP ${status} ${statusText}`.trim();
    return {
      kind: "broken",
      cause: "provider-error",
      detail: reason === "" ? head : `${head}: ${reason}`,
      error: toProviderError(reportedCode(value), this.#response),
    };
  }

  release(): void {
    quietly(() => this.#reader?.cancel());
  }
}

async function readBeginning(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let bytes = 0; bytes < MAX_BODY_BYTES;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The body broke off; the status says enough.
  }
  return text.slice(0, MAX_BODY_BYTES);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** What a JSON body says: its `error.message`, `message` or `error`. */
function messageIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return undefined;
  const inner = "error" in value ? value.error : "message" in value ? value.message : undefined;
  return messageIn(inner);
}
