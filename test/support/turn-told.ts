import type { Wire } from "./turn-clients.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a request tells the model of calls, in order: the texts of the results, errors with `error: ` in front. */
export function resultsIn(wire: Wire, body: Fields | null): readonly string[] {
  switch (wire) {
    case "anthropic-messages":
      return listOf(body?.["messages"]).flatMap(({ content }) =>
        listOf(content)
          .filter(({ type }) => type === "tool_result")
          .map((block) => (block["is_error"] === true ? `error: ${said(block["content"])}` : said(block["content"]))),
      );
    case "openai-chat":
      return listOf(body?.["messages"])
        .filter(({ role }) => role === "tool")
        .map(({ content }) => inWords(said(content)));
    case "openai-responses":
      return listOf(body?.["input"])
        .filter(({ type }) => type === "function_call_output")
        .map(({ output }) => inWords(said(output)));
  }
}

/** Where the wire has no flag, the text says that it is an error. */
function inWords(text: string): string {
  return text.replace(/^Error: /, "error: ");
}

function said(content: unknown): string {
  return typeof content === "string"
    ? content
    : listOf(content)
        .map(({ text }) => String(text))
        .join("");
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
