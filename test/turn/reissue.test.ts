import { describe, expect, test } from "vitest";

import { anthropicModel } from "../../src/anthropic.ts";
import { reissue, type MessageReport, type TurnResult } from "../../src/index.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import type { LedgerRecord } from "../../src/ledger/record.ts";
import { openEffect } from "../../src/turn/reissue.ts";
import { completeRoll, lostRoll } from "../support/made-rolls.ts";

const model = anthropicModel(async () => new Response(), { model: "claude", max_tokens: 1024 });
const lost = lostRoll({ cause: "disconnected", detail: "reset" });

function turnOf(...messages: readonly (Partial<MessageReport> & { readonly roll: RollResult })[]): TurnResult {
  return {
    conversation: "c-1",
    turn: "t-1",
    ending: { kind: "done", detail: "", advice: null },
    history: { messages: [] },
    corrections: [],
    messages: messages.map((rest, message) => ({
      message,
      because: "asked",
      isWithdrawn: false,
      results: [],
      mayHaveActed: false,
      ...rest,
    })),
  };
}

async function claim(ledger: Ledger, turn = "t-1", conversation = "c-1"): Promise<LedgerRecord> {
  const facts = { key: `${conversation} ${turn}`, fingerprint: "f", tool: "pay", conversation, turn, callId: null };
  const answer = await ledger.claim(facts);
  return answer.record;
}

describe("whether the last request of a turn may be sent again", () => {
  test("yes, where nothing was asked yet", async () => {
    expect(await reissue(turnOf(), { ledger: memoryLedger(), model })).toEqual({ kind: "yes" });
  });

  test("yes, behind a lost message that nothing was started for", async () => {
    expect(await reissue(turnOf({ roll: lost }), { ledger: memoryLedger(), model })).toEqual({ kind: "yes" });
  });

  test("no, behind one for which a tool was started", async () => {
    expect(await reissue(turnOf({ roll: lost, mayHaveActed: true }), { ledger: memoryLedger(), model })).toEqual({
      kind: "no",
      cause: "effect",
      detail: "a tool that acts was started for this message",
    });
  });

  test("the last message decides, not one before it whose effects are done", async () => {
    const turn = turnOf({ roll: completeRoll("clean"), mayHaveActed: true }, { roll: lost });

    expect(await reissue(turn, { ledger: memoryLedger(), model })).toEqual({ kind: "yes" });
  });

  test("what was cut needs a change first", async () => {
    expect(await reissue(turnOf({ roll: completeRoll("ceiling") }), { ledger: memoryLedger(), model })).toMatchObject({
      kind: "yes-but",
      change: "raise-ceiling",
    });
  });
});

describe("R9: while an effect of the turn may have happened, its request is not sent again", () => {
  test("R9 not while one is under way", async () => {
    const ledger = memoryLedger();
    await claim(ledger);

    expect(await reissue(turnOf({ roll: lost }), { ledger, model })).toEqual({
      kind: "no",
      cause: "effect",
      detail: "pay may have run, and nobody knows: it is under way",
    });
  });

  test("R9 not while one is in doubt, and again once it is resolved", async () => {
    const ledger = memoryLedger();
    const record = await claim(ledger);
    await ledger.conclude(record, { kind: "in-doubt", note: "the tool threw: it broke" });

    expect(await reissue(turnOf({ roll: lost }), { ledger, model })).toEqual({
      kind: "no",
      cause: "effect",
      detail: "pay may have run, and nobody knows: the tool threw: it broke",
    });
    await ledger.resolve(record.key, { verdict: "did-not-happen", note: "seen" });
    expect(await reissue(turnOf({ roll: lost }), { ledger, model })).toEqual({ kind: "yes" });
  });

  test("effects that ended, of another turn, or of another conversation are no reason", async () => {
    const ledger = memoryLedger();
    await ledger.conclude(await claim(ledger), { kind: "done", result: "1" });
    await claim(ledger, "t-2");
    await claim(ledger, "t-1", "c-2");

    expect(await reissue(turnOf({ roll: lost }), { ledger, model })).toEqual({ kind: "yes" });
  });

  test("R9 not where the ledger cannot say", async () => {
    const ledger: Ledger = { ...memoryLedger(), list: () => Promise.reject(new Error("no such disk")) };

    expect(await reissue(turnOf({ roll: lost }), { ledger, model })).toEqual({
      kind: "no",
      cause: "effect",
      detail: "the ledger cannot say what happened: no such disk",
    });
  });

  test("R9 not where the conversation has more of them than are looked at", async () => {
    const ledger = memoryLedger();
    for (let turn = 0; turn < 1000; turn += 1) await claim(ledger, `other-${turn}`);

    expect(await openEffect(ledger, { conversation: "c-1", turn: "t-1" })).toEqual({
      kind: "no",
      cause: "effect",
      detail: "the conversation has too many effects in doubt",
    });
  });
});
