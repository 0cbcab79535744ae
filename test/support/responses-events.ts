import { responsesSse, type TypedEvent } from "./settle-stream.ts";

/** Opens a response. */
export const created: TypedEvent = {
  type: "response.created",
  response: { id: "resp_test", status: "in_progress" },
};

/** Announces an output item. */
export function itemAdded(outputIndex: number, item: object): TypedEvent {
  return { type: "response.output_item.added", output_index: outputIndex, item };
}

/** Finishes an output item. */
export function itemDone(outputIndex: number, item: object): TypedEvent {
  return { type: "response.output_item.done", output_index: outputIndex, item };
}

/** A function call item whose ids are `fc_KEY` and `call_KEY`. `status` can be left out with `null`. */
export function functionItem(
  key: string,
  name: string,
  rest: { readonly arguments?: string; readonly status?: string | null } = {},
): object {
  const { status = "in_progress" } = rest;
  return {
    id: `fc_${key}`,
    type: "function_call",
    call_id: `call_${key}`,
    name,
    arguments: rest.arguments ?? "",
    ...(status === null ? {} : { status }),
  };
}

/** A piece of argument text. */
export function argumentsDelta(outputIndex: number, key: string, delta: string): TypedEvent {
  return {
    type: "response.function_call_arguments.delta",
    item_id: `fc_${key}`,
    output_index: outputIndex,
    delta,
  };
}

/** States the whole argument text. */
export function argumentsDone(outputIndex: number, key: string, text: string): TypedEvent {
  return {
    type: "response.function_call_arguments.done",
    item_id: `fc_${key}`,
    output_index: outputIndex,
    arguments: text,
  };
}

/** A piece of answer text. */
export function outputText(outputIndex: number, delta: string): TypedEvent {
  return {
    type: "response.output_text.delta",
    item_id: "msg_test",
    output_index: outputIndex,
    content_index: 0,
    delta,
  };
}

/** A terminal event: `completed`, `incomplete` or `failed`, with whatever else its response holds. */
export function terminal(status: string, rest: object = {}): TypedEvent {
  return {
    type: `response.${status}`,
    response: { id: "resp_test", status, error: null, incomplete_details: null, ...rest },
  };
}

/** The terminal event of a response that is incomplete for this reason. */
export function incomplete(reason: string, rest: object = {}): TypedEvent {
  return terminal("incomplete", { incomplete_details: { reason }, ...rest });
}

/** A whole function call: added, its text in these pieces, done, item done. */
export function wholeFunction(
  outputIndex: number,
  key: string,
  name: string,
  ...pieces: readonly string[]
): readonly TypedEvent[] {
  const text = pieces.join("");
  return [
    itemAdded(outputIndex, functionItem(key, name)),
    ...pieces.map((piece) => argumentsDelta(outputIndex, key, piece)),
    argumentsDone(outputIndex, key, text),
    itemDone(outputIndex, functionItem(key, name, { arguments: text, status: "completed" })),
  ];
}

/** A response that completes, with these events before its end. */
export function completedResponse(...events: readonly (TypedEvent | string)[]): string {
  return responsesSse(created, ...events, terminal("completed"));
}
