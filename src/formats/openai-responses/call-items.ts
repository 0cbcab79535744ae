import type { CallAnswer } from "../../protocol/answer.ts";
import type { CallFacts, Outcome } from "../../protocol/outcome.ts";
import type { JsonObject } from "../dialect.ts";
import { isFields, isSaid, stringAt, type Fields } from "../fields.ts";
import { fitOpenaiName } from "../openai-name.ts";
import { repeatedArguments } from "../raw-arguments.ts";

/** The kind of item that a call of the client is; one that came only in pieces is a tool that the request declared. */
export function typeOfCall(item: Fields, call: CallFacts): string {
  return stringAt(item, "type") ?? (call.input === "text" ? "custom_tool_call" : "function_call");
}

/** Whether the call is one of a tool that a request declares by name. */
export function isDeclaredKind(type: string): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

/** The item of a declared tool's call as the next request repeats it. The text is the outcome's: one copy of four. */
export function callItem(item: Fields, outcome: Outcome, callId: string): JsonObject {
  const { call } = outcome;
  const type = typeOfCall(item, call);
  const text = type === "custom_tool_call" ? { input: call.text } : { arguments: repeatedArguments(outcome) };
  const said = ["id", "namespace", "caller", "async"].filter((key) => isSaid(item[key]));
  return {
    type,
    ...Object.fromEntries(said.map((key) => [key, item[key]])),
    call_id: callId,
    name: fitOpenaiName(call.name),
    ...text,
  };
}

/** What an output answers: the kind of call, the id of the pair, and who asked for it. */
export interface AnsweredCall {
  readonly type: string;
  readonly callId: string;
  readonly item: Fields;
}

/**
 * The output item of a call, or `undefined` where an answer in words does not fit: a computer call takes a screenshot
 * only. From `ResponseInputItem` of `openai` 7.59.0 (2026-12-01). Its local shell output names the call by `id`, while the
 * SDK for Python was to have `call_id` beside it (https://github.com/openai/openai-python/pull/3923), so it carries both.
 */
export function outputItem(call: AnsweredCall, answer: CallAnswer): JsonObject | undefined {
  const { type, callId, item } = call;
  const caller = isFields(item["caller"]) ? { caller: item["caller"] } : {};
  const output = textOf(answer);
  switch (type) {
    case "function_call":
    case "custom_tool_call":
      return { type: `${type}_output`, call_id: callId, ...caller, output };
    case "shell_call":
      return { type: "shell_call_output", call_id: callId, ...caller, output: [shellOutput(answer)] };
    case "local_shell_call":
      return { type: "local_shell_call_output", id: callId, call_id: callId, output: JSON.stringify({ output }) };
    case "apply_patch_call": {
      const status = answer.isError ? "failed" : "completed";
      return { type: "apply_patch_call_output", call_id: callId, ...caller, status, output };
    }
    // What is loaded is a list of tools, and there is no place for words.
    case "tool_search_call":
      return answer.isError
        ? { type: "tool_search_output", call_id: callId, execution: "client", status: "completed", tools: [] }
        : undefined;
    default:
      return undefined;
  }
}

function shellOutput(answer: CallAnswer): JsonObject {
  const streams = answer.isError ? { stdout: "", stderr: textOf(answer) } : { stdout: answer.text, stderr: "" };
  return { ...streams, outcome: { type: "exit", exit_code: answer.isError ? 1 : 0 } };
}

/** No output has a flag for errors, so the words say it. */
export function textOf(answer: CallAnswer): string {
  if (!answer.isError || /^\W*(error|aborted)\b/i.test(answer.text)) return answer.text;
  return `Error: ${answer.text}`;
}
