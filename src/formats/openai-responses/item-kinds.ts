import type { Emit, InputKind, RunBy } from "../../protocol/call-event.ts";
import { fieldsAt, isFields, stringAt, type Fields } from "../fields.ts";

/** What a kind of output item is to the client. */
export interface CallKind {
  readonly runBy: RunBy;
  readonly input: InputKind;
  /** The tool's name where the item carries none. */
  readonly name: string | null;
  /** The fields in which the item may state its arguments, in order. */
  readonly textKeys: readonly string[];
}

function clientTool(name: string, ...textKeys: string[]): CallKind {
  return { runBy: "client", input: "json", name, textKeys };
}

function providerTool(name: string | null): CallKind {
  return { runBy: "provider", input: "json", name, textKeys: ["arguments", "code", "query", "action"] };
}

/** `response.output[]` of `openai` 7.59.0 (2026-12-01), the kinds that are calls. */
const CALL_KINDS: ReadonlyMap<string, CallKind> = new Map([
  ["function_call", { runBy: "client", input: "json", name: null, textKeys: ["arguments"] }],
  ["custom_tool_call", { runBy: "client", input: "text", name: null, textKeys: ["input"] }],
  ["computer_call", clientTool("computer", "action", "actions")],
  ["local_shell_call", clientTool("local_shell", "action")],
  ["shell_call", clientTool("shell", "action")],
  ["apply_patch_call", clientTool("apply_patch", "operation")],
  ["tool_search_call", clientTool("tool_search", "arguments")],
  ["mcp_call", providerTool(null)],
  ["program", providerTool("program")],
]);

/** Kinds of items that are no calls. */
const OTHER_ITEMS: ReadonlySet<string> = new Set([
  "message",
  "reasoning",
  "mcp_list_tools",
  "mcp_approval_request",
  "compaction",
  "context_compaction",
]);

/** What an item is to the client; `undefined` if it is no call. */
export function callKindOf(item: Fields, emit: Emit): CallKind | undefined {
  const type = stringAt(item, "type") ?? "";
  if (isRunByProvider(type, item)) return providerTool(type.slice(0, -"_call".length));
  if (CALL_KINDS.has(type) || type.endsWith("_call")) return kindFromType(type);
  if (!OTHER_ITEMS.has(type) && !type.endsWith("_output")) {
    emit({ type: "fault", fault: { code: "unknown-item", detail: `an output item of type ${type}` } });
  }
  if (type === "message") reportRefusal(item, emit);
  return undefined;
}

/** What the type of an item says. A kind of call that nobody knows is the provider's: the client must not run it. */
export function kindFromType(type: string): CallKind {
  return CALL_KINDS.get(type) ?? providerTool(type.replace(/_call$/, ""));
}

/** Shell calls in a container and tool searches of the server are declared like the client's, and run elsewhere. */
function isRunByProvider(type: string, item: Fields): boolean {
  if (type === "shell_call")
    return (stringAt(fieldsAt(item, "environment"), "type") ?? "local").startsWith("container");
  return type === "tool_search_call" && item["execution"] === "server";
}

/** A refusal may come without a delta of its own, only as a part of the finished message. */
function reportRefusal(item: Fields, emit: Emit): void {
  const content = item["content"];
  if (!Array.isArray(content)) return;
  if (content.some(isRefusal)) emit({ type: "refusal" });
}

function isRefusal(part: unknown): boolean {
  return isFields(part) && part["type"] === "refusal";
}
