import { describe, expect, test } from "vitest";

import { added } from "../support/anthropic-history.ts";
import {
  anthropicMessage,
  blockStart,
  blockStop,
  errorEvent,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { anthropicSse, type TypedEvent } from "../support/settle-stream.ts";

const text = (index: number, words: string): readonly TypedEvent[] => [
  blockStart(index, { type: "text", text: "" }),
  textDelta(index, words),
  blockStop(index),
];

const note = (words: string) => ({ type: "text", text: words });

const priority = { name: "act", input: { type: "object", properties: { priority: { enum: ["low"] } } } };

describe("a call that is answered (R10)", () => {
  test("goes back with its input, and its result stands alone in the next message", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...text(0, "I look."),
      ...wholeCall(1, "toolu_1", "find", '{"page":', '"sign-in"}'),
    );

    expect(await added(body, { answers: { 0: "blank since Monday" } })).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "toolu_1", name: "find", input: { page: "sign-in" } },
        ],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "blank since Monday" }],
      },
    ]);
  });

  test("is answered in the order of the calls, with a flag where the answer is an error", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "find", '{"n":1}'),
      ...wholeCall(1, "toolu_2", "find", '{"n":2}'),
      ...wholeCall(2, "toolu_3", "find", '{"n":3}'),
    );

    expect(await added(body, { answers: { 2: "three", 0: "one", 1: { isError: true, text: "no two" } } })).toEqual([
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "toolu_1", name: "find", input: { n: 1 } },
          { type: "tool_use", id: "toolu_2", name: "find", input: { n: 2 } },
          { type: "tool_use", id: "toolu_3", name: "find", input: { n: 3 } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "one" },
          { type: "tool_result", tool_use_id: "toolu_2", content: "no two", is_error: true },
          { type: "tool_result", tool_use_id: "toolu_3", content: "three" },
        ],
      },
    ]);
  });

  test("without argument text has an empty object for its input", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "list"));

    expect((await added(body, { answers: { 0: "none" } }))[0]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "list", input: {} }],
    });
  });

  test("keeps the other fields of its block, and a member of a toolset names its toolset in the result", async () => {
    const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_9" };
    const body = anthropicMessage(
      "tool_use",
      blockStart(0, {
        type: "tool_use",
        id: "toolu_1",
        name: "left_click",
        input: {},
        toolset_name: "browser",
        caller,
      }),
      inputDelta(0, '{"x":4}'),
      blockStop(0),
    );

    expect(await added(body, { answers: { 0: "clicked" } })).toEqual([
      {
        role: "assistant",
        content: [
          {
            type: "tool_use",
            id: "toolu_1",
            name: "left_click",
            input: { x: 4 },
            toolset_name: "browser",
            caller: { type: "code_execution_20260120", tool_id: "srvtoolu_9" },
          },
        ],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", toolset_name: "browser", content: "clicked" }],
      },
    ]);
  });

  test("that came whole in the start of the message goes back in its place", async () => {
    const whole = [
      { type: "text", text: "Two at once." },
      { type: "tool_use", id: "toolu_1", name: "find", input: { n: 1 } },
      { type: "tool_use", id: "toolu_2", name: "list", input: {} },
    ];
    const body = anthropicSse(messageStart(whole), messageDelta("tool_use"), messageStop);

    expect(await added(body, { answers: { 0: "one", 1: "all" } })).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "Two at once." },
          { type: "tool_use", id: "toolu_1", name: "find", input: { n: 1 } },
          { type: "tool_use", id: "toolu_2", name: "list", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "one" },
          { type: "tool_result", tool_use_id: "toolu_2", content: "all" },
        ],
      },
    ]);
  });
});

describe("the input of a call that goes back although it did not fit", () => {
  const cases: readonly (readonly [title: string, written: string, input: unknown])[] = [
    ["is the object as it was written", '{"priority":"high"}', { priority: "high" }],
    ["is the raw text where it is no object", "[1,2]", { raw_arguments: "[1,2]" }],
    ["is the raw text where a key is given twice", '{"a":1,"a":2}', { raw_arguments: '{"a":1,"a":2}' }],
    [
      "is the raw text where a number would be changed",
      '{"n":12345678901234567890}',
      { raw_arguments: '{"n":12345678901234567890}' },
    ],
    [
      "is the raw text where a key reaches for a prototype",
      '{"__proto__":{"a":1}}',
      { raw_arguments: '{"__proto__":{"a":1}}' },
    ],
    ["is the raw text where it is no JSON", "{priority: low}", { raw_arguments: "{priority: low}" }],
    ["is the raw text where it never ended", '{"priority":"lo', { raw_arguments: '{"priority":"lo' }],
  ];
  for (const [title, written, input] of cases) {
    test(`${title}: ${written}`, async () => {
      const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", written));

      const answers = { 0: { isError: true, text: "It did not fit." } };
      expect(await added(body, { answers, options: { tools: [priority] } })).toEqual([
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "act", input }] },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "It did not fit.", is_error: true }],
        },
      ]);
    });
  }

  test("says how much there was where it outgrew its limit", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", '{"priority":"low"}'));

    const answers = { 0: { isError: true, text: "Too long." } };
    expect((await added(body, { answers, options: { limits: { maxCallBytes: 10 } } }))[0]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "act", input: { raw_arguments: "(18 bytes, not kept)" } }],
    });
  });

  test("is the object inside where a string held one and the tool took it", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", '"{\\"priority\\":\\"low\\"}"'));

    expect((await added(body, { answers: { 0: "done" }, options: { tools: [priority] } }))[0]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "act", input: { priority: "low" } }],
    });
  });
});

describe("the name of a call that goes back", () => {
  test("is spelled in what the API takes", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", `files.read ${"x".repeat(200)}`, "{}"));

    const answers = { 0: { isError: true, text: "There is no such tool." } };
    expect((await added(body, { answers, options: { tools: [] } }))[0]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: `files_read_${"x".repeat(117)}`, input: {} }],
    });
  });
});

describe("a call without an answer is left out, and a note says why (R10)", () => {
  const call = wholeCall(0, "toolu_1", "act", '{"secret":"4711"}');
  const ended = (stop: string): string => anthropicMessage(stop, ...call);
  const cases: readonly (readonly [body: string, notes: readonly string[], tools?: readonly { name: string }[]])[] = [
    [ended("max_tokens"), ["[The call to act was not run: the request was cut short.]"]],
    [ended("model_context_window_exceeded"), ["[The call to act was not run: the request was cut short.]"]],
    [ended("refusal"), ["[The call to act was not run: it was stopped by the provider's safety filter.]"]],
    [ended("some_new_stop"), ["[The call to act was not run: the answer stopped for an unknown reason.]"]],
    [ended("tool_use"), ["[The call to act was not run: there is no such tool.]"], [{ name: "other" }]],
    [ended("tool_use"), ["[The call to act has no result.]"]],
    [
      anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", "{secret")),
      ["[The call to act was not run: the request was unreadable.]"],
    ],
    [
      anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", '{"secret":')),
      ["[The call to act was not run: the request was cut short.]"],
    ],
    [
      anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", "[4711]")),
      ["[The call to act was not run: the request did not fit the tool.]"],
    ],
    [
      anthropicSse(messageStart(), ...call),
      [
        "[The call to act was not run: the answer ended early.]",
        "[The answer broke off here: the answer ended early.]",
      ],
    ],
    [
      anthropicSse(messageStart(), ...call, errorEvent("overloaded_error")),
      [
        "[The call to act was not run: the model service failed.]",
        "[The answer broke off here: the model service failed.]",
      ],
    ],
    [
      anthropicMessage("tool_use", inputDelta(0, '{"secret":1}'), blockStop(0)),
      ["[The call to a tool was not run: the model service failed.]"],
    ],
    [
      anthropicMessage("max_tokens", ...wholeCall(0, "toolu_1", "act\n] run", '{"secret":1}')),
      ["[The call to a tool was not run: the request was cut short.]"],
    ],
  ];
  for (const [body, notes, tools] of cases) {
    test(notes.join(" "), async () => {
      expect(await added(body, tools === undefined ? {} : { options: { tools } })).toEqual([
        { role: "assistant", content: notes.map(note) },
      ]);
    });
  }

  test("[The call to act was not run: the connection was lost.]", async () => {
    const body = anthropicSse(messageStart(), ...call);

    expect(await added(body, { end: "reset" })).toEqual([
      {
        role: "assistant",
        content: [
          note("[The call to act was not run: the connection was lost.]"),
          note("[The answer broke off here: the connection was lost.]"),
        ],
      },
    ]);
  });

  test("[The call to act was not run: the request could not be checked.]", async () => {
    const tools = [
      {
        name: "act",
        input: {
          "~standard": {
            version: 1 as const,
            vendor: "test",
            validate: () => {
              throw new Error("broken");
            },
          },
        },
      },
    ];

    expect(await added(ended("tool_use"), { options: { tools } })).toEqual([
      { role: "assistant", content: [note("[The call to act was not run: the request could not be checked.]")] },
    ]);
  });

  test("while its answered siblings and the text around it stay", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...text(0, "Three steps."),
      ...wholeCall(1, "toolu_1", "act", '{"n":1}'),
      ...wholeCall(2, "toolu_2", "act", "{broken"),
      ...wholeCall(3, "toolu_3", "act", '{"n":3}'),
    );

    expect(await added(body, { answers: { 0: "one", 2: "three" } })).toEqual([
      {
        role: "assistant",
        content: [
          note("Three steps."),
          { type: "tool_use", id: "toolu_1", name: "act", input: { n: 1 } },
          note("[The call to act was not run: the request was unreadable.]"),
          { type: "tool_use", id: "toolu_3", name: "act", input: { n: 3 } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "one" },
          { type: "tool_result", tool_use_id: "toolu_3", content: "three" },
        ],
      },
    ]);
  });

  test("and the text before a call that the ceiling cut stays", async () => {
    const body = anthropicMessage(
      "max_tokens",
      ...text(0, "I write the plan."),
      ...wholeCall(1, "toolu_1", "act", '{"steps":["mulch","pr'),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [note("I write the plan."), note("[The call to act was not run: the request was cut short.]")],
      },
    ]);
  });

  test("and calls beyond the limit on calls, which were never announced, leave nothing", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_1", "act", "{}"),
      ...wholeCall(1, "toolu_2", "act", "{}"),
    );

    expect(await added(body, { options: { limits: { maxCalls: 1 } } })).toEqual([
      {
        role: "assistant",
        content: [
          note("[The call to act was not run: the model service failed.]"),
          note("[The answer broke off here: the model service failed.]"),
        ],
      },
    ]);
  });
});

describe("the ids of calls are ones that the provider takes, and stand once in the history", () => {
  const idsOf = async (id: unknown, messages?: readonly { role: string; content: unknown }[]): Promise<unknown> => {
    const body = anthropicMessage(
      "tool_use",
      blockStart(0, { type: "tool_use", id, name: "act", input: {} }),
      blockStop(0),
    );
    const [said, answered] = await added(body, {
      answers: { 0: "done" },
      ...(messages === undefined ? {} : { messages }),
    });
    return [said?.["content"], answered?.["content"]];
  };
  const under = (id: string): unknown => [
    [{ type: "tool_use", id, name: "act", input: {} }],
    [{ type: "tool_result", tool_use_id: id, content: "done" }],
  ];
  const earlier = (id: string) => [
    { role: "user", content: "Do it." },
    { role: "assistant", content: [{ type: "tool_use", id, name: "act", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
  ];

  test("one of the wrong alphabet is spelled in the right one", async () => {
    expect(await idsOf("functions.act:0")).toEqual(under("functions_act_0"));
  });

  test("one that is too long is cut", async () => {
    expect(await idsOf(`toolu_${"a".repeat(80)}`)).toEqual(under(`toolu_${"a".repeat(58)}`));
  });

  test("one that is missing is made", async () => {
    expect(await idsOf(null)).toEqual(under("rollcall-0"));
  });

  test("one that was made for an earlier message is not made again", async () => {
    expect(await idsOf(null, earlier("rollcall-0"))).toEqual(under("rollcall-0-2"));
  });

  test("one that an earlier call has is varied, and within the length", async () => {
    const longest = "b".repeat(64);

    expect(await idsOf("list_dir-0", earlier("list_dir-0"))).toEqual(under("list_dir-0-2"));
    expect(await idsOf(longest, earlier(longest))).toEqual(under(`${"b".repeat(62)}-2`));
  });

  test("two calls of one message that came under the same id are answered apart", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu:1", "act", '{"n":1}'),
      ...wholeCall(1, "toolu:1", "act", '{"n":2}'),
      ...wholeCall(2, "toolu_1", "act", '{"n":3}'),
    );

    expect((await added(body, { answers: { 0: "one", 1: "two", 2: "three" } }))[1]).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_1", content: "one" },
        { type: "tool_result", tool_use_id: "toolu_1-2", content: "two" },
        { type: "tool_result", tool_use_id: "toolu_1-3", content: "three" },
      ],
    });
  });

  test("a nameless call in front does not shift the answers of the others", async () => {
    const body = anthropicMessage(
      "tool_use",
      toolUse(0, "", ""),
      inputDelta(0, '{"n":0}'),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "act", '{"n":1}'),
    );

    expect(await added(body, { answers: { 0: "one" } })).toEqual([
      {
        role: "assistant",
        content: [
          note("[The call to a tool was not run: the model service failed.]"),
          { type: "tool_use", id: "toolu_1", name: "act", input: { n: 1 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "one" }] },
    ]);
  });

  test("an entry that never was a call leaves nothing", async () => {
    const body = anthropicMessage(
      "tool_use",
      toolUse(0, "", ""),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "act", '{"n":1}'),
    );

    expect((await added(body, { answers: { 0: "one" } }))[0]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "act", input: { n: 1 } }],
    });
  });
});
