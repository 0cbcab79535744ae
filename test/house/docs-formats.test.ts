import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import type { Format } from "../../src/formats/format.ts";
import { settle } from "../../src/index.ts";
import { openaiChat, openaiChatWith, openaiResponses } from "../../src/openai.ts";
import type { Outcome } from "../../src/protocol/outcome.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";
import { blocksOf, codeWords, examplesOf, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { secondAnswer, wordlessHost } from "./recipes/dialect.ts";
import { fileAt, filesUnder, visitNodes } from "./source.ts";

const page = pageAt("docs/formats.md");

/** How the records of one wire are put into a stream. */
interface Wire {
  readonly heading: string;
  readonly stopHeading: string;
  readonly folder: string;
  readonly format: Format;
  /** A record as it stands in an example. */
  readonly record: (line: string) => string;
  /** What has to follow these records, so that the message ends well. */
  readonly end: (records: string) => string;
  /** A message with one whole call, `act`, that stops with this word. */
  readonly stopping: (word: string) => string;
}

const wires: readonly Wire[] = [
  {
    heading: "## Anthropic Messages",
    stopHeading: "### Stop words of Anthropic Messages",
    folder: "src/formats/anthropic-messages",
    format: anthropicMessages,
    record: sse,
    end: (records) => (records.includes('"message_delta"') ? "" : anthropicEnd("tool_use")),
    stopping: (word) =>
      sse('{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"act"}}') +
      sse('{"type":"content_block_stop","index":0}') +
      anthropicEnd(word),
  },
  {
    heading: "## OpenAI Chat Completions",
    stopHeading: "### Stop words of Chat Completions",
    folder: "src/formats/openai-chat",
    format: openaiChat,
    record: (line) => (/"choices"|"error"/.test(line) ? sse(line) : chatEntry(line)),
    end: (records) => (records.includes('"finish_reason"') ? "" : chatEnd("tool_calls")),
    stopping: (word) => chatEntry('{"index":0,"id":"1","function":{"name":"act","arguments":"{}"}}') + chatEnd(word),
  },
  {
    heading: "## OpenAI Responses",
    stopHeading: "### Stop words of Responses",
    folder: "src/formats/openai-responses",
    format: openaiResponses,
    record: sse,
    end: (records) => (records.includes('"response.completed"') ? "" : sse('{"type":"response.completed"}')),
    stopping: (word) => responseItem({ type: "function_call", call_id: "1", name: "act" }) + responseEnd(word),
  },
];

describe.each(wires)("docs/formats.md, $heading", (wire) => {
  const section = sectionOf(page, wire.heading);
  const examples = examplesOf(section);

  test("there are examples", () => {
    expect(examples.length).toBeGreaterThan(4);
  });

  test.each(examples.map((example, at) => [at + 1, example] as const))(
    "example %i comes to what the page says",
    async (_number, example) => {
      const records = example.records.map(wire.record).join("");

      const result = await settleText(wire.format, records + wire.end(records));

      expect([...result.outcomes.map(lineOf), ...result.faults.map((fault) => `fault ${fault.code}`)]).toEqual(
        example.comesTo,
      );
    },
  );

  test.each(tableOf(sectionOf(page, wire.stopHeading)).map(([word = "", ...rest]) => [word, rest] as const))(
    "the stop word %s means what the table says",
    async (word, [stopClass, cause]) => {
      const { ending, outcomes } = await settleText(wire.format, wire.stopping(word));

      expect(ending.class).toBe(stopClass);
      expect(ending.stop).toBe(word);
      expect(outcomes.map(causeOf)).toEqual([cause]);
    },
  );

  // Whatever text stands in the reader might be a stop word: those that are read as one must be in the table.
  test("the table has every stop word of the reader", async () => {
    const words = new Set(filesUnder(wire.folder).flatMap(stringsOf));
    const known: string[] = [];
    for (const word of words) {
      const { ending } = await settleText(wire.format, wire.stopping(word));
      if (ending.class !== "unknown" && ending.stop === word) known.push(word);
    }

    const listed = tableOf(sectionOf(page, wire.stopHeading)).map(([word]) => word);
    expect(new Set(known)).toEqual(new Set(listed));
    expect(words.size).toBeGreaterThan(listed.length);
  });
});

describe("docs/formats.md, the blocks of Anthropic", () => {
  const rows = tableOf(sectionOf(page, "### Blocks"));

  test.each(rows.slice(0, 3))("%s is run by whom the table says", async (type, who = "") => {
    const [outcome] = await blockOutcomes({ type, id: "1", name: "act", input: {} });

    expect(who.startsWith("the client") ? "client" : "provider").toBe(outcome?.call.runBy);
  });

  test("any other kind that looks like a call is the provider's, and a result is no call", async () => {
    const callers = [
      { type: "future_tool_use", id: "1", name: "act" },
      { type: "future_call", id: "1", name: "act", input: {} },
    ];
    const others = [{ type: "web_search_tool_result", tool_use_id: "1", content: [] }, { type: "hologram" }];

    for (const block of callers) expect((await blockOutcomes(block)).map(({ kind }) => kind)).toEqual(["observed"]);
    for (const block of others) expect(await blockOutcomes(block)).toEqual([]);
  });

  test("every event of the table is one that the reader knows, and none is left out", () => {
    const listed = tableOf(sectionOf(page, "### Events of Anthropic Messages")).map(([event]) => event);
    const cases = new Set<unknown>(["ping"]);
    visitNodes(fileAt("src/formats/anthropic-messages/anthropic-messages.ts"), ({ type, ...node }) => {
      if (type === "SwitchCase" && isLiteral(node["test"])) cases.add(node["test"].value);
    });

    expect(cases).toEqual(new Set(listed));
  });
});

describe("docs/formats.md, the dialect options of Chat Completions", () => {
  const answer = (index: number, name: string): string =>
    sse(
      `{"choices":[{"index":${index},"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"${name}","arguments":"{}"}}]},"finish_reason":"stop"}]}`,
    );

  test("the table names every option", () => {
    const listed = tableOf(sectionOf(page, "### Dialect options")).map(([option]) => option);

    expect(listed).toEqual(membersOf("src/formats/openai-chat/openai-chat.ts", "OpenaiChatDialect"));
  });

  test("the recipe reads a host without reasons, and the second of two answers", async () => {
    const wordless = chatEntry('{"index":0,"id":"1","function":{"name":"act","arguments":"{}"}}') + sse("[DONE]");
    const two = answer(0, "first") + answer(1, "second") + sse("[DONE]");

    expect((await settleText(wordlessHost, wordless)).outcomes.map(lineOf)).toEqual(["1 act: dispatchable {}"]);
    expect((await settleText(secondAnswer, two)).outcomes.map(lineOf)).toEqual(["1 second: dispatchable {}"]);
  });

  test("the defaults are those of the table", async () => {
    const stated = openaiChatWith({ choice: 0, finishReason: "required" });
    const wordless = chatEntry('{"index":0,"id":"1","function":{"name":"act","arguments":"{}"}}') + sse("[DONE]");

    for (const format of [openaiChat, stated]) {
      expect((await settleText(format, answer(0, "first"))).outcomes.map(lineOf)).toEqual(["1 first: dispatchable {}"]);
      expect((await settleText(format, wordless)).ending.cause).toBe("ended-early");
    }
  });
});

describe("docs/formats.md, the items of Responses", () => {
  const rows = tableOf(sectionOf(page, "### Kinds of items"));
  /** What an item carries besides its kind, where the page tells rows of one kind apart. */
  const extras: readonly (readonly [string, object])[] = [
    ["container", { environment: { type: "container_reference" } }],
    ["`execution`", { execution: "server" }],
  ];

  test.each(rows)("%s is run by the %s, under the name of the table", async (item, who, name, text = "") => {
    const type = item.includes("any other") ? "quantum_call" : (codeWords(item)[0] ?? item);
    const extra = extras.find(([mark]) => item.includes(mark))?.[1] ?? {};
    const own = name === "its own" ? { name: "own" } : {};
    const [key = ""] = codeWords(text).concat(text);
    const value = text.includes("raw text") ? "raw" : { from: key };

    const result = await settleText(
      openaiResponses,
      responseItem({ type, call_id: "1", ...own, ...extra, [key]: value }) + responseEnd("completed"),
    );

    const expectedName = name === "its own" ? "own" : name === "the kind without `_call`" ? "quantum" : name;
    expect(result.outcomes.map(({ call }) => [call.runBy, call.name])).toEqual([[who, expectedName]]);
    expect(result.outcomes[0]?.call.text).toBe(value === "raw" ? "raw" : JSON.stringify(value));
    expect(result.faults).toEqual([]);
  });

  test("the table and the list below it have every kind that the reader knows", () => {
    const known = stringsOf(fileAt("src/formats/openai-responses/item-kinds.ts")).filter((word) =>
      /^(?:[a-z]+_)+call$|^(?:program|message|reasoning|compaction|context_compaction|mcp_\w+)$/.test(word),
    );
    const section = sectionOf(page, "### Kinds of items");

    expect(known.length).toBeGreaterThan(14);
    expect(known.filter((word) => !section.includes(`\`${word}\``))).toEqual([]);
  });

  test.each(["message", "reasoning", "mcp_list_tools", "mcp_approval_request", "compaction", "context_compaction"])(
    "%s is no call and no fault",
    async (type) => {
      const result = await settleText(openaiResponses, responseItem({ type, id: "1" }) + responseEnd("completed"));

      expect([result.outcomes, result.faults]).toEqual([[], []]);
    },
  );

  test("an item of an unknown kind is a fault, and one that ends in _output is none", async () => {
    const body = responseItem({ type: "hologram" }) + responseItem({ type: "hologram_output" });

    const result = await settleText(openaiResponses, body + responseEnd("completed"));

    expect(result.faults.map(({ code }) => code)).toEqual(["unknown-item"]);
  });

  test.each([
    ["content_filter", "filtered", "content-filter"],
    ["content_policy", "filtered", "content-filter"],
    ["content_policy_violation", "filtered", "content-filter"],
    ["bio_policy", "filtered", "refused"],
    ["misalignment_policy_violation", "filtered", "refused"],
    ["server_error", "failed", "provider-error"],
  ])("a response that failed with %s is %s", async (code, stopClass, cause) => {
    const body =
      responseItem({ type: "function_call", call_id: "1", name: "act" }) +
      sse(JSON.stringify({ type: "response.failed", response: { status: "failed", error: { code } } }));

    const { ending, outcomes } = await settleText(openaiResponses, body);

    expect([ending.class, ...outcomes.map(causeOf)]).toEqual([stopClass, cause]);
  });

  test("the table of events names every event that the reader knows", () => {
    const section = sectionOf(page, "### Events of Responses");
    const known = stringsOf(fileAt("src/formats/openai-responses/openai-responses.ts")).filter((word) =>
      /^response\.\w/.test(word),
    );
    const listed = codeWords(section).flatMap((word) => [word, word.replace(/\.delta$/, ".done")]);

    expect(known.length).toBeGreaterThan(20);
    expect(known.filter((word) => !listed.includes(word))).toEqual([]);
  });
});

test("the code of docs/formats.md is a file that is compiled", () => {
  const blocks = blocksOf(page).filter(({ language }) => language === "ts");

  expect(blocks).toHaveLength(1);
  for (const { file = "", text } of blocks) expect(text).toBe(fileAt(file).text);
});

test("docs/formats.md names the versions of the packages that its tests run against", () => {
  const manifest = fileAt("package.json").text;

  expect(page).toContain(`\`@anthropic-ai/sdk\` ${versionOf(manifest, "@anthropic-ai/sdk")}`);
  expect(page).toContain(`\`openai\` ${versionOf(manifest, "openai")}`);
});

function sse(data: string): string {
  return `data: ${data}\n\n`;
}

function anthropicEnd(word: string): string {
  return sse(JSON.stringify({ type: "message_delta", delta: { stop_reason: word } })) + sse('{"type":"message_stop"}');
}

function chatEntry(entry: string): string {
  return sse(`{"choices":[{"index":0,"delta":{"tool_calls":[${entry}]}}]}`);
}

function chatEnd(word: string): string {
  return sse(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: word }] })) + sse("[DONE]");
}

function responseItem(item: object): string {
  return sse(JSON.stringify({ type: "response.output_item.done", output_index: nextPlace(), item }));
}

let place = 0;
function nextPlace(): number {
  place += 1;
  return place;
}

/** A status has an event of its own; anything else is a reason for being incomplete. */
function responseEnd(word: string): string {
  const isStatus = ["completed", "failed", "cancelled", "incomplete"].includes(word);
  const response = isStatus ? {} : { incomplete_details: { reason: word } };
  return sse(JSON.stringify({ type: `response.${isStatus ? word : "incomplete"}`, response }));
}

async function settleText(format: Format, text: string): Promise<RollResult> {
  return settle(deliver([text]), { format, tools: "any", clock: createManualClock() }).result;
}

async function blockOutcomes(block: object): Promise<readonly Outcome[]> {
  const start = JSON.stringify({ type: "content_block_start", index: 0, content_block: block });
  const body = sse(start) + sse('{"type":"content_block_stop","index":0}') + anthropicEnd("tool_use");
  return (await settleText(anthropicMessages, body)).outcomes;
}

function lineOf(outcome: Outcome): string {
  const { id, name } = outcome.call;
  const called = `${id} ${name === "" ? "(no name)" : name}: `;
  switch (outcome.kind) {
    case "dispatchable":
      return `${called}dispatchable ${JSON.stringify(outcome.args)}`;
    case "invalid":
      return `${called}invalid/${outcome.cause}`;
    case "failed":
      return `${called}failed/${outcome.reason}/${outcome.cause}`;
    case "observed":
      return `${called}observed`;
  }
}

function causeOf(outcome: Outcome): string {
  return outcome.kind === "failed" ? outcome.cause : "";
}

function isLiteral(node: unknown): node is { readonly value: unknown } {
  return typeof node === "object" && node !== null && "type" in node && node.type === "Literal" && "value" in node;
}

function stringsOf(file: ReturnType<typeof fileAt>): readonly string[] {
  const strings: string[] = [];
  visitNodes(file, (node) => {
    if (node.type === "Literal" && typeof node["value"] === "string") strings.push(node["value"]);
  });
  return strings;
}

/** The names of an interface's members, in order. */
function membersOf(path: string, name: string): readonly string[] {
  const body = new RegExp(`interface ${name} {\\n([\\s\\S]*?)\\n}`).exec(fileAt(path).text)?.[1] ?? "";
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member = ""]) => member);
}

function versionOf(manifest: string, name: string): string {
  return new RegExp(`"${name}": "([\\d.]+)"`).exec(manifest)?.[1] ?? "";
}
