import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import type { Format } from "../../src/formats/format.ts";
import { settle } from "../../src/index.ts";
import { openaiResponses } from "../../src/openai.ts";
import type { RollEvent } from "../../src/protocol/roll-event.ts";
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
import { createFeed } from "../support/feed.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { argumentsDelta, completedResponse, functionItem, itemAdded, itemDone } from "../support/responses-events.ts";
import { anthropicSse, deliver, type StreamOptions } from "../support/settle-stream.ts";

async function eventsOf(format: Format, body: string): Promise<readonly RollEvent[]> {
  const events: RollEvent[] = [];
  for await (const event of settle(deliver([body]), { format, tools: "any", clock: createManualClock() }))
    events.push(event);
  return events;
}

/** The order of events as short words. */
function story(events: readonly RollEvent[]): readonly string[] {
  return events.map((event) => {
    switch (event.type) {
      case "text":
      case "reasoning":
        return `${event.type} ${event.text}`;
      case "announced":
        return `announced ${event.index} ${event.name}`;
      case "fragment":
        return `fragment ${event.index} ${event.text}`;
      case "closed":
        return `closed ${event.index}`;
      case "settled":
        return `settled ${event.outcome.call.index} ${event.outcome.kind}`;
      case "fault":
        return "fault";
      case "ended":
        return `ended ${event.ending.kind} ${event.count.announced}=${event.count.dispatchable}+${event.count.invalid}+${event.count.failed}+${event.count.observed}`;
    }
  });
}

describe("the events of a stream", () => {
  test("R1 R12 a call is announced, grows, closes and settles, and the end comes last", async () => {
    const body = anthropicMessage(
      "tool_use",
      blockStart(0, { type: "thinking", thinking: "" }),
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Dry." } },
      blockStop(0),
      blockStart(1, { type: "text", text: "" }),
      textDelta(1, "Watering."),
      blockStop(1),
      ...wholeCall(2, "toolu_1", "water_bed", "", '{"bed":', '"n"}'),
      ...wholeCall(3, "toolu_2", "water_bed", "{bed"),
    );

    expect(story(await eventsOf(anthropicMessages, body))).toEqual([
      "reasoning Dry.",
      "text Watering.",
      "announced 0 water_bed",
      'fragment 0 {"bed":',
      'fragment 0 "n"}',
      "closed 0",
      "announced 1 water_bed",
      "fragment 1 {bed",
      "closed 1",
      "settled 0 dispatchable",
      "settled 1 failed",
      "ended complete 2=1+0+1+0",
    ]);
  });

  test("R1 R12 a call whose stream dies settles without being closed", async () => {
    const body = anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed"), inputDelta(0, '{"b'));

    expect(story(await eventsOf(anthropicMessages, body))).toEqual([
      "announced 0 water_bed",
      'fragment 0 {"b',
      "settled 0 failed",
      "ended abandoned 1=0+0+1+0",
    ]);
  });

  test("R1 a call whose name comes late is announced with its name, and its text after that", async () => {
    const body = completedResponse(
      argumentsDelta(0, "a", '{"ship":'),
      argumentsDelta(0, "a", '"Lark"}'),
      itemDone(0, functionItem("a", "find_ship", { arguments: '{"ship":"Lark"}', status: "completed" })),
    );

    expect(story(await eventsOf(openaiResponses, body))).toEqual([
      "announced 0 find_ship",
      'fragment 0 {"ship":"Lark"}',
      "closed 0",
      "settled 0 dispatchable",
      "ended complete 1=1+0+0+0",
    ]);
  });

  test("R6 text that only the finished item states comes as one fragment", async () => {
    const body = completedResponse(
      itemAdded(0, functionItem("a", "find_ship")),
      itemDone(0, functionItem("a", "find_ship", { arguments: "{}", status: "completed" })),
    );

    expect(story(await eventsOf(openaiResponses, body))).toEqual([
      "announced 0 find_ship",
      "fragment 0 {}",
      "closed 0",
      "settled 0 dispatchable",
      "ended complete 1=1+0+0+0",
    ]);
  });
});

describe("what is known of a call", () => {
  test("R1 counts bytes and pieces, and keeps the times of the stream", async () => {
    const clock = createManualClock(5000);
    const feed = createFeed();
    const outcome = settle(feed, { format: anthropicMessages, tools: "any", clock }).result.then(
      ({ outcomes }) => outcomes[0],
    );
    const arrivals: readonly (readonly [number, string])[] = [
      [10, anthropicSse(messageStart())],
      [20, anthropicSse(toolUse(0, "toolu_1", "note"), inputDelta(0, ""))],
      [30, anthropicSse(inputDelta(0, '{"t":"'))],
      [400, anthropicSse(inputDelta(0, "ü東"))],
      [50, anthropicSse(inputDelta(0, '"}'))],
      [60, anthropicSse(blockStop(0))],
      [70, anthropicSse(messageDelta("tool_use"), messageStop)],
    ];

    for (const [afterMs, piece] of arrivals) {
      await clock.advance(afterMs);
      feed.push(piece);
      await settleTasks();
    }
    feed.end();

    expect((await outcome)?.call).toEqual({
      index: 0,
      id: "toolu_1",
      name: "note",
      runBy: "client",
      input: "json",
      text: '{"t":"ü東"}',
      bytes: 13,
      fragments: 3,
      announcedAtMs: 30,
      lastFragmentAtMs: 510,
      closedAtMs: 570,
      largestGapMs: 400,
    });
  });

  test("R13 text that outgrew its limit is counted and not kept", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "note", '{"t":"', "x".repeat(20), '"}'));

    const { outcomes } = await settle(deliver([body]), {
      format: anthropicMessages,
      tools: "any",
      limits: { maxCallBytes: 16 },
    }).result;

    expect(outcomes.map(({ call }) => ({ text: call.text, bytes: call.bytes, fragments: call.fragments }))).toEqual([
      { text: "", bytes: 28, fragments: 3 },
    ]);
  });
});

describe("args-leak-in-logs", () => {
  const secret = "hunter2";
  const cases: readonly (readonly [string, string, StreamOptions])[] = [
    ["cut", anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", `{"k":"${secret}`)), {}],
    ["no JSON", anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", `{"k":"${secret}"}${secret}`)), {}],
    ["late", anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", "{}"), inputDelta(0, secret)), {}],
    ["truncated", anthropicMessage("max_tokens", ...wholeCall(0, "toolu_1", "act", `{"k":"${secret}"}`)), {}],
    [
      "abandoned",
      anthropicSse(messageStart(), toolUse(0, "toolu_1", "act"), inputDelta(0, secret), errorEvent("api_error")),
      {},
    ],
    [
      "too large",
      anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", `{"k":"${secret}"}`)),
      { limits: { maxCallBytes: 10 } },
    ],
    ["unreadable", `${anthropicSse(messageStart(), toolUse(0, "toolu_1", "act"))}data: {"k":"${secret}\n\n`, {}],
    ["cut in a record", `${anthropicSse(messageStart(), toolUse(0, "toolu_1", "act"))}data: {"k":"${secret}`, {}],
    [
      "double-encoded",
      anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", JSON.stringify(`{"k":"${secret}"}`))),
      {},
    ],
  ];

  test.each(cases)(
    "R11 argument text that is %s is in no detail of an outcome, an ending or a fault",
    async (_how, body, options) => {
      const { outcomes, ending, faults } = await settle(deliver([body]), {
        tools: "any",
        clock: createManualClock(),
        ...options,
        format: anthropicMessages,
      }).result;

      const said = [
        ending.detail,
        ...outcomes.map((outcome) => (outcome.kind === "failed" ? outcome.detail : "")),
        ...faults.map((fault) => fault.detail),
      ];
      expect(outcomes.map((outcome) => outcome.kind)).not.toContain("dispatchable");
      expect(said.join("\n")).not.toContain(secret);
    },
  );
});
