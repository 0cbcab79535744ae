import { describe } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { openaiResponses } from "../../src/openai.ts";
import {
  anthropicMessage,
  blockStart,
  blockStop,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import {
  argumentsDelta,
  created,
  functionItem,
  incomplete,
  itemAdded,
  itemDone,
  outputText,
  terminal,
  wholeFunction,
} from "../support/responses-events.ts";
import {
  anthropicSse,
  complete,
  describeStream,
  responsesSse,
  type ExpectedStream,
  type StreamOptions,
  type TypedEvent,
} from "../support/settle-stream.ts";

function anthropic(title: string, body: string, options: StreamOptions, expected: ExpectedStream): void {
  describeStream(title, { format: anthropicMessages, body, options, objects: true, expected });
}
function responses(title: string, body: string, options: StreamOptions, expected: ExpectedStream): void {
  describeStream(title, { format: openaiResponses, body, options, objects: true, expected });
}
/** A message that says it stopped for a tool, having taken this many tokens. */
function spent(outputTokens: number, ...events: readonly TypedEvent[]): string {
  return anthropicSse(messageStart(), ...events, messageDelta("tool_use", outputTokens), messageStop);
}

const clean = complete("tool_use", "clean");
const hidden = complete("tool_use", "ceiling");
const prefix = wholeCall(0, "toolu_1", "save", '{"title":"Sum');

describe("hidden truncation", () => {
  const options = { maxOutputTokens: 1024 };

  anthropic(
    "R3 a prefix at exactly the requested ceiling is a ceiling that the stop hid",
    spent(1024, ...prefix),
    options,
    {
      ending: hidden,
      calls: [failed("toolu_1", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic("R3 a prefix above the requested ceiling is a ceiling that the stop hid", spent(1030, ...prefix), options, {
    ending: hidden,
    calls: [failed("toolu_1", "save", "truncated/token-limit")],
    text: "",
  });
  anthropic("R3 a prefix one token below the ceiling is just incomplete", spent(1023, ...prefix), options, {
    ending: clean,
    calls: [failed("toolu_1", "save", "unparseable/incomplete")],
    text: "",
  });
  anthropic(
    "R3 a prefix is just incomplete where no ceiling is known",
    spent(1024, ...prefix),
    {},
    {
      ending: clean,
      calls: [failed("toolu_1", "save", "unparseable/incomplete")],
      text: "",
    },
  );
  anthropic(
    "R3 a whole document at the ceiling is no truncation",
    spent(1024, ...wholeCall(0, "toolu_1", "save", '{"title":"Sum"}')),
    options,
    {
      ending: clean,
      calls: [ran("toolu_1", "save", { title: "Sum" })],
      text: "",
    },
  );
  anthropic(
    "R3 an empty text at the ceiling is a ceiling that the stop hid",
    spent(1024, ...wholeCall(0, "toolu_1", "save")),
    options,
    {
      ending: hidden,
      calls: [failed("toolu_1", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 text at the ceiling that is no prefix of a document is not JSON",
    spent(1024, ...wholeCall(0, "toolu_1", "save", "{title:")),
    options,
    {
      ending: clean,
      calls: [failed("toolu_1", "save", "unparseable/not-json")],
      text: "",
    },
  );
  anthropic(
    "R3 a hidden ceiling holds for the whole message",
    spent(
      1024,
      ...wholeCall(0, "toolu_1", "save", '{"title":"Spring"}'),
      ...wholeCall(1, "toolu_2", "save", '{"title":"Sum'),
    ),
    options,
    {
      ending: hidden,
      calls: [failed("toolu_1", "save", "truncated/token-limit"), failed("toolu_2", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 a prefix before a whole last call is no sign of a ceiling",
    spent(
      1024,
      ...wholeCall(0, "toolu_1", "save", '{"title":"Spr'),
      ...wholeCall(1, "toolu_2", "save", '{"title":"Summer"}'),
    ),
    options,
    {
      ending: clean,
      calls: [failed("toolu_1", "save", "unparseable/incomplete"), ran("toolu_2", "save", { title: "Summer" })],
      text: "",
    },
  );
  anthropic(
    "R3 a text without calls at the ceiling stays a clean end",
    spent(1024, blockStart(0, { type: "text", text: "" }), textDelta(0, "So"), blockStop(0)),
    options,
    { ending: clean, calls: [], text: "So" },
  );
  responses(
    "R3 a response that states its own ceiling and reached it hides a truncation",
    responsesSse(
      created,
      ...wholeFunction(0, "a", "save", '{"title":"Su'),
      terminal("completed", { max_output_tokens: 200, usage: { output_tokens: 200 } }),
    ),
    {},
    {
      ending: complete("completed", "ceiling"),
      calls: [failed("call_a", "save", "truncated/token-limit")],
      text: "",
    },
  );
  responses(
    "R3 raw text of a freeform tool at the ceiling cannot be known to be whole",
    responsesSse(
      created,
      itemAdded(0, { id: "ctc_a", type: "custom_tool_call", call_id: "call_a", name: "apply", input: "" }),
      itemDone(0, { id: "ctc_a", type: "custom_tool_call", call_id: "call_a", name: "apply", input: "SELECT" }),
      terminal("completed", { usage: { output_tokens: 64 } }),
    ),
    { maxOutputTokens: 64 },
    {
      ending: complete("completed", "ceiling"),
      calls: [failed("call_a", "apply", "truncated/token-limit")],
      text: "",
    },
  );
});

describe("the policy that spares calls which the model had gone past", () => {
  const options = { truncation: "last" } as const;
  const first = wholeCall(0, "toolu_1", "save", '{"title":"Spring"}');
  const spared = ran("toolu_1", "save", { title: "Spring" });
  const ceiling = complete("max_tokens", "ceiling");

  anthropic(
    "R3 a closed call that another call follows is spared",
    anthropicMessage("max_tokens", ...first, ...wholeCall(1, "toolu_2", "save", '{"title":"Su')),
    options,
    {
      ending: ceiling,
      calls: [spared, failed("toolu_2", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 without the policy the same call is truncated",
    anthropicMessage("max_tokens", ...first, ...wholeCall(1, "toolu_2", "save", '{"title":"Su')),
    { truncation: "all" },
    {
      ending: ceiling,
      calls: [failed("toolu_1", "save", "truncated/token-limit"), failed("toolu_2", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 the last call is not spared, even when its text is whole",
    anthropicMessage("max_tokens", ...first),
    options,
    {
      ending: ceiling,
      calls: [failed("toolu_1", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 a closed call that a text follows is spared",
    anthropicMessage("max_tokens", ...first, blockStart(1, { type: "text", text: "" }), textDelta(1, "Next, the")),
    options,
    { ending: ceiling, calls: [spared], text: "Next, the" },
  );
  anthropic(
    "R3 a call that was never closed is not spared, whatever follows it",
    anthropicMessage(
      "max_tokens",
      toolUse(0, "toolu_1", "save"),
      inputDelta(0, "{}"),
      ...wholeCall(1, "toolu_2", "save", "{"),
    ),
    options,
    {
      ending: ceiling,
      calls: [failed("toolu_1", "save", "truncated/token-limit"), failed("toolu_2", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 a spared call must still be a document",
    anthropicMessage(
      "max_tokens",
      ...wholeCall(0, "toolu_1", "save", '{"title"'),
      ...wholeCall(1, "toolu_2", "save", "{"),
    ),
    options,
    {
      ending: ceiling,
      calls: [failed("toolu_1", "save", "unparseable/incomplete"), failed("toolu_2", "save", "truncated/token-limit")],
      text: "",
    },
  );
  anthropic(
    "R3 a full context window spares like any ceiling",
    anthropicMessage("model_context_window_exceeded", ...first, ...wholeCall(1, "toolu_2", "save", "{")),
    options,
    {
      ending: complete("model_context_window_exceeded", "ceiling"),
      calls: [spared, failed("toolu_2", "save", "truncated/context-window")],
      text: "",
    },
  );
  anthropic(
    "R3 a refusal spares nothing",
    anthropicMessage("refusal", ...first, ...wholeCall(1, "toolu_2", "save", "{")),
    options,
    {
      ending: complete("refusal", "filtered"),
      calls: [failed("toolu_1", "save", "truncated/refused"), failed("toolu_2", "save", "truncated/refused")],
      text: "",
    },
  );
  anthropic(
    "R3 a stop that nobody knows spares nothing",
    anthropicMessage("quota_reached", ...first, ...wholeCall(1, "toolu_2", "save", "{")),
    options,
    {
      ending: complete("quota_reached", "unknown"),
      calls: [failed("toolu_1", "save", "truncated/unknown-stop"), failed("toolu_2", "save", "truncated/unknown-stop")],
      text: "",
    },
  );
  anthropic(
    "R3 a call before a fallback block is refused, not spared",
    anthropicMessage(
      "max_tokens",
      ...first,
      blockStart(1, { type: "fallback", from: { model: "a" }, to: { model: "b" } }),
      blockStop(1),
      ...wholeCall(2, "toolu_2", "save", "{}"),
      ...wholeCall(3, "toolu_3", "save", "{"),
    ),
    options,
    {
      ending: ceiling,
      calls: [
        failed("toolu_1", "save", "truncated/refused"),
        ran("toolu_2", "save", {}),
        failed("toolu_3", "save", "truncated/token-limit"),
      ],
      text: "",
    },
  );
  anthropic(
    "R2 the provider's calls are observed under this policy too",
    anthropicMessage(
      "max_tokens",
      ...first,
      blockStart(1, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
    ),
    options,
    { ending: ceiling, calls: [spared, observed("srvtoolu_1", "web_search")], text: "" },
  );
  anthropic(
    "R3 a hidden ceiling spares the calls before the last one",
    spent(1024, ...first, ...wholeCall(1, "toolu_2", "save", '{"title":"Su')),
    { truncation: "last", maxOutputTokens: 1024 },
    { ending: hidden, calls: [spared, failed("toolu_2", "save", "truncated/token-limit")], text: "" },
  );
  responses(
    "R3 a finished item that another item follows is spared",
    responsesSse(
      created,
      ...wholeFunction(0, "a", "save", '{"title":"Spring"}'),
      itemAdded(1, functionItem("b", "save")),
      argumentsDelta(1, "b", '{"ti'),
      incomplete("max_output_tokens"),
    ),
    options,
    {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [ran("call_a", "save", { title: "Spring" }), failed("call_b", "save", "truncated/token-limit")],
      text: "",
    },
  );
  responses(
    "R3 an item that says itself that it is incomplete is not spared",
    responsesSse(
      created,
      itemAdded(0, functionItem("a", "save")),
      itemDone(0, functionItem("a", "save", { arguments: "{}", status: "incomplete" })),
      outputText(1, "And"),
      incomplete("max_output_tokens"),
    ),
    options,
    {
      ending: complete("max_output_tokens", "ceiling"),
      calls: [failed("call_a", "save", "truncated/token-limit")],
      text: "And",
    },
  );
});
