import { describe, expect, test } from "vitest";

import { settle, type RollResult } from "../../src/index.ts";
import { formats } from "../promises/support/drive.ts";
import type { Wire } from "../promises/support/said.ts";
import {
  anthropicMessage,
  blockStop,
  inputDelta,
  messageDelta,
  messageStart,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { calls, callMessage, done, finish, open, opening, records } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { anthropicSse, deliver, plainCall, sseRecord } from "../support/settle-stream.ts";
import { packageReaders } from "./read-body.ts";

/** One place where the objects of a package say something else than the bytes that they were made from. */
interface Difference {
  readonly what: string;
  readonly why: string;
  readonly wire: Wire;
  readonly body: string;
  readonly asBytes: string;
  readonly asObjects: string;
}

/** A call whose whole input stands in its block start, written as this text. */
function inputInStart(input: string): string {
  return sseRecord(
    `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"act","input":${input}}}`,
    "content_block_start",
  );
}

/** A call whose arguments are an object instead of text, written as this text. */
function objectArguments(written: string): string {
  return sseRecord(
    `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"act","arguments":${written}}}]},"finish_reason":null}]}`,
  );
}

const differences: readonly Difference[] = [
  {
    what: "a chat stream without [DONE] behind its stop",
    why: "the package takes [DONE] out, so that nobody can say that it was missing",
    wire: "openai-chat",
    body: records(opening, calls(open(0, "call_1", "act", "{}")), finish("tool_calls")),
    asBytes: "complete; act dispatchable {}; end-missing",
    asObjects: "complete; act dispatchable {}",
  },
  {
    what: "a message without message_stop behind its stop",
    why: "objects end when they end; whether a marker was among them is not looked for",
    wire: "anthropic-messages",
    body: anthropicSse(messageStart(), ...wholeCall(0, "toolu_1", "act", "{}"), messageDelta("tool_use")),
    asBytes: "complete; act dispatchable {}; end-missing",
    asObjects: "complete; act dispatchable {}",
  },
  {
    what: "records behind [DONE]",
    why: "the package stops reading there",
    wire: "openai-chat",
    body: callMessage(calls(open(0, "call_1", "act", "{}"))) + records(opening) + done,
    asBytes: "complete; act dispatchable {}; late-record",
    asObjects: "complete; act dispatchable {}",
  },
  {
    what: "a key that is given twice in an input that is an object of the record",
    why: "the package has parsed it, and the last one won",
    wire: "anthropic-messages",
    body: anthropicMessage("tool_use", inputInStart('{"port":"Ayr","port":"Oban"}'), blockStop(0)),
    asBytes: "complete; act invalid duplicate-key",
    asObjects: 'complete; act dispatchable {"port":"Oban"}',
  },
  {
    what: "an integer beyond a double in arguments that are an object of the record",
    why: "the package has parsed it, and rounded it",
    wire: "openai-chat",
    body: records(opening) + objectArguments('{"id":9007199254740993}') + records(finish("tool_calls")) + done,
    asBytes: "complete; act invalid inexact-number",
    asObjects: 'complete; act dispatchable {"id":9007199254740992}',
  },
  {
    what: "a record without an event name",
    why: "the package goes by the names of the events and passes over what has none",
    wire: "anthropic-messages",
    body: anthropicMessage(
      "tool_use",
      toolUse(0, "toolu_1", "act"),
      sseRecord(inputDelta(0, '{"port":"Ayr"}')),
      blockStop(0),
    ),
    asBytes: 'complete; act dispatchable {"port":"Ayr"}',
    asObjects: "complete; act dispatchable {}",
  },
];

function inWords({ ending, outcomes, faults }: RollResult): string {
  const ended = ending.kind === "complete" ? ending.kind : `${ending.kind} ${ending.cause}`;
  const called = outcomes.map(plainCall).map((call) => {
    const args = call.kind === "dispatchable" ? JSON.stringify(call.args) : undefined;
    return [call.name, call.kind, call.reason, call.cause, args].filter((word) => word !== undefined).join(" ");
  });
  return [ended, ...called, ...faults.map((fault) => fault.code)].join("; ");
}

describe("where the packages' objects differ from the bytes", () => {
  for (const { what, why, wire, body, asBytes, asObjects } of differences) {
    test(`R6 ${what} reads differently as objects: ${why}`, async () => {
      const options = { format: formats[wire], tools: "any", clock: createManualClock() } as const;

      const bytes = await settle(deliver([new TextEncoder().encode(body)]), options).result;
      const objects = await settle(await packageReaders[wire].raw(body), options).result;

      expect(inWords(bytes)).toBe(asBytes);
      expect(inWords(objects)).toBe(asObjects);
    });
  }
});
