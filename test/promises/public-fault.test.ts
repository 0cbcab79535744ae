import { describe, expect, test } from "vitest";

import type { Format, SettleTool } from "../../src/index.ts";
import { settle } from "../../src/index.ts";
import {
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  blockStop,
  toolUse,
} from "../support/anthropic-events.ts";
import { calls, delta, done, finish, more, open, opening, records, usage } from "../support/chat-wire.ts";
import { draining, plainCalls } from "../support/live-roll.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createPushSource } from "../support/push-source.ts";
import {
  argumentsDelta,
  created,
  functionItem,
  incomplete,
  itemAdded,
  wholeFunction,
} from "../support/responses-events.ts";
import { anthropicSse, describeStream, responsesSse, complete } from "../support/settle-stream.ts";
import { formats } from "./support/drive.ts";
import type { Wire } from "./support/said.ts";

/** The ceiling of the request. */
const MAX_TOKENS = 1024;

const createTicket: SettleTool = {
  name: "create_ticket",
  input: {
    type: "object",
    properties: { project: { type: "string" }, title: { type: "string" }, description: { type: "string" } },
    required: ["project", "title", "description"],
  },
};

const opened = '{"project":"OPS","title":"Printer on fire","description":"';
const described = `The printer on the third floor burns. ${"Smoke comes out of tray two. ".repeat(20)}`;
/** The description is cut in the middle; nothing behind it was ever generated. */
const cutInside = [opened, described.slice(0, 400), described.slice(400)];
/** The ceiling came just behind the closing brace: the text is a document, and it fits the tool. */
const cutBehindBrace = [opened, described.slice(0, 400), `${described.slice(400)}"}`];

const cuts: readonly (readonly [where: string, pieces: readonly string[]])[] = [
  ["in the description", cutInside],
  ["just behind the closing brace", cutBehindBrace],
];

/** The stream of a message that ran into its ceiling, on each wire; the block or item is closed as if all were well. */
function truncatedBody(wire: Wire, pieces: readonly string[]): string {
  switch (wire) {
    case "anthropic-messages":
      return anthropicSse(
        messageStart(),
        toolUse(0, "call_7", "create_ticket"),
        ...pieces.map((piece) => inputDelta(0, piece)),
        blockStop(0),
        messageDelta("max_tokens", MAX_TOKENS),
        messageStop,
      );
    case "openai-chat":
      return (
        records(
          opening,
          calls(open(0, "call_7", "create_ticket")),
          ...pieces.map((piece) => calls(more(0, piece))),
          finish("length"),
          usage(MAX_TOKENS),
        ) + done
      );
    case "openai-responses":
      return responsesSse(
        created,
        ...wholeFunction(0, "7", "create_ticket", ...pieces),
        incomplete("max_output_tokens", { usage: { output_tokens: MAX_TOKENS } }),
      );
  }
}

/** The beginning of the same message, up to the middle of the description. */
function begunBody(wire: Wire): string {
  const text = opened + described.slice(0, 400);
  switch (wire) {
    case "anthropic-messages":
      return anthropicSse(messageStart(), toolUse(0, "call_7", "create_ticket"), inputDelta(0, text));
    case "openai-chat":
      return records(opening, delta({ content: "" }), calls(open(0, "call_7", "create_ticket", text)));
    case "openai-responses":
      return responsesSse(created, itemAdded(0, functionItem("7", "create_ticket")), argumentsDelta(0, "7", text));
  }
}

const stopWords: Readonly<Record<Wire, string>> = {
  "anthropic-messages": "max_tokens",
  "openai-chat": "length",
  "openai-responses": "max_output_tokens",
};

const wires = ["anthropic-messages", "openai-chat", "openai-responses"] as const;

describe("the fault that started it", () => {
  for (const wire of wires) {
    const format: Format = formats[wire];

    for (const [where, pieces] of cuts) {
      describeStream(`R3 ${wire}: a ticket that the ceiling cuts ${where} is truncated, whatever closed it`, {
        format,
        body: truncatedBody(wire, pieces),
        options: { tools: [createTicket], maxOutputTokens: MAX_TOKENS },
        objects: true,
        expected: {
          ending: complete(stopWords[wire], "ceiling"),
          calls: [
            {
              id: "call_7",
              name: "create_ticket",
              runBy: "client",
              kind: "failed",
              reason: "truncated",
              cause: "token-limit",
            },
          ],
          text: "",
          faults: false,
        },
      });
    }

    test(`R7 ${wire}: a stream that dies after three seconds surfaces after the idle limit, not the request's`, async () => {
      const clock = createManualClock();
      const source = createPushSource<string>();
      const roll = settle(source, { format, tools: [createTicket], clock, idleMs: 10_000 });
      let isOver = false;
      const result = draining(roll).then((settled) => {
        isOver = true;
        return settled;
      });
      await clock.advance(3_000);
      source.push(begunBody(wire));

      await clock.advance(9_999);
      const wasOverBefore = isOver;
      await clock.advance(2);

      // 13 seconds after the request; the SDKs' own timeout is ten minutes.
      expect([wasOverBefore, isOver]).toEqual([false, true]);
      expect(clock.now()).toBe(13_001);
      expect(plainCalls(await result)).toEqual([
        { id: "call_7", name: "create_ticket", runBy: "client", kind: "failed", reason: "abandoned", cause: "idle" },
      ]);
      expect(source.returns).toBe(1);
    });
  }
});
