/** Builds Chat Completions streams by hand, one chunk at a time. */

/** One entry of `tool_calls`, as loose as the wire is. */
export type Entry = Readonly<Record<string, unknown>>;
/** One data record: a chunk, or anything else that a host sends in its place. */
export type Chunk = Readonly<Record<string, unknown>>;

/** The marker that ends the stream. */
export const done = "data: [DONE]\n\n";

/** A chunk with one choice whose delta is given; `extra` overrides or adds fields of the choice. */
export function delta(fields: Readonly<Record<string, unknown>>, extra: Readonly<Record<string, unknown>> = {}): Chunk {
  return {
    id: "c-1",
    object: "chat.completion.chunk",
    created: 1_796_000_300,
    model: "m",
    choices: [{ index: 0, delta: fields, finish_reason: null, ...extra }],
  };
}

/** The chunk that opens the message. */
export const opening: Chunk = delta({ role: "assistant", content: null });

/** A piece of the answer's text. */
export function say(content: string): Chunk {
  return delta({ content });
}

/** A chunk with these entries of `tool_calls`. */
export function calls(...entries: readonly Entry[]): Chunk {
  return delta({ tool_calls: entries });
}

/** The chunk that states why the generation stopped. */
export function finish(word: unknown): Chunk {
  return delta({}, { finish_reason: word });
}

/** The chunk that counts tokens and has no choice. */
export function usage(completionTokens: number): Chunk {
  return {
    id: "c-1",
    object: "chat.completion.chunk",
    created: 1_796_000_300,
    model: "m",
    choices: [],
    usage: { prompt_tokens: 88, completion_tokens: completionTokens, total_tokens: 88 + completionTokens },
  };
}

/** The first entry of a call: index, id, name and what is known of its arguments. */
export function open(index: number, id: string, name: string, text: unknown = ""): Entry {
  return { index, id, type: "function", function: { name, arguments: text } };
}

/** An entry that brings argument text only. */
export function more(index: number, text: unknown): Entry {
  return { index, function: { arguments: text } };
}

/** The SSE text of these chunks, without an end marker. */
export function records(...chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}

/** The SSE text of a message: these chunks, then `[DONE]`. */
export function message(...chunks: readonly Chunk[]): string {
  return records(...chunks) + done;
}

/** The SSE text of a message that opens, has these chunks, stops with `tool_calls` and ends. */
export function callMessage(...chunks: readonly Chunk[]): string {
  return message(opening, ...chunks, finish("tool_calls"));
}
