/**
 * The floor: the least that anybody has to do to get the arguments of a call out of these bytes. It trusts everything: it
 * knows no endings, no second call, no limits and no schema.
 */
import { createParser } from "eventsource-parser";
import type { BenchFormat } from "./streams.ts";

/** What takes the chunks of one stream and gives the arguments back at its end. */
export interface Reader {
  feed(chunk: Uint8Array): void;
  finish(): unknown;
}

/** eventsource-parser, JSON.parse of each event, append, one JSON.parse of the whole. */
export function createFloorReader(format: BenchFormat): Reader {
  const deltaOf = deltaReaders[format];
  const decoder = new TextDecoder();
  let text = "";
  const parser = createParser({
    onEvent({ data }) {
      if (data !== "[DONE]") text += deltaOf(parseEvent(data));
    },
  });
  return {
    feed(chunk) {
      parser.feed(decoder.decode(chunk, { stream: true }));
    },
    finish: (): unknown => JSON.parse(text),
  };
}

/** The same with a split at blank lines instead of a parser of the event stream format. */
export function createHandReader(format: BenchFormat): Reader {
  const deltaOf = deltaReaders[format];
  const decoder = new TextDecoder();
  let text = "";
  let rest = "";

  function readEvent(event: string): void {
    const data = event.slice(event.startsWith("data: ") ? 6 : event.indexOf("\ndata: ") + 7);
    if (data !== "[DONE]") text += deltaOf(parseEvent(data));
  }

  return {
    feed(chunk) {
      const buffer = rest + decoder.decode(chunk, { stream: true });
      let start = 0;
      for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n", start)) {
        readEvent(buffer.slice(start, end));
        start = end + 2;
      }
      rest = start === buffer.length ? "" : buffer.slice(start);
    },
    finish: (): unknown => JSON.parse(text),
  };
}

/** Reads a whole source. A body is read by its reader, which costs less than iterating it. */
export async function readAll(source: Response | AsyncIterable<Uint8Array>, reader: Reader): Promise<unknown> {
  if (source instanceof Response) await feedBody(source, reader);
  else for await (const chunk of source) reader.feed(chunk);
  return reader.finish();
}

async function feedBody(response: Response, reader: Reader): Promise<void> {
  const body = response.body?.getReader();
  for (let result = await body?.read(); result?.done === false; result = await body?.read()) reader.feed(result.value);
}

/** The few fields that the floor looks at, in whichever record. */
interface LooseEvent {
  readonly type?: string;
  readonly delta?: string | { readonly type?: string; readonly partial_json?: string };
  readonly choices?: readonly {
    readonly delta: { readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[] };
  }[];
}

function parseEvent(data: string): LooseEvent {
  // Not checked: the floor trusts what comes.
  return JSON.parse(data) as LooseEvent;
}

// The floor is not careful: what it takes from a record is used as it comes.
const deltaReaders: Readonly<Record<BenchFormat, (event: LooseEvent) => string>> = {
  "anthropic-messages": ({ type, delta }) =>
    type === "content_block_delta" && typeof delta === "object" && delta.type === "input_json_delta"
      ? (delta.partial_json ?? "")
      : "",
  "openai-chat": ({ choices }) => choices?.[0]?.delta.tool_calls?.[0]?.function.arguments ?? "",
  "openai-responses": ({ type, delta }) =>
    type === "response.function_call_arguments.delta" && typeof delta === "string" ? delta : "",
};
