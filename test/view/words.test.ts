import { describe, expect, test } from "vitest";

import { callLine, createBlockStore, endingLine, english, german, japanese, type Words } from "../../src/view.ts";
import { inertLine } from "../../src/view/inert.ts";
import { sizeOf } from "../../src/view/words/size-of.ts";
import { tallySentence } from "../../src/view/words/tally.ts";
import { abandoned, complete, count, dispatchable, failed, invalid, observed } from "./made-outcomes.ts";
import { read } from "./support/show.ts";
import { madeMessage, turnEnded } from "./support/turn-events.ts";

const languages: readonly Words[] = [english, german, japanese];

/** How each language says that a tool did not run. */
const denials: Readonly<Record<string, string>> = { en: "not run", de: "nicht ausgeführt", ja: "実行されていません" };

describe("every language", () => {
  test.each(languages)("$language says everything in inert lines without a full stop", (words) => {
    const sentences = sentencesOf(words);

    expect(sentences.length).toBeGreaterThan(60);
    expect(sentences.filter((sentence) => sentence.trim() === "" || /[.。]$/.test(sentence))).toEqual([]);
    expect(sentences.filter((sentence) => inertLine(sentence) !== sentence)).toEqual([]);
  });

  test.each(languages)("$language speaks of no text, parser or schema", (words) => {
    expect(
      sentencesOf(words).filter((sentence) => /json|schema|parse|buffer|token|undefined|null/i.test(sentence)),
    ).toEqual([]);
  });

  test.each(languages)("$language says of every call that did not run that it did not, and why", (words) => {
    const { cancelled, ...abandonedWords } = words.abandoned;
    const { cancelled: calledOff, "not-looked-up": notLookedUp, ...notRun } = words.notRun;
    const statements = [words.invalid, words.truncated, words.unparseable, abandonedWords, notRun].flatMap((group) =>
      Object.values(group),
    );
    const denial = denials[words.language] ?? "";

    expect(statements.filter((statement) => !new RegExp(`^${denial} ?[(（].+[)）]$`).test(statement))).toEqual([]);
    expect(calledOff).toBe(cancelled);
    // R9: it denies this run alone.
    expect(notLookedUp).not.toMatch(new RegExp(`^${denial} ?[(（]`));
  });

  test.each(languages)("$language never denies what may have run (R9)", ({ language, results, tally }) => {
    const said = [results.inDoubt, results.lostSight, tally.inDoubt("send_payment")];

    expect(said.filter((statement) => statement.includes(denials[language] ?? ""))).toEqual([]);
  });
});

describe("German", () => {
  test.each([
    [dispatchable({}), "create_ticket — bereit"],
    [observed(), "· create_ticket — vom Anbieter ausgeführt"],
    [invalid("schema"), "⊘ create_ticket — nicht ausgeführt (die Anfrage passte nicht zum Werkzeug)"],
    [failed("truncated/token-limit"), "⊘ create_ticket — nicht ausgeführt (die Anfrage wurde abgeschnitten)"],
    [failed("abandoned/idle"), "⊘ create_ticket — nicht ausgeführt (Verbindung verloren)"],
    [failed("abandoned/cancelled"), "⊘ create_ticket — abgebrochen"],
    [failed("abandoned/idle", { name: "" }), "⊘ ein Werkzeug — nicht ausgeführt (Verbindung verloren)"],
  ])("says how a call ended: %o", (outcome, line) => {
    expect(callLine(outcome, german)).toBe(line);
  });

  test("says how a message ended", () => {
    expect(endingLine(abandoned("ended-early"), count(), german)).toBe(
      "⊘ die Antwort endete vorzeitig — es wurde nichts ausgeführt",
    );
  });
});

describe("Japanese", () => {
  test.each([
    [dispatchable({}), "create_ticket — 準備完了"],
    [invalid("schema"), "⊘ create_ticket — 実行されていません（リクエストがツールに合いませんでした）"],
    [failed("abandoned/idle"), "⊘ create_ticket — 実行されていません（接続が切れました）"],
    [failed("abandoned/cancelled"), "⊘ create_ticket — キャンセルされました"],
    [failed("abandoned/idle", { name: "" }), "⊘ ツール — 実行されていません（接続が切れました）"],
  ])("says how a call ended: %o", (outcome, line) => {
    expect(callLine(outcome, japanese)).toBe(line);
  });

  test("says how a message ended", () => {
    expect(endingLine(complete("max_tokens", "ceiling"), count({ observed: 1 }), japanese)).toBe(
      "⊘ 応答が途中で切れました — ほかには何も実行されていません",
    );
  });
});

describe("a store with other words", () => {
  test("says everything in them", () => {
    const store = createBlockStore({ words: german });
    const { request, announced, settled, ended, answered } = madeMessage(0);
    const told = [
      request(),
      announced(0, "send_payment"),
      announced(1, ""),
      settled(dispatchable({}, { name: "send_payment" })),
      settled(failed("abandoned/stalled", { index: 1, name: "" })),
      ended(abandoned("stalled")),
      answered(0, { kind: "in-doubt", call: dispatchable({}).call, intentKey: "key", note: "" }),
      turnEnded({ kind: "abandoned", cause: "stalled" }),
    ];

    for (const event of told) store.apply(event);

    expect(read(store.view)).toEqual([
      "? send_payment — möglicherweise ausgeführt (vor einem neuen Versuch prüfen)",
      "⊘ ein Werkzeug — nicht ausgeführt (das Modell antwortete nicht mehr)",
      "⊘ das Modell antwortete nicht mehr — möglicherweise ausgeführt: send_payment; nicht ausgeführt: ein Werkzeug",
    ]);
  });
});

describe("what did and what did not happen", () => {
  test("counts calls of one tool, and names no more than there is room for", () => {
    const calls = ["a", "b", "a", "c", "d", "e", "f"].map((tool) => ({ tool, status: "done" as const }));

    expect(tallySentence([...calls, { tool: "g", status: "cancelled" }], english)).toBe(
      "done: a ×2, b, c, d and 2 more; not run: g",
    );
  });

  test("is nothing where nothing ran here", () => {
    expect(tallySentence([], english)).toBe("nothing was run");
    expect(tallySentence([{ tool: "a", status: "not-run" }], english)).toBe("nothing was run");
    expect(tallySentence([{ tool: "a", status: "observed" }], english)).toBe("nothing else was run");
  });
});

describe("what goes on", () => {
  test("is told with its numbers", () => {
    expect(languages.map(({ live }) => live.silentFor(12))).toEqual([
      "nothing new for 12 s",
      "seit 12 s nichts Neues",
      "12 秒間新しいデータがありません",
    ]);
    expect(languages.map(({ live }) => live.received(1234))).toEqual([
      "1.2 kB received",
      "1,2 kB empfangen",
      "1.2 kB 受信",
    ]);
  });

  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [9949, "9.9 kB"],
    [9950, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [25_000_000, "25 MB"],
  ])("has %i bytes as %s", (bytes, size) => {
    expect(sizeOf(bytes, ".")).toBe(size);
  });
});

/** Everything that a language says, but for its tag and what stands between names. */
function sentencesOf({ language: _tag, tally, live, ...words }: Words): readonly string[] {
  const { comma: _comma, semicolon: _semicolon, nothing, nothingElse, more, ...lists } = tally;
  const { silentFor, received, ...states } = live;
  const said = Object.values(lists).map((list) => list("a"));
  return [...stringsOf(words), ...stringsOf(states), ...said, nothing, nothingElse, more(3), silentFor(3), received(3)];
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
