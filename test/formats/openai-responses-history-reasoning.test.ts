import { describe, expect, test } from "vitest";

import {
  argumentsDelta,
  completedResponse,
  functionItem,
  itemAdded,
  itemDone,
  wholeFunction,
} from "../support/responses-events.ts";
import {
  itemsBehind,
  messageDone,
  note,
  reasoningDone,
  sentCall,
  sentMessage,
  sentOutput,
  sentReasoning,
} from "../support/responses-history.ts";
import type { TypedEvent } from "../support/settle-stream.ts";

const pay = wholeFunction(1, "a", "pay", "{}");

async function behind(events: readonly TypedEvent[], answers: Readonly<Record<number, string>> = { 0: "paid" }) {
  return itemsBehind({ body: completedResponse(...events), answers });
}

describe("R10: reasoning", () => {
  test("it goes back with the call that it led to", async () => {
    expect(await behind([reasoningDone(0, "a"), ...pay])).toEqual([
      sentReasoning("a"),
      sentCall("a", "pay", "{}"),
      sentOutput("a", "paid"),
    ]);
  });

  test("its content is the finished item's, not the one it was announced with", async () => {
    const added = itemAdded(0, {
      id: "rs_a",
      type: "reasoning",
      summary: [],
      encrypted_content: "YmVn",
      status: "completed",
    });
    const done = reasoningDone(0, "a", { encrypted_content: "d2hvbGU", status: null, content: null });

    expect((await behind([added, done, ...pay]))[0]).toEqual({
      type: "reasoning",
      id: "rs_a",
      summary: [],
      encrypted_content: "d2hvbGU",
    });
  });

  test("it goes where the call that it led to went, and what comes behind goes back without its id", async () => {
    const look = wholeFunction(2, "b", "look", "{}");

    expect(await behind([reasoningDone(0, "a"), ...pay, ...look], { 1: "seen" })).toEqual([
      note("[The call to pay has no result.]"),
      sentCall("b", "look", "{}", null),
      sentOutput("b", "seen"),
    ]);
  });

  test("it stays where a later call went", async () => {
    const look = wholeFunction(2, "b", "look", "{}");

    expect(await behind([reasoningDone(0, "a"), ...pay, ...look])).toEqual([
      sentReasoning("a"),
      sentCall("a", "pay", "{}"),
      note("[The call to look has no result.]"),
      sentOutput("a", "paid"),
    ]);
  });

  test("without content that goes back it is left out, and its call goes back without its id", async () => {
    const events = [reasoningDone(0, "a", { encrypted_content: null }), ...pay, messageDone(2, "a", "Paid.")];

    expect(await behind(events)).toEqual([
      sentCall("a", "pay", "{}", null),
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Paid.", annotations: [] }],
      },
      sentOutput("a", "paid"),
    ]);
  });

  test("reasoning in words goes back in words", async () => {
    const content = [{ type: "reasoning_text", text: "Money first." }];

    expect((await behind([reasoningDone(0, "a", { content }), ...pay]))[0]).toEqual({
      type: "reasoning",
      id: "rs_a",
      summary: [],
      content: [{ type: "reasoning_text", text: "Money first." }],
    });
  });

  test("behind reasoning that stays, ids stay too", async () => {
    const events = [
      reasoningDone(0, "a", {}),
      messageDone(1, "a", "Hm."),
      reasoningDone(2, "b"),
      ...wholeFunction(3, "a", "pay", "{}"),
    ];

    expect(await behind(events)).toEqual([
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hm.", annotations: [] }],
      },
      sentReasoning("b"),
      sentCall("a", "pay", "{}"),
      sentOutput("a", "paid"),
    ]);
  });

  test("of several pieces all stay or none", async () => {
    const kept = [reasoningDone(0, "a"), reasoningDone(1, "b"), ...wholeFunction(2, "a", "pay", "{}")];
    const lost = [reasoningDone(0, "a"), reasoningDone(1, "b", {}), ...wholeFunction(2, "a", "pay", "{}")];

    expect((await behind(kept)).slice(0, 3)).toEqual([
      sentReasoning("a"),
      sentReasoning("b"),
      sentCall("a", "pay", "{}"),
    ]);
    expect((await behind(lost))[0]).toEqual(sentCall("a", "pay", "{}", null));
  });

  test("reasoning that led to nothing is left out", async () => {
    expect(await behind([messageDone(0, "a", "Hm."), reasoningDone(1, "a")])).toEqual([sentMessage("a", "Hm.")]);
  });

  test("a call that was cut takes its reasoning along", async () => {
    const cut = [itemAdded(1, functionItem("a", "pay")), argumentsDelta(1, "a", "{")];

    expect(await behind([reasoningDone(0, "a"), ...cut], {})).toEqual([
      note("[The call to pay was not run: the answer ended early.]"),
    ]);
  });

  test("a search that cannot go back without its reasoning leaves a note", async () => {
    const search = itemDone(1, {
      id: "ws_a",
      type: "web_search_call",
      status: "completed",
      action: { type: "search" },
    });

    expect(await behind([reasoningDone(0, "a", {}), search, messageDone(2, "a", "Found.")])).toEqual([
      note("[The provider itself ran web_search.]"),
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Found.", annotations: [] }],
      },
    ]);
  });
});
