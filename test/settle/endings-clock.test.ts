import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import {
  errorEvent,
  inputDelta,
  messageDelta,
  messageStart,
  messageStop,
  toolUse,
  wholeCall,
} from "../support/anthropic-events.ts";
import { failed, observed, ran } from "../support/expected-call.ts";
import { createFeed, type Feed } from "../support/feed.ts";
import { createManualClock, settleTasks, type ManualClock } from "../support/manual-clock.ts";
import {
  abandoned,
  anthropicSse,
  complete,
  connectionReset,
  plainCall,
  type StreamOptions,
} from "../support/settle-stream.ts";

const call = wholeCall(0, "toolu_1", "water_bed", '{"bed":"n"}');
const started = anthropicSse(messageStart(), ...call);
const stopped = started + anthropicSse(messageDelta("tool_use"));
const ranCall = ran("toolu_1", "water_bed", { bed: "n" });

interface Watched {
  readonly feed: Feed;
  readonly clock: ManualClock;
  /** The calls that have settled so far. */
  readonly settled: () => readonly unknown[];
  /** What the stream came to, or nothing while it is not done with. */
  readonly outcome: () => { readonly ending: unknown; readonly calls: readonly unknown[] } | undefined;
}

function watch(body: string, options: StreamOptions = {}): Watched {
  const feed = createFeed(body);
  const clock = createManualClock();
  const settled: unknown[] = [];
  let outcome: ReturnType<Watched["outcome"]>;
  const roll = settle(feed, { tools: "any", clock, ...options, format: anthropicMessages });
  async function consume(): Promise<void> {
    for await (const event of roll) {
      if (event.type === "settled") settled.push(plainCall(event.outcome));
    }
    const { ending, outcomes } = await roll.result;
    const { kind, stop, class: stopClass, cause } = ending;
    outcome = { ending: { kind, stop, class: stopClass, cause }, calls: outcomes.map(plainCall) };
  }
  consume().catch((error: unknown) => {
    outcome = { ending: error, calls: [] };
  });
  return { feed, clock, settled: () => settled, outcome: () => outcome };
}

// A deadline that has passed is looked at once more, a millisecond later, so that waiting bytes get in first (R7).
const SECOND_LOOK_MS = 1;

describe("the grace after a known stop", () => {
  test("R1 a connection that stays open after the stop is left after 2 s, as complete", async () => {
    const { clock, feed, outcome } = watch(stopped);

    await clock.advance(1999);
    expect(outcome()).toBeUndefined();
    await clock.advance(1 + SECOND_LOOK_MS);

    expect(outcome()).toEqual({ ending: complete("tool_use", "clean"), calls: [ranCall] });
    expect(feed.wasReturned()).toBe(true);
  });

  test("R1 the grace can be set", async () => {
    const { clock, outcome } = watch(stopped, { endMs: 50 });

    await clock.advance(49);
    expect(outcome()).toBeUndefined();
    await clock.advance(1 + SECOND_LOOK_MS);

    expect(outcome()).toEqual({ ending: complete("tool_use", "clean"), calls: [ranCall] });
  });

  test("R1 an end marker within the grace settles the calls at once", async () => {
    const { clock, feed, settled } = watch(stopped);

    await clock.advance(100);
    expect(settled()).toEqual([]);
    feed.push(anthropicSse(messageStop));
    await settleTasks();

    expect(settled()).toEqual([ranCall]);
  });

  test("R1 a connection that stays open after its end marker is left after the grace", async () => {
    const { clock, feed, outcome } = watch(stopped + anthropicSse(messageStop));

    await clock.advance(2000 + SECOND_LOOK_MS);

    expect(outcome()).toEqual({ ending: complete("tool_use", "clean"), calls: [ranCall] });
    expect(feed.wasReturned()).toBe(true);
  });

  test("R3 an error within the grace still wins", async () => {
    const { clock, feed, outcome } = watch(stopped);

    await clock.advance(1000);
    feed.push(anthropicSse(errorEvent("api_error")));
    feed.end();
    await settleTasks();

    expect(outcome()).toEqual({
      ending: abandoned("provider-error", "tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
    });
  });

  test("R3 argument text within the grace takes its call along", async () => {
    const { clock, feed, outcome } = watch(stopped);

    feed.push(anthropicSse(inputDelta(0, "}")));
    await clock.advance(5000);

    expect(outcome()).toEqual({
      ending: complete("tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/provider-error")],
    });
  });

  test("R1 a ceiling is left after the grace as well", async () => {
    const { clock, outcome } = watch(started + anthropicSse(messageDelta("max_tokens")));

    await clock.advance(2000 + SECOND_LOOK_MS);

    expect(outcome()).toEqual({
      ending: complete("max_tokens", "ceiling"),
      calls: [failed("toolu_1", "water_bed", "truncated/token-limit")],
    });
  });

  test("R1 a reset within the grace changes nothing", async () => {
    const { feed, outcome } = watch(stopped);

    feed.fail(connectionReset());
    await settleTasks();

    expect(outcome()).toEqual({ ending: complete("tool_use", "clean"), calls: [ranCall] });
  });

  test("R1 after the end nothing is left running on the clock", async () => {
    const { clock, feed } = watch(stopped);

    feed.push(anthropicSse(messageStop));
    feed.end();
    await settleTasks();

    expect(clock.pending()).toBe(0);
  });
});

describe("cancel", () => {
  test("R14 a cancel inside a call settles the call as cancelled and frees the source", async () => {
    const controller = new AbortController();
    const { feed, outcome } = watch(anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed")), {
      signal: controller.signal,
    });
    await settleTasks();

    controller.abort();
    await settleTasks();

    expect(outcome()).toEqual({
      ending: abandoned("cancelled"),
      calls: [failed("toolu_1", "water_bed", "abandoned/cancelled")],
    });
    expect(feed.wasReturned()).toBe(true);
  });

  test("R14 a cancel after a stop and before the end wins, and the stop stays on record", async () => {
    const controller = new AbortController();
    const { outcome } = watch(stopped, { signal: controller.signal });
    await settleTasks();

    controller.abort();
    await settleTasks();

    expect(outcome()).toEqual({
      ending: abandoned("cancelled", "tool_use", "clean"),
      calls: [failed("toolu_1", "water_bed", "abandoned/cancelled")],
    });
  });

  test("R14 a cancel after the end changes nothing", async () => {
    const controller = new AbortController();
    const { outcome } = watch(stopped + anthropicSse(messageStop), { signal: controller.signal });
    await settleTasks();

    controller.abort();
    await settleTasks();

    expect(outcome()).toEqual({ ending: complete("tool_use", "clean"), calls: [ranCall] });
  });

  test("R14 a signal that was aborted before leaves an empty roll", async () => {
    const { outcome } = watch(stopped, { signal: AbortSignal.abort() });

    await settleTasks();

    expect(outcome()).toEqual({ ending: abandoned("cancelled"), calls: [] });
  });

  test("R2 the provider's calls are observed under a cancel too", async () => {
    const controller = new AbortController();
    const body = anthropicSse(messageStart(), {
      type: "content_block_start",
      index: 0,
      content_block: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
    });
    const { outcome } = watch(body, { signal: controller.signal });
    await settleTasks();

    controller.abort();
    await settleTasks();

    expect(outcome()).toEqual({ ending: abandoned("cancelled"), calls: [observed("srvtoolu_1", "web_search")] });
  });

  test("R14 a second cancel changes nothing", async () => {
    const controller = new AbortController();
    const { feed, outcome } = watch(started, { signal: controller.signal });
    await settleTasks();

    controller.abort("first");
    controller.abort("second");
    feed.push(anthropicSse(messageDelta("tool_use"), messageStop));
    await settleTasks();

    expect(outcome()).toEqual({
      ending: abandoned("cancelled"),
      calls: [failed("toolu_1", "water_bed", "abandoned/cancelled")],
    });
  });
});

describe("stall-hang", () => {
  test("R7 a connection that says nothing at all is idle after the first deadline", async () => {
    const { clock, outcome } = watch("", { firstMs: 1000, progressMs: 500, livenessMs: "off" });

    await clock.advance(999);
    expect(outcome()).toBeUndefined();
    await clock.advance(1 + SECOND_LOOK_MS);

    expect(outcome()).toEqual({ ending: abandoned("idle"), calls: [] });
  });

  test("R7 a call whose stream falls silent is idle after the idle limit", async () => {
    const { clock, feed, outcome } = watch(anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed")), {
      idleMs: 3000,
    });

    await clock.advance(2999);
    expect(outcome()).toBeUndefined();
    await clock.advance(1 + SECOND_LOOK_MS);

    expect(outcome()).toEqual({ ending: abandoned("idle"), calls: [failed("toolu_1", "water_bed", "abandoned/idle")] });
    expect(feed.wasReturned()).toBe(true);
  });

  test("R7 pings without payload make a call stalled, not idle", async () => {
    const { clock, feed, outcome } = watch(anthropicSse(messageStart(), toolUse(0, "toolu_1", "water_bed")), {
      progressMs: 3000,
    });

    for (let second = 0; second < 3; second++) {
      feed.push('event: ping\ndata: {"type":"ping"}\n\n');
      await clock.advance(1000);
    }
    await clock.advance(SECOND_LOOK_MS);

    expect(outcome()).toEqual({
      ending: abandoned("stalled"),
      calls: [failed("toolu_1", "water_bed", "abandoned/stalled")],
    });
  });
});
