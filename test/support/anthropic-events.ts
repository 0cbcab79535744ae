import { anthropicSse, type TypedEvent } from "./settle-stream.ts";

/** Opens a message. `content` holds blocks that are whole from the start. */
export function messageStart(content: readonly object[] = []): TypedEvent {
  return {
    type: "message_start",
    message: {
      id: "msg_test",
      type: "message",
      role: "assistant",
      model: "claude-test",
      content,
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  };
}

/** Opens a block of any kind. */
export function blockStart(index: number, block: TypedEvent): TypedEvent {
  return { type: "content_block_start", index, content_block: block };
}

/** Opens a client tool call. */
export function toolUse(index: number, id: string, name: string, input: unknown = {}): TypedEvent {
  return blockStart(index, { type: "tool_use", id, name, input });
}

/** A piece of argument text. */
export function inputDelta(index: number, text: string): TypedEvent {
  return { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: text } };
}

/** A piece of answer text. */
export function textDelta(index: number, text: string): TypedEvent {
  return { type: "content_block_delta", index, delta: { type: "text_delta", text } };
}

/** Closes a block. */
export function blockStop(index: number): TypedEvent {
  return { type: "content_block_stop", index };
}

/** States why the message stopped, and how many tokens it took. */
export function messageDelta(stopReason: string | null, outputTokens = 20): TypedEvent {
  return {
    type: "message_delta",
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: outputTokens },
  };
}

/** Ends the stream. */
export const messageStop: TypedEvent = { type: "message_stop" };

/** An error in the stream. */
export function errorEvent(type: string, text = "Something broke."): TypedEvent {
  return { type: "error", error: { type, message: text } };
}

/** A whole client call: start, its text in these pieces, stop. */
export function wholeCall(
  index: number,
  id: string,
  name: string,
  ...pieces: readonly string[]
): readonly TypedEvent[] {
  return [toolUse(index, id, name), ...pieces.map((piece) => inputDelta(index, piece)), blockStop(index)];
}

/** A whole message with these blocks between its start and its stop reason. */
export function anthropicMessage(stopReason: string, ...events: readonly (TypedEvent | string)[]): string {
  return anthropicSse(messageStart(), ...events, messageDelta(stopReason), messageStop);
}
