import type { Finding, HistoryRule } from "../history-rule.ts";
import { checkName, checkParameters, missing, noString, unknownWord } from "../openai-schema.ts";
import { type Entry, entriesOf, textOf } from "../request-body.ts";
import { answersOf, type Item, type ItemRequest, itemRule } from "./input-items.ts";

const ROLES = ["assistant", "system", "developer", "user"];
const ANSWER_PARTS = ["output_text", "refusal"];

const ITEM_TYPES = [
  "additional_tools",
  "apply_patch_call",
  "apply_patch_call_output",
  "code_interpreter_call",
  "compaction",
  "compaction_trigger",
  "computer_call",
  "computer_call_output",
  "configuration_update",
  "custom_tool_call",
  "custom_tool_call_output",
  "file_search_call",
  "function_call",
  "function_call_output",
  "image_generation_call",
  "item_reference",
  "local_shell_call",
  "local_shell_call_output",
  "mcp_approval_request",
  "mcp_approval_response",
  "mcp_call",
  "mcp_list_tools",
  "message",
  "program",
  "program_output",
  "reasoning",
  "shell_call",
  "shell_call_output",
  "tool_search_call",
  "tool_search_output",
  "web_search_call",
];

/** What one item and one declared tool look like, and what follows reasoning. */
export const itemContentRules: readonly HistoryRule[] = [
  itemRule({
    name: "input-required",
    title: "A request has an input, or goes on from what the provider keeps (wording unverified).",
    source: "openai@7.59.0 resources/responses/responses.d.ts, ResponseCreateParamsBase",
    find: ({ body, items, origin }) => {
      const isText = typeof body["input"] === "string" && body["input"] !== "";
      const message = "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided.";
      return isText || items.length > 0 || origin.kind !== "beginning" ? [] : [{ path: "input", message }];
    },
  }),
  itemRule({
    name: "item-type",
    title: "An item is of a type that the API knows.",
    source: "https://github.com/QuantumNous/new-api/issues/6160",
    find: ({ items }) =>
      items
        .filter(({ type }) => !ITEM_TYPES.includes(type))
        .map(({ path, type }) => unknownWord(`${path}.type`, type, ITEM_TYPES)),
  }),
  itemRule({
    name: "role",
    title: "A message is of the assistant, the system, the developer or the user.",
    source: "https://github.com/Chevey339/kelivo/pull/281",
    find: ({ items }) =>
      messagesOf(items)
        .filter(({ value }) => !ROLES.includes(textOf(value["role"])))
        .map(({ path, value }) => unknownWord(`${path}.role`, textOf(value["role"]), ROLES)),
  }),
  itemRule({
    name: "assistant-content",
    title: "A message of the assistant holds output_text and refusal alone.",
    source: "https://github.com/tinyhumansai/openhuman/issues/3624",
    find: ({ items }) =>
      messagesOf(items)
        .filter(({ value }) => value["role"] === "assistant")
        .flatMap(({ path, value }) =>
          entriesOf(value["content"])
            .filter((part) => !ANSWER_PARTS.includes(textOf(part.value["type"])))
            .map((part) => unknownWord(`${path}.content[${part.index}]`, textOf(part.value["type"]), ANSWER_PARTS)),
        ),
  }),
  itemRule({
    name: "arguments-string",
    title: "The arguments of a function call, and the input of a custom one, are a string.",
    source: "https://github.com/torad-labs/splice/pull/50",
    find: ({ items }) => items.flatMap(checkArguments),
  }),
  itemRule({
    name: "call-name",
    title: "The name in a call has 1 to 64 letters, digits, underscores and hyphens.",
    source: "https://github.com/Wei-Shaw/sub2api/issues/3818",
    find: ({ items }) =>
      items
        .filter(({ type }) => type === "function_call" || type === "custom_tool_call")
        .flatMap(({ path, value }) => checkName(`${path}.name`, textOf(value["name"]))),
  }),
  itemRule({
    name: "output-required",
    title: "The output of a function or a custom tool says something, be it empty.",
    source: "openai@7.59.0 resources/responses/responses.d.ts, ResponseInputItem.FunctionCallOutput",
    find: ({ items }) =>
      answersOf(items)
        .filter(({ type }) => type === "function_call_output" || type === "custom_tool_call_output")
        .filter(({ value }) => typeof value["output"] !== "string" && !Array.isArray(value["output"]))
        .map(({ path }) => missing(`${path}.output`)),
  }),
  itemRule({
    name: "reasoning-without-item",
    title: "Reasoning is followed by the item of the model that it led to.",
    source: "https://github.com/openai/openai-node/issues/1567",
    find: ({ items }) =>
      items
        .filter((item) => item.type === "reasoning" && !isOfModel(items[item.index + 1]))
        .map(({ path, value }) => ({
          path,
          message: `Item '${textOf(value["id"])}' of type 'reasoning' was provided without its required following item.`,
        })),
  }),
  itemRule({
    name: "tool-name",
    title: "The name of a tool has 1 to 64 letters, digits, underscores and hyphens.",
    source: "https://github.com/openai/openai-dotnet/issues/441",
    find: (request) =>
      declared(request).flatMap(({ index, value }) => checkName(`tools[${index}].name`, textOf(value["name"]))),
  }),
  itemRule({
    name: "tool-parameters",
    title: "The parameters of a function are a schema of type object.",
    source: "https://github.com/ComposioHQ/composio/issues/1829",
    find: (request) =>
      declared(request).flatMap(({ index, value }) => checkParameters(`tools[${index}].parameters`, value)),
  }),
];

function messagesOf(items: readonly Item[]): readonly Item[] {
  return items.filter(({ type }) => type === "message");
}

function checkArguments({ path, type, value }: Item): readonly Finding[] {
  const field = fieldOfText(type);
  return field === null || typeof value[field] === "string" ? [] : [noString(`${path}.${field}`, value[field])];
}

function fieldOfText(type: string): string | null {
  switch (type) {
    case "function_call":
      return "arguments";
    case "custom_tool_call":
      return "input";
    default:
      return null;
  }
}

/** Whether an item may be the model's own. What a reference stands for cannot be seen. */
function isOfModel(item: Item | undefined): boolean {
  if (item === undefined) {
    return false;
  }
  if (item.type === "message") {
    return item.value["role"] === "assistant";
  }
  return answersOf([item]).length === 0 && item.type !== "mcp_approval_response";
}

function declared({ body }: ItemRequest): readonly Entry[] {
  return entriesOf(body["tools"]).filter(({ value }) => value["type"] === "function" || value["type"] === "custom");
}
