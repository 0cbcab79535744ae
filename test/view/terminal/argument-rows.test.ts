import { describe, expect, test } from "vitest";

import { callFacts, dispatchable } from "../made-outcomes.ts";
import { madeMessage } from "../support/turn-events.ts";
import { openStage } from "./support/stage.ts";

const first = madeMessage(0);
const announced = [first.request(), first.announced(0, "create_ticket")];

async function shownOf(text: string, columns = 46): Promise<readonly string[]> {
  const stage = openStage({ columns });
  const rows = await stage.after(...announced, first.fragment(0, text));
  return rows.slice(1);
}

describe("the arguments of a call", () => {
  test("stand below it, one row each, and nested values in one row", async () => {
    expect(
      await shownOf('{"title":"Lamp","urgent":true,"count":1.50,"tags":["a",["b",null]],"to":{"name":"Ada","age":36}}'),
    ).toEqual([
      "    title   Lamp",
      "    urgent  true",
      "    count   1.50",
      "    tags    a, b, null",
      "    to      name: Ada, age: 36",
    ]);
  });

  test("never show what is sensitive, and not even that there is something hidden (R11)", async () => {
    const stage = openStage({
      storeOptions: {
        display: [{ name: "create_ticket", display: { title: "show", note: "hide", token: "sensitive" } }],
      },
    });

    expect(
      await stage.after(...announced, first.fragment(0, '{"note":"canary-1","token":"canary-2","title":"Lamp"}')),
    ).toEqual(["⠙ create_ticket — preparing · 53 B received", "    token  •••", "    title  Lamp"]);
  });

  test("show the end of a text while it grows, and its beginning once it is there", async () => {
    expect(await shownOf('{"title":"zero one two three four five six seven')).toEqual([
      "    title  …one two three four five six seven",
    ]);
    expect(await shownOf('{"title":"zero one two three four five six seven"}')).toEqual([
      "    title  zero one two three four five six s…",
    ]);
  });

  test("say of a text that never ended that more was to come", async () => {
    const stage = openStage();
    await stage.after(...announced, first.fragment(0, '{"title":"La'), first.settled(dispatchable({})), first.ended());

    const rows = await stage.after(
      first.running(0),
      first.answered(0, { kind: "done", call: callFacts(), value: 1, isReplay: false, note: null }),
    );

    expect(rows).toEqual(["✓ create_ticket — done", "    title  La…"]);
  });

  test("are eight rows at most, and each of them one row", async () => {
    const text = JSON.stringify(Object.fromEntries("abcdefghij".split("").map((key) => [key, "x\n\ty"])));

    expect(await shownOf(text)).toEqual([
      "    a  x y",
      "    b  x y",
      "    c  x y",
      "    d  x y",
      "    e  x y",
      "    f  x y",
      "    g  x y",
      "    h  x y",
      "    …",
    ]);
  });
});
