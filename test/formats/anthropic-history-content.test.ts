import { describe, expect, test } from "vitest";

import { added, history } from "../support/anthropic-history.ts";
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
  wholeCall,
} from "../support/anthropic-events.ts";
import { anthropicSse, recording, type TypedEvent } from "../support/settle-stream.ts";

const text = (index: number, ...words: readonly string[]): readonly TypedEvent[] => [
  blockStart(index, { type: "text", text: "" }),
  ...words.map((piece) => textDelta(index, piece)),
  blockStop(index),
];

const delta = (index: number, fields: object): TypedEvent => ({ type: "content_block_delta", index, delta: fields });

const thinking = (index: number, words: string, signature = "c2ln"): readonly TypedEvent[] => [
  blockStart(index, { type: "thinking", thinking: "", signature: "" }),
  delta(index, { type: "thinking_delta", thinking: words }),
  ...(signature === "" ? [] : [delta(index, { type: "signature_delta", signature })]),
  blockStop(index),
];

const block = (index: number, fields: TypedEvent): readonly TypedEvent[] => [
  blockStart(index, fields),
  blockStop(index),
];

const search = (index: number, id: string, ...pieces: readonly string[]): readonly TypedEvent[] => [
  blockStart(index, { type: "server_tool_use", id, name: "web_search", input: {} }),
  ...pieces.map((piece) => inputDelta(index, piece)),
  blockStop(index),
];

const found = (id: string): TypedEvent => ({
  type: "web_search_tool_result",
  tool_use_id: id,
  content: [{ type: "web_search_result", url: "https://example.com", title: "T", encrypted_content: "ZQ==" }],
});

const said = (words: string) => ({ type: "text", text: words });
const searched = (id: string, query: string) => ({
  type: "server_tool_use",
  id,
  name: "web_search",
  input: { query },
});
const endedEarly = said("[The answer broke off here: the answer ended early.]");

describe("words go back as they were said (R10)", () => {
  test("with their citations", async () => {
    const citation = { type: "char_location", cited_text: "blank", document_index: 0, start_char_index: 4 };
    const body = anthropicMessage(
      "end_turn",
      blockStart(0, { type: "text", text: "", citations: [] }),
      textDelta(0, "It is "),
      delta(0, { type: "citations_delta", citation }),
      textDelta(0, "blank."),
      blockStop(0),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [
          {
            type: "text",
            text: "It is blank.",
            citations: [{ type: "char_location", cited_text: "blank", document_index: 0, start_char_index: 4 }],
          },
        ],
      },
    ]);
  });

  test("without the blank ones", async () => {
    const body = anthropicMessage("tool_use", ...text(0), ...text(1, "\n\n"), ...wholeCall(2, "toolu_1", "act", "{}"));

    expect((await added(body, { answers: { 0: "done" } }))[0]).toEqual({
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "act", input: {} }],
    });
  });

  test("also where the start of their block never came", async () => {
    const body = anthropicMessage("end_turn", textDelta(0, "Hello."), blockStop(0));

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("Hello.")] }]);
  });

  test("and what comes behind the end of the message is no part of it", async () => {
    const body = anthropicMessage("end_turn", ...text(0, "Done.")) + anthropicSse(...text(1, "And more."));

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("Done.")] }]);
  });

  test("but a message that says nothing adds nothing", async () => {
    expect(await added(anthropicMessage("end_turn"))).toEqual([]);
    expect(await added(anthropicMessage("end_turn", ...text(0, " ")))).toEqual([]);
    expect(await added("")).toEqual([]);
    expect(await added(anthropicSse(messageStart(), errorEvent("overloaded_error")))).toEqual([]);
  });
});

describe("an answer that broke off (R10)", () => {
  test("keeps its words, and a note keeps the next words from being read as their rest", async () => {
    const body = anthropicSse(messageStart(), blockStart(0, { type: "text", text: "" }), textDelta(0, "I will now "));

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("I will now "), endedEarly] }]);
    expect(await added(body, { end: "reset" })).toEqual([
      {
        role: "assistant",
        content: [said("I will now "), said("[The answer broke off here: the connection was lost.]")],
      },
    ]);
  });

  test("adds nothing where it had only thought", async () => {
    expect(await added(anthropicSse(messageStart(), ...thinking(0, "Hm.")))).toEqual([]);
  });
});

describe("thinking goes back whole and signed, or not at all (R10)", () => {
  test("in front of what it led to", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...thinking(0, "I look first."),
      ...block(1, { type: "redacted_thinking", data: "ZGF0YQ==" }),
      ...text(2, "I look."),
      ...wholeCall(3, "toolu_1", "act", "{}"),
    );

    expect((await added(body, { answers: { 0: "done" } }))[0]).toEqual({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I look first.", signature: "c2ln" },
        { type: "redacted_thinking", data: "ZGF0YQ==" },
        said("I look."),
        { type: "tool_use", id: "toolu_1", name: "act", input: {} },
      ],
    });
  });

  test("with a signature alone where its words are withheld", async () => {
    const body = anthropicMessage("end_turn", ...thinking(0, ""), ...text(1, "Yes."));

    expect(await added(body)).toEqual([
      { role: "assistant", content: [{ type: "thinking", thinking: "", signature: "c2ln" }, said("Yes.")] },
    ]);
  });

  test("not without its signature", async () => {
    const body = anthropicMessage("end_turn", ...thinking(0, "Hm.", ""), ...text(1, "Yes."));

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("Yes.")] }]);
  });

  test("not where it was never closed", async () => {
    const body = anthropicSse(messageStart(), ...text(0, "First."), ...thinking(1, "Then").slice(0, -1));

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("First."), endedEarly] }]);
  });

  test("not with a delta that nobody knows", async () => {
    const [start, ...rest] = thinking(0, "Hm.");
    const body = anthropicMessage(
      "end_turn",
      start ?? "",
      delta(0, { type: "musing_delta", musing: "…" }),
      ...rest,
      ...text(1, "Yes."),
    );

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("Yes.")] }]);
  });

  test("not as the last words of a message, which is refused", async () => {
    const body = anthropicMessage("max_tokens", ...text(0, "First."), ...thinking(1, "Then"));

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("First.")] }]);
  });
});

describe("what the provider ran goes back with its result, or not at all (R10)", () => {
  test("beside a call of the client, which alone is answered", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...search(0, "srvtoolu_1", '{"query":', '"outage"}'),
      ...block(1, found("srvtoolu_1")),
      ...wholeCall(2, "toolu_1", "act", "{}"),
    );

    expect(await added(body, { answers: { 1: "done" } })).toEqual([
      {
        role: "assistant",
        content: [
          searched("srvtoolu_1", "outage"),
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [{ type: "web_search_result", url: "https://example.com", title: "T", encrypted_content: "ZQ==" }],
          },
          { type: "tool_use", id: "toolu_1", name: "act", input: {} },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }] },
    ]);
  });

  test("of an MCP server as well, with its server's name", async () => {
    const body = anthropicMessage(
      "end_turn",
      blockStart(0, { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "demo", input: {} }),
      inputDelta(0, '{"a":1}'),
      blockStop(0),
      ...block(1, { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [] }),
      ...text(2, "Done."),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "mcp_tool_use", id: "mcptoolu_1", name: "echo", server_name: "demo", input: { a: 1 } },
          { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", is_error: false, content: [] },
          said("Done."),
        ],
      },
    ]);
  });

  test("a call whose result never came is left out with a note", async () => {
    const body = anthropicSse(messageStart(), ...text(0, "I search."), ...search(1, "srvtoolu_1", '{"query":"a"}'));

    expect(await added(body)).toEqual([
      { role: "assistant", content: [said("I search."), said("[The result of web_search never came.]"), endedEarly] },
    ]);
  });

  test("a call that was cut inside its input is left out with a note", async () => {
    const body = anthropicSse(
      messageStart(),
      ...text(0, "I search."),
      blockStart(1, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      inputDelta(1, '{"query":'),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [said("I search."), said("[The provider's own call to web_search is left out here.]"), endedEarly],
      },
    ]);
  });

  test("a result whose call never came goes, and so does one whose call cannot go back", async () => {
    const body = anthropicMessage(
      "end_turn",
      ...block(0, found("srvtoolu_0")),
      ...search(1, "srvtoolu_1", "[1]"),
      ...block(2, found("srvtoolu_1")),
      ...text(3, "Done."),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [said("[The provider's own call to web_search is left out here.]"), said("Done.")],
      },
    ]);
  });

  test("a call that waits for the client's result stays, and its result may come in the next message", async () => {
    const code = { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: {} };
    const first = anthropicMessage(
      "tool_use",
      blockStart(0, code),
      inputDelta(0, '{"code":"act()"}'),
      blockStop(0),
      ...wholeCall(1, "toolu_1", "act", "{}"),
    );
    const result = { type: "code_execution_tool_result", tool_use_id: "srvtoolu_1", content: { stdout: "ok" } };
    const second = anthropicMessage("end_turn", ...block(0, result), ...text(1, "Done."));
    const running = [
      { role: "user", content: "Run it." },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "act()" } },
          { type: "tool_use", id: "toolu_1", name: "act", input: {} },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    ];

    expect(await history(first, { messages: running.slice(0, 1), answers: { 1: "ok" } })).toEqual(running);
    expect(await added(second, { messages: running })).toEqual([
      {
        role: "assistant",
        content: [
          { type: "code_execution_tool_result", tool_use_id: "srvtoolu_1", content: { stdout: "ok" } },
          said("Done."),
        ],
      },
    ]);
  });

  test("a call that waited for the client's result is left out where the turn ends without its own", async () => {
    const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
    const opened = { role: "user", content: "Run it." };
    const results = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] };
    const running = {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "act()" } },
        { type: "tool_use", id: "toolu_1", name: "act", input: {}, caller },
      ],
    };
    const body = anthropicMessage("max_tokens", ...text(0, "It"));

    expect(await history(body, { messages: [opened, running, results] })).toEqual([
      opened,
      {
        role: "assistant",
        content: [
          said("[The result of code_execution never came.]"),
          { type: "tool_use", id: "toolu_1", name: "act", input: {} },
        ],
      },
      results,
      { role: "assistant", content: [said("It")] },
    ]);
  });

  test("a call that was left open in an earlier turn is its owner's", async () => {
    const messages = [
      { role: "user", content: "Search." },
      { role: "assistant", content: [searched("srvtoolu_1", "a")] },
      { role: "user", content: "Never mind." },
    ];

    expect(await added(anthropicMessage("end_turn", ...text(0, "Fine.")), { messages })).toEqual([
      { role: "assistant", content: [said("Fine.")] },
    ]);
  });
});

describe("a pause (R10)", () => {
  const paused = anthropicMessage("pause_turn", ...text(0, "I search."), ...search(1, "srvtoolu_1", '{"query":"a"}'));
  const asked = { role: "user", content: "Search." };
  const begun = { role: "assistant", content: [said("I search."), searched("srvtoolu_1", "a")] };

  test("goes back unchanged, as the last message", async () => {
    expect(await history(paused, { messages: [asked] })).toEqual([asked, begun]);
  });

  test("goes back without the calls of the client, and nobody answers them", async () => {
    const body = anthropicMessage("pause_turn", ...text(0, "I search. "), ...wholeCall(1, "toolu_1", "act", '{"a":1}'));

    expect(await added(body, { answers: { 0: "done" } })).toEqual([
      { role: "assistant", content: [said("I search.")] },
    ]);
    expect(await added(anthropicMessage("pause_turn", ...wholeCall(0, "toolu_1", "act", "{}")))).toEqual([]);
  });

  test("and what comes behind it are one message", async () => {
    const rest = anthropicMessage(
      "tool_use",
      ...block(0, found("srvtoolu_1")),
      ...wholeCall(1, "toolu_1", "act", "{}"),
    );

    expect(await history(rest, { messages: [asked, begun], answers: { 0: "done" } })).toEqual([
      asked,
      {
        role: "assistant",
        content: [
          said("I search."),
          searched("srvtoolu_1", "a"),
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [{ type: "web_search_result", url: "https://example.com", title: "T", encrypted_content: "ZQ==" }],
          },
          { type: "tool_use", id: "toolu_1", name: "act", input: {} },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }] },
    ]);
  });

  test("twice in a row is still one message", async () => {
    const again = anthropicMessage(
      "pause_turn",
      ...block(0, found("srvtoolu_1")),
      ...search(1, "srvtoolu_2", '{"query":"b"}'),
    );

    const messages = await history(again, { messages: [asked, begun] });
    expect(messages).toHaveLength(2);
    expect(messages[1]).toEqual({
      role: "assistant",
      content: [
        said("I search."),
        searched("srvtoolu_1", "a"),
        {
          type: "web_search_tool_result",
          tool_use_id: "srvtoolu_1",
          content: [{ type: "web_search_result", url: "https://example.com", title: "T", encrypted_content: "ZQ==" }],
        },
        searched("srvtoolu_2", "b"),
      ],
    });
  });

  test("whose result never comes loses its call in the message that goes on", async () => {
    const body = anthropicSse(messageStart(), blockStart(0, { type: "text", text: "" }), textDelta(0, "It"));

    expect(await history(body, { messages: [asked, begun] })).toEqual([
      asked,
      {
        role: "assistant",
        content: [said("I search."), said("[The result of web_search never came.]"), said("It"), endedEarly],
      },
    ]);
  });

  test("loses its call as well where the message that was to go on said nothing", async () => {
    expect(await history(anthropicSse(messageStart()), { messages: [asked, begun] })).toEqual([
      asked,
      { role: "assistant", content: [said("I search."), said("[The result of web_search never came.]")] },
    ]);
  });

  test("that broke off behind its stop is no pause", async () => {
    const body = anthropicSse(
      messageStart(),
      ...search(0, "srvtoolu_1", '{"query":"a"}'),
      messageDelta("pause_turn"),
      errorEvent("overloaded_error"),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [
          said("[The result of web_search never came.]"),
          said("[The answer broke off here: the model service failed.]"),
        ],
      },
    ]);
  });

  test("does not end in thinking once the call behind it is gone", async () => {
    const body = anthropicMessage(
      "pause_turn",
      ...search(0, "srvtoolu_1", '{"query":"a"}'),
      ...thinking(1, "And act."),
      ...wholeCall(2, "toolu_1", "act", "{}"),
    );

    expect(await added(body)).toEqual([{ role: "assistant", content: [searched("srvtoolu_1", "a")] }]);
  });

  test("that was recorded goes back with its input", async () => {
    const [message] = await added(recording("anthropic/pause-turn.sse"));

    expect(JSON.stringify(message)).not.toContain('"input":{}');
    expect(message?.["role"]).toBe("assistant");
  });
});

describe("a message that the caller began", () => {
  test("goes on in the same message", async () => {
    const messages = [
      { role: "user", content: "Name one." },
      { role: "assistant", content: "The answer is" },
    ];

    expect(await history(anthropicMessage("end_turn", ...text(0, " blue.")), { messages })).toEqual([
      { role: "user", content: "Name one." },
      { role: "assistant", content: [said("The answer is"), said(" blue.")] },
    ]);
  });
});

describe("another model took over (R10)", () => {
  const fallback: TypedEvent = {
    type: "fallback",
    from: { model: "claude-a" },
    to: { model: "claude-b" },
    trigger: { type: "refusal", category: "cyber" },
  };

  test("the mark keeps its place, and the thinking and the calls in front of it are left out", async () => {
    const body = anthropicMessage(
      "tool_use",
      ...thinking(0, "First."),
      ...text(1, "I begin."),
      ...search(2, "srvtoolu_1", '{"query":"a"}'),
      ...block(3, found("srvtoolu_1")),
      ...wholeCall(4, "toolu_1", "act", '{"cut":'),
      ...block(5, fallback),
      ...thinking(6, "Second."),
      ...wholeCall(7, "toolu_2", "act", '{"n":2}'),
    );

    expect(await added(body, { answers: { 2: "two" } })).toEqual([
      {
        role: "assistant",
        content: [
          said("I begin."),
          searched("srvtoolu_1", "a"),
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: [{ type: "web_search_result", url: "https://example.com", title: "T", encrypted_content: "ZQ==" }],
          },
          said("[The call to act was not run: it was stopped by the provider's safety filter.]"),
          {
            type: "fallback",
            from: { model: "claude-a" },
            to: { model: "claude-b" },
            trigger: { type: "refusal", category: "cyber" },
          },
          { type: "thinking", thinking: "Second.", signature: "c2ln" },
          { type: "tool_use", id: "toolu_2", name: "act", input: { n: 2 } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "two" }] },
    ]);
  });

  test("and said nothing: the mark alone is no message", async () => {
    expect(await added(anthropicMessage("refusal", ...block(0, fallback)))).toEqual([]);
  });

  test("at each of two marks only what is behind the last one may be answered", async () => {
    const body = anthropicMessage(
      "end_turn",
      ...block(0, fallback),
      ...thinking(1, "Between."),
      ...text(2, "Hm."),
      ...block(3, fallback),
      ...text(4, "Yes."),
    );

    const [message] = await added(body);
    expect(message?.["content"]).toEqual([
      {
        type: "fallback",
        from: { model: "claude-a" },
        to: { model: "claude-b" },
        trigger: { type: "refusal", category: "cyber" },
      },
      said("Hm."),
      {
        type: "fallback",
        from: { model: "claude-a" },
        to: { model: "claude-b" },
        trigger: { type: "refusal", category: "cyber" },
      },
      said("Yes."),
    ]);
  });
});

describe("other blocks", () => {
  test("go back as they came", async () => {
    const body = anthropicMessage(
      "end_turn",
      ...block(0, { type: "container_upload", file_id: "file_1" }),
      ...block(1, { type: "hologram", angle: 3 }),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "container_upload", file_id: "file_1" },
          { type: "hologram", angle: 3 },
        ],
      },
    ]);
  });

  test("of a compaction have what their delta says, which is final", async () => {
    const body = anthropicMessage(
      "compaction",
      blockStart(0, { type: "compaction", content: null, signature: "c2ln" }),
      delta(0, { type: "compaction_delta", content: "They spoke of a page.", encrypted_content: "ZW5j" }),
      blockStop(0),
    );

    expect(await added(body)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "compaction", content: "They spoke of a page.", signature: "c2ln", encrypted_content: "ZW5j" },
        ],
      },
    ]);
  });

  test("with a delta that nobody can add are left out", async () => {
    const body = anthropicMessage(
      "end_turn",
      blockStart(0, { type: "hologram" }),
      delta(0, { type: "angle_delta", angle: 3 }),
      blockStop(0),
      ...text(1, "Look."),
    );

    expect(await added(body)).toEqual([{ role: "assistant", content: [said("Look.")] }]);
  });
});

describe("what stood there before", () => {
  test("is not altered, not even where it is broken", async () => {
    const messages = [
      { role: "user", content: "Do it." },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_9", name: "act", input: {} }] },
      { role: "user", content: "And?" },
    ];
    const body = anthropicSse(messageStart(), ...text(0, "Well."), messageDelta("end_turn"), messageStop);

    expect(await history(body, { messages })).toEqual([...messages, { role: "assistant", content: [said("Well.")] }]);
  });
});
