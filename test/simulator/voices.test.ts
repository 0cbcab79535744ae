import { describe, expect, test } from "vitest";

import { type Envelope, type Quirks, type Script, type Step } from "../../src/simulator.ts";
import { dataOf, playText } from "./play-text.ts";

/** One field of an object, whatever it is. */
function field(value: unknown, name: string): unknown {
  return Object.entries(Object(value) as object).find(([key]) => key === name)?.[1];
}

/** The `choices` of every chunk, without what surrounds them. */
async function choicesOf(steps: readonly Step[], envelope: Envelope = {}): Promise<readonly unknown[]> {
  const body = await playText({
    format: "openai-chat",
    envelope: { plain: true, role: "missing", id: "c", created: 1, model: "m", ...envelope },
    steps,
  });
  return dataOf(body).map((data) => field(data, "choices"));
}

/** The entries of `tool_calls` of a call in three fragments. */
async function entriesOf(quirks: Quirks): Promise<readonly unknown[]> {
  const step: Step = {
    kind: "call",
    id: "call_1",
    name: "note",
    pieces: ['{"a"', ":1", "}"],
    opening: "first-piece",
    quirks,
  };
  const choices = await choicesOf([step]);
  return choices.map((choice): unknown => {
    const [, entry = "null"] = /"tool_calls":\[(.*)\]\},"finish_reason"/.exec(JSON.stringify(choice)) ?? [];
    return JSON.parse(entry);
  });
}

const first = { index: 0, id: "call_1", type: "function", function: { name: "note", arguments: '{"a"' } };
const second = { index: 0, function: { arguments: ":1" } };
const third = { index: 0, function: { arguments: "}" } };

describe("habits of look-alikes", () => {
  test.each<readonly [title: string, quirks: Quirks, entries: readonly unknown[]]>([
    ["none", {}, [first, second, third]],
    [
      "no index",
      { index: "missing" },
      [
        { id: "call_1", type: "function", function: first.function },
        { function: second.function },
        { function: third.function },
      ],
    ],
    [
      "an index that jumps",
      { index: 3 },
      [
        { ...first, index: 3 },
        { ...second, index: 3 },
        { ...third, index: 3 },
      ],
    ],
    ["an index that changes", { index: 1, laterIndex: 0 }, [{ ...first, index: 1 }, second, third]],
    ["no id", { id: "missing" }, [{ index: 0, type: "function", function: first.function }, second, third]],
    ["an empty id", { id: "empty" }, [{ ...first, id: "" }, second, third]],
    ['the id "null"', { id: "null" }, [{ ...first, id: "null" }, second, third]],
    [
      "a late id",
      { id: "late" },
      [{ index: 0, type: "function", function: first.function }, { ...second, id: "call_1", type: "function" }, third],
    ],
    [
      "a new id in every fragment",
      { id: "new" },
      [first, { ...second, id: "call_1-1", type: "function" }, { ...third, id: "call_1-2", type: "function" }],
    ],
    ["blank ids later", { id: "blank-later" }, [first, { ...second, id: "" }, { ...third, id: "" }]],
    ["null ids later", { id: "null-later" }, [first, { ...second, id: null }, { ...third, id: null }]],
    [
      "a late name",
      { name: "late" },
      [{ ...first, function: { arguments: '{"a"' } }, { index: 0, function: { name: "note", arguments: ":1" } }, third],
    ],
    [
      "null names later",
      { name: "null-later" },
      [
        first,
        { index: 0, function: { name: null, arguments: ":1" } },
        { index: 0, function: { name: null, arguments: "}" } },
      ],
    ],
    [
      "no arguments in the first fragment",
      { arguments: "absent" },
      [{ ...first, function: { name: "note" } }, second, third],
    ],
  ])("%s", async (_title, quirks, entries) => {
    expect(await entriesOf(quirks)).toEqual(entries);
  });

  test("the legacy function_call has neither index nor id", async () => {
    const call: Step = { kind: "call", name: "note", arguments: "{}", chunking: "whole", legacy: true };

    expect(await choicesOf([call, { kind: "stop", word: "function_call" }])).toEqual([
      [{ index: 0, delta: { function_call: { name: "note", arguments: "" } }, finish_reason: null }],
      [{ index: 0, delta: { function_call: { arguments: "{}" } }, finish_reason: null }],
      [{ index: 0, delta: {}, finish_reason: "function_call" }],
    ]);
  });

  test("one chunk can hold several entries, also of one call", async () => {
    const together: Step = {
      kind: "together",
      steps: [
        { kind: "call-start", id: "call_1", name: "note" },
        { kind: "call-text", text: "{}" },
        { kind: "call-start", id: "call_2", name: "note", text: "{}", finish: "tool_calls" },
      ],
    };

    expect(await choicesOf([together])).toEqual([
      [
        {
          index: 0,
          delta: {
            tool_calls: [
              { index: 0, id: "call_1", type: "function", function: { name: "note", arguments: "" } },
              { index: 0, function: { arguments: "{}" } },
              { index: 1, id: "call_2", type: "function", function: { name: "note", arguments: "{}" } },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
    ]);
  });

  test("double-encoded arguments are a JSON string that holds their JSON", async () => {
    const call: Step = {
      kind: "call",
      id: "call_1",
      name: "note",
      arguments: '{"a":1}',
      doubleEncoded: true,
      opening: "whole",
    };

    expect(await choicesOf([call])).toMatchObject([
      [{ delta: { tool_calls: [{ function: { arguments: String.raw`"{\"a\":1}"` } }] } }],
    ]);
  });

  test("a call without any argument text sends its announcement only", async () => {
    expect(await choicesOf([{ kind: "call", id: "call_1", name: "note" }])).toHaveLength(1);
  });

  test("an error can be an event with a name, and a usage chunk can lack its choices", async () => {
    const body = await playText({
      format: "openai-chat",
      envelope: { plain: true, id: "c", created: 1, model: "m" },
      steps: [
        { kind: "usage", inputTokens: 1, outputTokens: 2, choices: "missing" },
        { kind: "error", shape: "event", error: "all_routes_failed" },
      ],
    });

    expect(body).toBe(
      'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",' +
        '"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}\n\n' +
        'event: error\ndata: {"error":"all_routes_failed"}\n\n',
    );
  });
});

describe("the official chunk", () => {
  test("repeats the fingerprint, null usage and padding, and says the role first", async () => {
    const body = await playText({
      format: "openai-chat",
      envelope: { id: "c", created: 1, model: "m", padding: "p", usageNull: true },
      steps: [{ kind: "text", text: "Hi", chunking: "whole" }],
    });

    const head = 'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","service_tier":"default",';
    const tail = '"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"p"}\n\n';
    expect(body).toBe(
      `${head}"system_fingerprint":null,"choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},${tail}` +
        `${head}"system_fingerprint":null,"choices":[{"index":0,"delta":{"content":"Hi"},${tail}`,
    );
  });

  test("refuses and reasons in fields of their own", async () => {
    const choices = await choicesOf([
      { kind: "reasoning", pieces: ["Hm."] },
      { kind: "refusal", pieces: ["No."] },
    ]);

    expect(choices).toMatchObject([[{ delta: { reasoning_content: "Hm." } }], [{ delta: { refusal: "No." } }]]);
  });
});

describe("Anthropic's blocks", () => {
  const events = async (steps: Script["steps"]): Promise<readonly unknown[]> =>
    dataOf(await playText({ format: "anthropic-messages", steps })).slice(1);

  test("thinking is signed before it is closed", async () => {
    expect(await events([{ kind: "reasoning", pieces: ["Hm."], signature: "c2ln" }])).toEqual([
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  test("a call that comes whole has its input in the block start and no deltas", async () => {
    const call: Step = { kind: "call", id: "toolu_1", name: "note", arguments: '{"a":1}', opening: "whole" };

    expect(await events([call])).toEqual([
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "toolu_1", name: "note", input: { a: 1 }, caller: { type: "direct" } },
      },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  test("text that is cut for it begins with the empty fragment that Claude sends", async () => {
    const call: Step = { kind: "call", id: "toolu_1", name: "note", arguments: "{}", chunking: "whole" };

    expect((await events([call])).slice(1, 3)).toEqual([
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
    ]);
  });

  test("a block that nobody knows is started and stopped as it is", async () => {
    expect(await events([{ kind: "block", block: { type: "hologram", depth: 3 } }])).toEqual([
      { type: "content_block_start", index: 0, content_block: { type: "hologram", depth: 3 } },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  test("two calls can be interleaved", async () => {
    const steps: readonly Step[] = [
      { kind: "call-start", id: "toolu_1", name: "note" },
      { kind: "call-start", id: "toolu_2", name: "note" },
      { kind: "call-text", call: 0, pieces: ["{}"] },
      { kind: "call-text", pieces: ["[]"] },
      { kind: "call-end", call: 0 },
    ];

    expect((await events(steps)).slice(2)).toMatchObject([
      { index: 0, delta: { partial_json: "{}" } },
      { index: 1, delta: { partial_json: "[]" } },
      { type: "content_block_stop", index: 0 },
    ]);
  });
});

describe("the items of a response", () => {
  const envelope: Envelope = { id: "resp_1", padding: null };
  const events = async (steps: Script["steps"]): Promise<readonly unknown[]> =>
    dataOf(await playText({ format: "openai-responses", envelope, steps })).slice(2);

  test("arguments can come in the done event only", async () => {
    const call: Step = { kind: "call", id: "call_1", itemId: "fc_1", name: "note", doneText: "{}" };

    expect(await events([call])).toMatchObject([
      { type: "response.output_item.added", item: { arguments: "" } },
      { type: "response.function_call_arguments.done", item_id: "fc_1", arguments: "{}" },
      { type: "response.output_item.done", item: { arguments: "{}" } },
    ]);
  });

  test("arguments can come in the item only, and in the final response only", async () => {
    const inItem: Step = { kind: "call", name: "note", done: false, itemText: "{}" };
    const inResponse: Step = { kind: "call", name: "note", done: false, item: false, itemText: "[]" };

    expect(await events([inItem, inResponse, { kind: "stop", reason: "calls" }])).toMatchObject([
      { type: "response.output_item.added", item: { arguments: "" } },
      { type: "response.output_item.done", item: { arguments: "{}" } },
      { type: "response.output_item.added", item: { arguments: "" } },
      { type: "response.completed", response: { output: [{ arguments: "{}" }, { arguments: "[]" }] } },
    ]);
  });

  test("a stop that nobody knows makes the response incomplete, and the output can be missing", async () => {
    const [terminal] = await events([{ kind: "stop", word: "model_resting", output: "missing" }]);

    expect(terminal).toMatchObject({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "model_resting" } },
    });
    expect(JSON.stringify(terminal)).not.toContain('"output":');
  });

  test("a message and a refusal are content parts, numbered through", async () => {
    const told = await events([
      { kind: "text", pieces: ["Hi"] },
      { kind: "refusal", pieces: ["No."] },
    ]);

    expect(told.map((event) => field(event, "type"))).toEqual([
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.refusal.delta",
      "response.refusal.done",
      "response.content_part.done",
      "response.output_item.done",
    ]);
    expect(told.map((event) => field(event, "sequence_number"))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  test("an item of an unknown kind is added and done as it is", async () => {
    expect(await events([{ kind: "block", block: { id: "x_1", type: "hologram_call" } }])).toEqual([
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { id: "x_1", type: "hologram_call" },
        sequence_number: 2,
      },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { id: "x_1", type: "hologram_call" },
        sequence_number: 3,
      },
    ]);
  });
});

test("a frame and bytes are written as they are", async () => {
  const steps: readonly Step[] = [
    { kind: "frame", data: "{}", event: "odd" },
    { kind: "frame", data: "one\ntwo" },
    { kind: "bytes", text: "data: x\r\n\r\n" },
    { kind: "bytes", base64: "77u/" },
  ];

  expect(await playText({ format: "openai-chat", steps })).toBe(
    "event: odd\ndata: {}\n\ndata: one\ndata: two\n\ndata: x\r\n\r\n\ufeff",
  );
});
