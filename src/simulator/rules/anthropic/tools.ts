import type { JsonObject } from "../../script/script.ts";
import type { HistoryRule } from "../history-rule.ts";
import { type Entry, entriesOf, isJsonObject, repeated, textOf } from "../request-body.ts";
import { anthropicRule, type Conversation, found } from "./conversation.ts";

const NAME_PATTERN = /^[a-zA-Z0-9_-]{1,128}$/;
const KEY_PATTERN = /^[a-zA-Z0-9_.-]{1,64}$/;
const UNIONS = ["oneOf", "allOf", "anyOf"];

/** What a request may declare. */
export const toolRules: readonly HistoryRule[] = [
  anthropicRule({
    name: "tool-name",
    title: "The name of a tool has 1 to 128 letters, digits, underscores and hyphens.",
    source: "https://github.com/BerriAI/litellm/pull/26788",
    find: (conversation) =>
      customTools(conversation)
        .filter(({ value }) => !NAME_PATTERN.test(textOf(value["name"])))
        .map((tool) => found(`${place(tool)}.name`, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")),
  }),
  anthropicRule({
    name: "tool-name-unique",
    title: "No two tools have one name.",
    source: "https://github.com/anthropics/claude-code/issues/10687",
    find: ({ body }) =>
      repeated(
        entriesOf(body["tools"]).filter(({ value }) => typeof value["name"] === "string"),
        ({ value }) => textOf(value["name"]),
      ).map(({ index }) => ({ path: `tools.${index}.name`, message: "tools: Tool names must be unique." })),
  }),
  anthropicRule({
    name: "tool-schema-type",
    title: "The schema of a tool is of type object.",
    source: "@anthropic-ai/sdk@1.14.0 resources/messages/messages.d.ts, Tool.InputSchema",
    find: (conversation) =>
      customTools(conversation)
        .filter(({ value }) => schemaOf(value)["type"] !== "object")
        .map((tool) => found(`${place(tool)}.input_schema.type`, "Input should be 'object'")),
  }),
  anthropicRule({
    name: "tool-schema-union",
    title: "The schema of a tool has no oneOf, allOf or anyOf at its top.",
    source: "https://github.com/anthropics/claude-code/issues/5973",
    find: (conversation) =>
      customTools(conversation)
        .filter(({ value }) => UNIONS.some((key) => Object.hasOwn(schemaOf(value), key)))
        .map((tool) =>
          found(`${place(tool)}.input_schema`, "input_schema does not support oneOf, allOf, or anyOf at the top level"),
        ),
  }),
  anthropicRule({
    name: "tool-property-key",
    title: "A property of a tool has a name of 1 to 64 letters, digits, underscores, dots and hyphens.",
    source: "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
    find: (conversation) =>
      customTools(conversation)
        .filter(({ value }) => propertyKeys(value).some((key) => !KEY_PATTERN.test(key)))
        .map((tool) =>
          found(
            `${place(tool)}.input_schema.properties`,
            "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
          ),
        ),
  }),
];

/** The tools that bring a schema of their own. The provider's tools are known by their type. */
function customTools({ body }: Conversation): readonly Entry[] {
  return entriesOf(body["tools"]).filter(({ value }) => ["", "custom"].includes(textOf(value["type"])));
}

function place({ index }: Entry): string {
  return `tools.${index}.custom`;
}

function schemaOf(tool: JsonObject): JsonObject {
  return isJsonObject(tool["input_schema"]) ? tool["input_schema"] : {};
}

function propertyKeys(tool: JsonObject): readonly string[] {
  const properties = schemaOf(tool)["properties"];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
