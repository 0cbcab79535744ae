import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type CallResult, type Outcome, reissue } from "../../src/index.ts";
import { turnClients } from "../support/turn-clients.ts";
import { calling, lost, payment, search } from "../support/turn-plays.ts";
import { openTalk, openTheater, type Scene, type Talk, type Theater } from "../support/turn-stage.ts";
import { paymentTool } from "../support/turn-tools.ts";

const twoCalls = calling(payment(120.5), search("Ada"));
const lostBehindPayment = lost(twoCalls, { call: 1, byte: 4 });

const scenes = {
  lostTwice: { plays: [lostBehindPayment, lostBehindPayment, calling(payment(120.5)), "closing-words"] },
  inDoubt: {
    plays: [calling(payment(120.5))],
    tools: (stage) => [
      paymentTool(stage, {
        run: ({ to }) => {
          stage.effects.push(`paid ${String(to)}`);
          stage.person.abort();
          throw new Error("socket hang up");
        },
      }),
    ],
  },
  sameIds: {
    plays: [
      calling(search("Ada", "call_1"), payment(1, "call_2")),
      "closing-words",
      calling(payment(1, "call_1"), search("Bob", "call_2")),
      "closing-words",
    ],
  },
  misfitTwice: { plays: ["enum-guess?heals=never"] },
} satisfies Readonly<Record<string, Omit<Scene, "title" | "expected">>>;

const names = Object.keys(scenes);
let theater: Theater;

beforeAll(async () => {
  theater = await openTheater(Object.values(scenes).map((scene) => ({ title: "", expected: { lines: [] }, ...scene })));
});

afterAll(() => theater.close());

describe.each(turnClients)("%s", (client) => {
  const talkOf = (name: keyof typeof scenes): Talk => {
    const scene: Scene = { title: name, expected: { lines: [] }, ...scenes[name] };
    return openTalk(theater, scene, { client, name: `scene-${names.indexOf(name)}` });
  };

  test("R9: the same turn again on one ledger gets the payment under a new id, and pays once", async () => {
    const talk = openTalk(theater, "payment", { client, name: "payment" });

    const first = await talk.run();
    const again = await talk.run();

    expect(again.lines).toEqual([
      "request 0: asked",
      "#0 send_payment: dispatchable",
      "message: complete",
      "#0 done before",
      "request 1: results",
      "message: complete",
      "turn: done",
    ]);
    expect(talk.stage.effects).toEqual(["paid Harbor Print Shop 120.5"]);
    expect(idOf(again.result)).not.toBe(idOf(first.result));
    expect(talk.told().at(-1)).toBe(
      '"send_payment" had done this already, by an earlier call, and did not run again. Its result: paid',
    );
    await talk.close(again.result.history);
  });

  test("R9: the same turn twice at once on one ledger pays once, and both are told of it", async () => {
    const talk = openTalk(theater, "payment", { client, name: "payment" });

    const both = await Promise.all([talk.run(), talk.run()]);

    const results = both.map(({ result }) => result.messages[0]?.results[0]);
    expect(results.toSorted(byReplay)).toMatchObject([
      { kind: "done", value: "paid", isReplay: false },
      { kind: "done", value: "paid", isReplay: true },
    ]);
    expect(talk.stage.effects).toEqual(["paid Harbor Print Shop 120.5"]);
    for (const { result } of both) await talk.close(result.history);
  });

  test("R9: another turn of the conversation pays again", async () => {
    const talk = openTalk(theater, "payment", { client, name: "payment" });

    await talk.run();
    const other = await talk.run({ turn: "t-2" });

    expect(talk.stage.effects).toEqual(["paid Harbor Print Shop 120.5", "paid Harbor Print Shop 120.5"]);
    await talk.close(other.result.history);
  });

  test("R9: a turn that was lost for good may be made again, and pays once", async () => {
    const talk = talkOf("lostTwice");

    const { result } = await talk.run();
    const answer = await reissue(result, { ledger: talk.stage.ledger, model: talk.model });
    const again = await talk.run();

    expect(result.ending).toMatchObject({ kind: "abandoned", cause: "disconnected" });
    expect(answer).toEqual({ kind: "yes" });
    expect(again.result.ending).toMatchObject({ kind: "done" });
    expect(talk.stage.effects).toEqual(["paid Harbor Print Shop 120.5"]);
    await talk.close(again.result.history);
  });

  test("R9: a turn whose payment is in doubt may not be made again, and pays nothing more if it is", async () => {
    const talk = talkOf("inDoubt");

    const { result } = await talk.run();
    const answer = await reissue(result, { ledger: talk.stage.ledger, model: talk.model });
    const again = await talk.run({ signal: new AbortController().signal });

    expect(result.ending).toMatchObject({ kind: "cancelled", by: "person" });
    expect(answer).toEqual({ kind: "no", cause: "effect", detail: "a tool that acts was started for this message" });
    expect(again.lines.slice(0, 4)).toEqual([
      "request 0: asked",
      "#0 send_payment: dispatchable",
      "message: complete",
      "#0 in-doubt",
    ]);
    expect(talk.stage.effects).toEqual(["paid Harbor Print Shop"]);
    await talk.close(again.result.history);
  });

  test("R10: a second turn on one history whose calls have the ids of the first is answered in its place", async () => {
    const talk = talkOf("sameIds");

    const first = await talk.run();
    const { messages, ...rest } = first.result.history;
    const second = await talk.run({
      ...rest,
      turn: "t-2",
      messages: [...messages, { role: "user", content: "And the other one?" }],
    });

    expect(talk.stage.effects.toSorted()).toEqual([
      "looked for Ada",
      "looked for Bob",
      "paid Harbor Print Shop 1",
      "paid Harbor Print Shop 1",
    ]);
    expect(second.lines.at(-1)).toBe("turn: done");
    await talk.close(second.result.history);
    expect(talk.told()).toEqual(['{"id":"c-9"}', "paid", "paid", '{"id":"c-9"}']);
  });

  test("R8: a turn that was not corrected is followed by another one on its history, with its own corrections", async () => {
    const talk = talkOf("misfitTwice");

    const first = await talk.run();
    const { messages, ...rest } = first.result.history;
    const second = await talk.run({
      ...rest,
      turn: "t-2",
      messages: [...messages, { role: "user", content: "Try once more." }],
    });

    expect(second.lines).toEqual(first.lines);
    expect(second.lines.at(-1)).toBe("turn: not-corrected (repeated)");
    expect(talk.requests()).toHaveLength(4);
    await talk.close(second.result.history);
  });
});

function byReplay(one: CallResult | undefined, other: CallResult | undefined): number {
  return Number(one?.kind === "done" && one.isReplay) - Number(other?.kind === "done" && other.isReplay);
}

function idOf(result: {
  readonly messages: readonly { readonly roll: { readonly outcomes: readonly Outcome[] } }[];
}): string {
  return result.messages[0]?.roll.outcomes[0]?.call.id ?? "";
}
