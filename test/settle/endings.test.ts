import { describe } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { openaiResponses } from "../../src/openai.ts";
import {
  anthropicMessage,
  errorEvent,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, ran } from "../support/expected-call.ts";
import {
  argumentsDelta,
  created,
  functionItem,
  incomplete,
  itemAdded,
  terminal,
  wholeFunction,
} from "../support/responses-events.ts";
import {
  abandoned,
  anthropicSse,
  complete,
  describeStream,
  responsesSse,
  type ConnectionEnd,
  type ExpectedStream,
} from "../support/settle-stream.ts";

function anthropic(title: string, body: string, expected: ExpectedStream, end: ConnectionEnd = "eof"): void {
  describeStream(title, { format: anthropicMessages, body, end, expected });
}
function responses(title: string, body: string, expected: ExpectedStream, end: ConnectionEnd = "eof"): void {
  describeStream(title, { format: openaiResponses, body, end, expected });
}

const call = wholeCall(0, "toolu_1", "water_bed", '{"bed":"n"}');
const ranCall = ran("toolu_1", "water_bed", { bed: "n" });
const item = wholeFunction(0, "a", "find_ship", '{"ship":"Lark"}');
const ranItem = ran("call_a", "find_ship", { ship: "Lark" });

describe("eof-as-success", () => {
  anthropic("R1 EOF before the first byte has ended early, with nothing announced", "", {
    ending: abandoned("ended-early"),
    calls: [],
    text: "",
  });
  anthropic(
    "R1 EOF after comments and pings only has ended early",
    ': hello\n\nevent: ping\ndata: {"type":"ping"}\n\n',
    {
      ending: abandoned("ended-early"),
      calls: [],
      text: "",
    },
  );
  anthropic("R1 EOF after a message start has ended early", anthropicSse(messageStart()), {
    ending: abandoned("ended-early"),
    calls: [],
    text: "",
  });
  anthropic("R3 EOF after a closed call without a stop is not trusted", anthropicSse(messageStart(), ...call), {
    ending: abandoned("ended-early"),
    calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")],
    text: "",
  });
  anthropic("R3 an end marker without a stop is no stop", anthropicSse(messageStart(), ...call, messageStop), {
    ending: abandoned("ended-early"),
    calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")],
    text: "",
  });
  anthropic("R3 a stop of null is no stop", anthropicSse(messageStart(), ...call, messageDelta(null), messageStop), {
    ending: abandoned("ended-early"),
    calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")],
    text: "",
  });
  anthropic(
    "R3 a stop without an end marker is enough",
    anthropicSse(messageStart(), ...call, messageDelta("tool_use")),
    {
      ending: complete("tool_use", "clean"),
      calls: [ranCall],
      text: "",
      faults: true,
    },
  );
  anthropic(
    "R3 a ceiling without an end marker is still a ceiling",
    anthropicSse(messageStart(), ...call, messageDelta("max_tokens")),
    {
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "water_bed", "truncated/token-limit")],
      text: "",
      faults: true,
    },
  );
});

describe("connections that are reset", () => {
  anthropic(
    "R1 a reset before the first byte is a lost connection",
    "",
    { ending: abandoned("disconnected"), calls: [], text: "" },
    "reset",
  );
  anthropic(
    "R1 a reset inside a call is a lost connection",
    anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed"), inputDelta(0, '{"be')),
    { ending: abandoned("disconnected"), calls: [failed("toolu_1", "water_bed", "abandoned/disconnected")], text: "" },
    "reset",
  );
  anthropic(
    "R3 a reset after a closed call takes the call along",
    anthropicSse(messageStart(), ...call),
    { ending: abandoned("disconnected"), calls: [failed("toolu_1", "water_bed", "abandoned/disconnected")], text: "" },
    "reset",
  );
  anthropic(
    "R3 a reset after a stop changes nothing, and is noted",
    anthropicSse(messageStart(), ...call, messageDelta("tool_use")),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "", faults: true },
    "reset",
  );
  anthropic(
    "R5 a reset after the end changes nothing",
    anthropicMessage("tool_use", ...call),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "" },
    "reset",
  );
  responses(
    "R1 a reset inside the arguments is a lost connection",
    responsesSse(created, itemAdded(0, functionItem("a", "find_ship")), argumentsDelta(0, "a", "{")),
    { ending: abandoned("disconnected"), calls: [failed("call_a", "find_ship", "abandoned/disconnected")], text: "" },
    "reset",
  );
  responses(
    "R5 a reset after the terminal event changes nothing",
    responsesSse(created, ...item, terminal("completed")),
    { ending: complete("completed", "clean"), calls: [ranItem], text: "" },
    "reset",
  );
  anthropic(
    "R1 a record that a reset cuts is dropped",
    `${anthropicSse(messageStart(), ...call)}event: message_delta\ndata: {"type":"message_delta","del`,
    { ending: abandoned("disconnected"), calls: [failed("toolu_1", "water_bed", "abandoned/disconnected")], text: "" },
    "reset",
  );
});

describe("midstream-error-swallowed", () => {
  anthropic("R1 an error as the very first event is the provider's", anthropicSse(errorEvent("overloaded_error")), {
    ending: abandoned("provider-error"),
    calls: [],
    text: "",
  });
  anthropic(
    "R1 an error between calls abandons all of them",
    anthropicSse(messageStart(), ...call, errorEvent("api_error")),
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R3 an error after the stop and before the end wins, and the stop stays on record",
    anthropicSse(messageStart(), ...call, messageDelta("tool_use"), errorEvent("api_error"), messageStop),
    {
      ending: abandoned("provider-error", "tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R5 an error after the end changes nothing",
    anthropicMessage("tool_use", ...call) + anthropicSse(errorEvent("api_error")),
    {
      ending: complete("tool_use", "clean"),
      calls: [ranCall],
      text: "",
    },
  );
  anthropic(
    "R1 what follows an error changes nothing",
    anthropicSse(
      messageStart(),
      toolUse(0, "toolu_1", "water_bed"),
      errorEvent("api_error"),
      inputDelta(0, "{}"),
      ...wholeCall(1, "toolu_2", "water_bed", "{}"),
      messageDelta("tool_use"),
      messageStop,
    ),
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R1 an error about an idle upstream abandons the call that was being written",
    anthropicSse(
      messageStart(),
      toolUse(0, "toolu_1", "write_file"),
      errorEvent("timeout_error", "upstream idle timeout"),
    ),
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "write_file", "abandoned/provider-error")],
      text: "",
    },
  );
  responses(
    "R1 an error as the very first event of a response is the provider's",
    responsesSse({ type: "error", code: "server_error", message: "Lost." }),
    {
      ending: abandoned("provider-error"),
      calls: [],
      text: "",
    },
  );
  responses(
    "R5 an error after the terminal event changes nothing",
    responsesSse(created, ...item, terminal("completed"), { type: "error", code: "server_error", message: "Late." }),
    {
      ending: complete("completed", "clean"),
      calls: [ranItem],
      text: "",
    },
  );
});

describe("records that cannot be read", () => {
  anthropic(
    "R1 a record that is no JSON abandons the message at once",
    anthropicSse(
      messageStart(),
      ...call,
      "event: content_block_delta\ndata: {oops\n\n",
      messageDelta("tool_use"),
      messageStop,
    ),
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R1 a half record that runs into an error record abandons the message",
    `${anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed"))}data: {"type":"content_block_de\n${anthropicSse(errorEvent("api_error"))}`,
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R1 a raw tab inside a record's string makes the record unreadable",
    anthropicSse(
      messageStart(),
      toolUse(0, "toolu_1", "water_bed"),
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\t}"}}\n\n',
    ),
    {
      ending: abandoned("provider-error"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R3 an unreadable record after the stop wins over the stop",
    anthropicSse(messageStart(), ...call, messageDelta("tool_use"), "data: <html>\n\n"),
    {
      ending: abandoned("provider-error", "tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R5 an unreadable record after the end changes nothing",
    `${anthropicMessage("tool_use", ...call)}data: <html>\n\n`,
    {
      ending: complete("tool_use", "clean"),
      calls: [ranCall],
      text: "",
    },
  );
  anthropic(
    "R6 records without data are no records",
    anthropicSse(
      messageStart(),
      "data:\n\n",
      "event: ping\n\n",
      "event: ping\ndata: \n\n",
      ...call,
      messageDelta("tool_use"),
      messageStop,
    ),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "" },
  );
  anthropic(
    "R1 a record that EOF cuts is dropped: the stream has ended early",
    `${anthropicSse(messageStart(), ...call)}event: message_delta\ndata: {"type":"message_delta","delta":{"stop_rea`,
    { ending: abandoned("ended-early"), calls: [failed("toolu_1", "water_bed", "abandoned/ended-early")], text: "" },
  );
  anthropic(
    "R3 a record that EOF cuts after a stop changes nothing",
    `${anthropicSse(messageStart(), ...call, messageDelta("tool_use"))}event: message_stop\ndata: {"type":"mess`,
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "", faults: true },
  );
  responses(
    "R1 an unreadable delta of a response abandons it",
    responsesSse(
      created,
      itemAdded(0, functionItem("a", "find_ship")),
      'event: response.function_call_arguments.delta\ndata: {"type":\n\n',
      terminal("completed"),
    ),
    {
      ending: abandoned("provider-error"),
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
    },
  );
  responses(
    "R1 an unreadable terminal event of a response abandons it",
    responsesSse(
      created,
      ...item,
      'event: response.completed\ndata: {"type":"response.completed","response":{"status":completed}}\n\n',
    ),
    {
      ending: abandoned("provider-error"),
      calls: [failed("call_a", "find_ship", "abandoned/provider-error")],
      text: "",
    },
  );
});

describe("second stops and late records", () => {
  anthropic(
    "R3 a second, different stop abandons every call, and the first stays on record",
    anthropicSse(messageStart(), ...call, messageDelta("tool_use"), messageDelta("max_tokens"), messageStop),
    {
      ending: abandoned("provider-error", "tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R3 a ceiling that is followed by a clean stop abandons every call",
    anthropicSse(messageStart(), ...call, messageDelta("max_tokens"), messageDelta("tool_use"), messageStop),
    {
      ending: abandoned("provider-error", "max_tokens", "ceiling"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
      text: "",
    },
  );
  anthropic(
    "R3 the same stop again is one stop",
    anthropicSse(messageStart(), ...call, messageDelta("tool_use"), messageDelta("tool_use"), messageStop),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "" },
  );
  anthropic(
    "R3 a message delta without a stop, before or after the one that has it, says nothing",
    anthropicSse(
      messageStart(),
      ...call,
      messageDelta(null),
      messageDelta("tool_use"),
      messageDelta(null),
      messageStop,
    ),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "" },
  );
  anthropic(
    "R5 a call that starts after the end is no call of this message",
    anthropicMessage("tool_use", ...call) + anthropicSse(...wholeCall(1, "toolu_2", "water_bed", "{}")),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "" },
  );
  anthropic(
    "R5 text and argument text after the end change nothing",
    anthropicMessage("tool_use", ...call) + anthropicSse(inputDelta(0, "}"), messageDelta("max_tokens"), messageStop),
    { ending: complete("tool_use", "clean"), calls: [ranCall], text: "" },
  );
  responses(
    "R5 a second terminal event changes nothing",
    responsesSse(created, ...item, terminal("completed"), incomplete("max_output_tokens")),
    { ending: complete("completed", "clean"), calls: [ranItem], text: "" },
  );
  responses(
    "R5 an item after the terminal event is no call of this response",
    responsesSse(created, ...item, terminal("completed"), ...wholeFunction(1, "b", "find_ship", "{}")),
    { ending: complete("completed", "clean"), calls: [ranItem], text: "" },
  );
});

describe("sibling-coupling", () => {
  anthropic(
    "R2 one malformed call among six good ones fails alone",
    anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_0", "add", '{"n":0}'),
      ...wholeCall(1, "toolu_1", "add", '{"n":1}'),
      ...wholeCall(2, "toolu_2", "add", '{"n":2}'),
      ...wholeCall(3, "toolu_3", "add", '{"n":three}'),
      ...wholeCall(4, "toolu_4", "add", '{"n":4}'),
      ...wholeCall(5, "toolu_5", "add", '{"n":5}'),
      ...wholeCall(6, "toolu_6", "add", '{"n":6}'),
    ),
    {
      ending: complete("tool_use", "clean"),
      calls: [
        ran("toolu_0", "add", { n: 0 }),
        ran("toolu_1", "add", { n: 1 }),
        ran("toolu_2", "add", { n: 2 }),
        failed("toolu_3", "add", "unparseable/not-json"),
        ran("toolu_4", "add", { n: 4 }),
        ran("toolu_5", "add", { n: 5 }),
        ran("toolu_6", "add", { n: 6 }),
      ],
      text: "",
    },
  );
  anthropic(
    "R2 an incomplete call between two good ones fails alone",
    anthropicMessage(
      "tool_use",
      ...wholeCall(0, "toolu_0", "add", "{}"),
      ...wholeCall(1, "toolu_1", "add", '{"n":'),
      ...wholeCall(2, "toolu_2", "add", "{}"),
    ),
    {
      ending: complete("tool_use", "clean"),
      calls: [ran("toolu_0", "add", {}), failed("toolu_1", "add", "unparseable/incomplete"), ran("toolu_2", "add", {})],
      text: "",
    },
  );
  responses(
    "R2 an item that contradicts itself fails alone",
    responsesSse(
      created,
      ...wholeFunction(0, "a", "find_ship", "{}"),
      itemAdded(1, functionItem("b", "find_ship")),
      argumentsDelta(1, "b", "[]"),
      { type: "response.function_call_arguments.done", item_id: "fc_b", output_index: 1, arguments: "{}" },
      ...wholeFunction(2, "c", "find_ship", "{}"),
      terminal("completed"),
    ),
    {
      ending: complete("completed", "clean"),
      calls: [
        ran("call_a", "find_ship", {}),
        failed("call_b", "find_ship", "abandoned/provider-error"),
        ran("call_c", "find_ship", {}),
      ],
      text: "",
    },
  );
});
