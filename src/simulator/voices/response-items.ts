import type { Random } from "../random.ts";
import type { Move } from "../script/move.ts";
import type { JsonObject } from "../script/script.ts";

/** What is fixed about a kind of item that carries a call. */
export interface ItemKind {
  readonly idPrefix: string;
  /** The events of its text, without `.delta` and `.done`; `null` for a kind that has no text. */
  readonly textEvent: string | null;
  /** The field that holds the whole text. */
  readonly textField: string;
  /** Whether deltas are padded. */
  readonly isPadded: boolean;
  /** What is reported between the announcement and the text, and between the text and the end. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const plainKind: ItemKind = {
  idPrefix: "it",
  textEvent: null,
  textField: "arguments",
  isPadded: false,
  before: [],
  after: [],
};

const KINDS: Readonly<Record<string, ItemKind>> = {
  function_call: {
    ...plainKind,
    idPrefix: "fc",
    textEvent: "response.function_call_arguments",
    isPadded: true,
  },
  custom_tool_call: {
    ...plainKind,
    idPrefix: "ctc",
    textEvent: "response.custom_tool_call_input",
    textField: "input",
  },
  mcp_call: {
    ...plainKind,
    idPrefix: "mcp",
    textEvent: "response.mcp_call_arguments",
    before: ["response.mcp_call.in_progress"],
    after: ["response.mcp_call.completed"],
  },
  web_search_call: {
    ...plainKind,
    idPrefix: "ws",
    before: ["response.web_search_call.in_progress", "response.web_search_call.searching"],
    after: ["response.web_search_call.completed"],
  },
  file_search_call: {
    ...plainKind,
    idPrefix: "fs",
    before: ["response.file_search_call.in_progress", "response.file_search_call.searching"],
    after: ["response.file_search_call.completed"],
  },
  code_interpreter_call: {
    ...plainKind,
    idPrefix: "ci",
    textEvent: "response.code_interpreter_call_code",
    textField: "code",
    before: ["response.code_interpreter_call.in_progress"],
    after: ["response.code_interpreter_call.interpreting", "response.code_interpreter_call.completed"],
  },
};

/** A call that became an item of the response. */
export interface CallItem {
  readonly start: Move<"call-start">;
  readonly type: string;
  readonly kind: ItemKind;
  readonly id: string;
  readonly callId: string;
  readonly outputIndex: number;
  text: string;
}

/** Makes the item of a call. */
export function createCallItem(start: Move<"call-start">, outputIndex: number, random: Random): CallItem {
  const type = start.type ?? (start.input === "text" ? "custom_tool_call" : "function_call");
  const kind = KINDS[type] ?? plainKind;
  const callId = start.id ?? `call_${random.word(24)}`;
  const id = start.itemId ?? `${kind.idPrefix}_${random.word(24)}`;
  return { start, type, kind, id, callId, outputIndex, text: "" };
}

/** Writes the item as it stands, with its keys in the order of its kind. */
export function writeCallItem(
  item: CallItem,
  status: string,
  more: { readonly text: string; readonly output?: string },
): JsonObject {
  const { id, type, start } = item;
  const extra = start.extra ?? {};
  switch (type) {
    case "function_call":
      return { id, type, status, arguments: more.text, call_id: item.callId, name: start.name, ...extra };
    case "custom_tool_call":
      return { id, type, call_id: item.callId, name: start.name, input: more.text, status, ...extra };
    case "mcp_call":
      return {
        id,
        type,
        server_label: start.serverName ?? "mcp",
        name: start.name,
        arguments: more.text,
        output: more.output ?? null,
        error: null,
        status,
        approval_request_id: null,
        ...extra,
      };
    case "code_interpreter_call":
      return { id, type, status, code: more.text, container_id: "cntr_1", outputs: null, ...extra };
    default:
      return { id, type, status, ...extra };
  }
}
