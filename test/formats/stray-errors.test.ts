/** Errors in shapes that the dialect does not have: gateways report a failed upstream in the words of another API. */
import { describe } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { openaiChat, openaiResponses } from "../../src/openai.ts";
import { anthropicMessage, messageDelta, messageStart, messageStop, wholeCall } from "../support/anthropic-events.ts";
import { callMessage, calls, delta, done, finish, open, opening, records } from "../support/chat-wire.ts";
import { failed, ran } from "../support/expected-call.ts";
import { completedResponse, created, terminal, wholeFunction } from "../support/responses-events.ts";
import {
  abandoned,
  anthropicSse,
  complete,
  describeStream,
  responsesSse,
  sseRecord,
  type SettledStream,
} from "../support/settle-stream.ts";

const shapes = [
  ["an error without a type", sseRecord({ error: { message: "Upstream gone.", type: "server_error" } })],
  ["an error that is a bare text", sseRecord({ error: "all_routes_failed" })],
  ["an event named error of another type", sseRecord({ type: "overloaded_error", message: "Busy." }, "error")],
  ["an event named error without a type", sseRecord({ message: "Busy.", code: 503 }, "error")],
  ["an error inside a list", sseRecord([{ error: { message: "Upstream gone.", code: 503 } }])],
] as const;

function stoppedBefore(stop: string): SettledStream["ending"] {
  return abandoned("provider-error", stop, "clean");
}

describe("midstream-error-swallowed: anthropic-messages", () => {
  const call = wholeCall(0, "toolu_1", "water_bed", '{"bed":"n"}');
  const lost = [failed("toolu_1", "water_bed", "abandoned/provider-error")];

  for (const [label, error] of shapes) {
    describeStream(`R3 ${label} between a call and its stop fails the call`, {
      format: anthropicMessages,
      body: anthropicSse(messageStart(), ...call, error, messageDelta("tool_use"), messageStop),
      expected: { ending: abandoned("provider-error"), calls: lost, text: "" },
    });
    describeStream(`R3 ${label} behind the stop fails the call`, {
      format: anthropicMessages,
      body: anthropicSse(messageStart(), ...call, messageDelta("tool_use"), error, messageStop),
      expected: { ending: stoppedBefore("tool_use"), calls: lost, text: "" },
    });
  }

  describeStream("R3 an error field beside a stop fails the call", {
    format: anthropicMessages,
    body: anthropicSse(
      messageStart(),
      ...call,
      { ...messageDelta("tool_use"), error: { message: "Lost." } },
      messageStop,
    ),
    expected: { ending: abandoned("provider-error"), calls: lost, text: "" },
  });

  describeStream("R5 an error without a type behind the end changes nothing", {
    format: anthropicMessages,
    body: `${anthropicMessage("tool_use", ...call)}${shapes[0][1]}`,
    expected: { ending: complete("tool_use", "clean"), calls: [ran("toolu_1", "water_bed", { bed: "n" })], text: "" },
  });

  describeStream("R6 an empty error field says nothing", {
    format: anthropicMessages,
    body: anthropicSse(messageStart(), ...call, { ...messageDelta("tool_use"), error: null }, messageStop),
    expected: { ending: complete("tool_use", "clean"), calls: [ran("toolu_1", "water_bed", { bed: "n" })], text: "" },
  });
});

describe("midstream-error-swallowed: openai-responses", () => {
  const call = wholeFunction(0, "a", "find_ship", '{"ship":"Lark"}');
  const lost = [failed("call_a", "find_ship", "abandoned/provider-error")];

  for (const [label, error] of shapes) {
    describeStream(`R3 ${label} between a call and the terminal event fails the call`, {
      format: openaiResponses,
      body: responsesSse(created, ...call, error, terminal("completed")),
      expected: { ending: abandoned("provider-error"), calls: lost, text: "" },
    });
  }

  describeStream("R5 an error without a type behind the end changes nothing", {
    format: openaiResponses,
    body: `${completedResponse(...call)}${shapes[0][1]}`,
    expected: {
      ending: complete("completed", "clean"),
      calls: [ran("call_a", "find_ship", { ship: "Lark" })],
      text: "",
    },
  });
});

describe("midstream-error-swallowed: openai-chat", () => {
  const ayle = '{"port":"Ayle"}';
  const oneWhole = calls(open(0, "call_a", "get_tide", ayle));
  const lost = [failed("call_a", "get_tide", "abandoned/provider-error")];

  describeStream("R3 an error inside a list fails the call, though a stop was stated", {
    format: openaiChat,
    body: `${records(opening, oneWhole, finish("tool_calls"))}${shapes[4][1]}${done}`,
    expected: { ending: stoppedBefore("tool_calls"), calls: lost, text: "" },
  });

  describeStream("R3 an error inside the choice fails the call, whatever its finish_reason says", {
    format: openaiChat,
    body: `${records(opening, oneWhole, delta({}, { finish_reason: "stop", error: { code: 502, message: "Lost." } }))}${done}`,
    expected: { ending: stoppedBefore("stop"), calls: lost, text: "" },
  });

  describeStream("R3 an error in x_groq is found beside an empty error field", {
    format: openaiChat,
    body: `${records(opening, oneWhole, { ...finish("tool_calls"), error: "", x_groq: { error: "over" } })}${done}`,
    expected: { ending: stoppedBefore("tool_calls"), calls: lost, text: "" },
  });

  describeStream("R2 calls that are no list are one call", {
    format: openaiChat,
    body: callMessage(delta({ tool_calls: open(0, "call_a", "get_tide", ayle) })),
    expected: {
      ending: complete("tool_calls", "clean"),
      calls: [ran("call_a", "get_tide", { port: "Ayle" })],
      text: "",
    },
  });

  describeStream("R3 an entry of the calls that is no object cannot be read, so nothing runs", {
    format: openaiChat,
    body: callMessage(oneWhole, delta({ tool_calls: ["get_tide"] })),
    expected: { ending: abandoned("provider-error"), calls: lost, text: "" },
  });
});
