import { describe, expect, test } from "vitest";

import { anthropicModel } from "../../src/anthropic.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import { createRetries, type Retries } from "../../src/turn/retries.ts";
import { completeRoll, lostRoll } from "../support/made-rolls.ts";

const model = anthropicModel(async () => new Response(), { model: "claude", max_tokens: 1024 });
const turn = { conversation: "c-1", id: "t-1" };
const lost = lostRoll({ cause: "disconnected", detail: "reset" });

function limited(retryAfterMs: number) {
  return lostRoll({
    cause: "provider-error",
    detail: "",
    error: { code: "rate_limit_error", status: 429, retryAfterMs },
  });
}

function retriesOf(retries: number, chance = 0, ledger = memoryLedger()): Retries {
  return createRetries({ model, ledger, turn, retries, retryWaitMs: 500, chance: () => chance });
}

describe("when a request is sent again", () => {
  test("after a wait that doubles, as often as it may, and again for the next message", async () => {
    const retries = retriesOf(3);

    expect([await retries.waitFor(lost), await retries.waitFor(lost), await retries.waitFor(lost)]).toEqual([
      500, 1000, 2000,
    ]);
    expect(await retries.waitFor(lost)).toBe(null);
    retries.reset();
    expect(await retries.waitFor(lost)).toBe(500);
  });

  test("after a minute at most, however often it is doubled", async () => {
    const patient = retriesOf(1100);
    const waits: (number | null)[] = [];
    for (let tries = 0; tries < 1100; tries += 1) waits.push(await patient.waitFor(lost));

    expect(waits.slice(0, 9)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(new Set(waits.slice(9))).toEqual(new Set([60_000]));
  });

  test("at once where no wait is asked for, however often it is doubled", async () => {
    const hasty = createRetries({
      model,
      ledger: memoryLedger(),
      turn,
      retries: 1100,
      retryWaitMs: 0,
      chance: () => 0,
    });
    const waits = new Set<number | null>();
    for (let tries = 0; tries < 1100; tries += 1) waits.add(await hasty.waitFor(lost));

    expect(waits).toEqual(new Set([0]));
  });

  test("after a first wait of more than a minute, which is not doubled", async () => {
    const slow = createRetries({
      model,
      ledger: memoryLedger(),
      turn,
      retries: 2,
      retryWaitMs: 90_000,
      chance: () => 0,
    });

    expect([await slow.waitFor(lost), await slow.waitFor(lost)]).toEqual([90_000, 90_000]);
  });

  test("after a wait that chance shortens by half at most", async () => {
    expect(await retriesOf(1, 0.999_999).waitFor(lost)).toBe(250);
    expect(await retriesOf(1, 0.5).waitFor(lost)).toBe(375);
  });

  test("never, with no retries", async () => {
    expect(await retriesOf(0).waitFor(lost)).toBe(null);
  });

  test("after the time that the provider asks for, where that is longer", async () => {
    expect(await retriesOf(1).waitFor(limited(3000))).toBe(3000);
    expect(await retriesOf(1).waitFor(limited(100))).toBe(500);
  });

  test("not where the provider asks for more than a minute; the advice says how long", async () => {
    const retries = retriesOf(1);

    expect(await retries.waitFor(limited(60_000))).toBe(60_000);
    retries.reset();
    expect(await retries.waitFor(limited(60_001))).toBe(null);
    expect(retries.adviceFor(limited(60_001))).toBe("wait 61 s: the provider asks for it");
  });

  test("not where it ended well, was cancelled, or would be cut again", async () => {
    const retries = retriesOf(1);

    expect(await retries.waitFor(completeRoll("clean"))).toBe(null);
    expect(await retries.waitFor(lostRoll({ cause: "cancelled", detail: "" }))).toBe(null);
    expect(await retries.waitFor(completeRoll("ceiling"))).toBe(null);
    expect(retries.adviceFor(completeRoll("clean"))).toBe(null);
    expect(retries.adviceFor(completeRoll("ceiling"))).toBe("raise max_tokens above 1024, or ask for less at a time");
  });

  test("R9 not while an effect of the turn is open", async () => {
    const ledger = memoryLedger();
    await ledger.claim({ key: "k", fingerprint: "f", tool: "pay", conversation: "c-1", turn: "t-1", callId: null });

    expect(await retriesOf(1, 0, ledger).waitFor(lost)).toBe(null);
  });
});
