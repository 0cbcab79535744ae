import { describe, expect, test } from "vitest";

import {
  createBlockMirror,
  createBlockStore,
  english,
  type Block,
  type BlockStore,
  type BlockStoreOptions,
  type CallStatus,
  type ViewChange,
  type ViewChanges,
} from "../../src/view.ts";
import { lineOf, marks } from "../../src/view/words/statements.ts";
import { madeMessage, turnEnded } from "../view/support/turn-events.ts";
import { blocksOf, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { sendChanges } from "./recipes/view-mirror.ts";
import { plain } from "./recipes/view-words.ts";
import { fileAt } from "./source.ts";

const page = pageAt("docs/view.md");

describe("docs/view.md", () => {
  test("shows recipes that are in the repository", () => {
    const shown = blocksOf(page).filter(({ language }) => language === "ts");

    expect(shown.map(({ file }) => file)).toEqual([
      "test/house/recipes/turn-show.ts",
      "test/house/recipes/view-words.ts",
      "test/house/recipes/view-mirror.ts",
    ]);
    expect(shown.map(({ text }) => text)).toEqual(shown.map(({ file = "" }) => fileAt(file).text));
  });

  test("names every option and every member of a store", () => {
    const options: Readonly<Record<keyof BlockStoreOptions, true>> = {
      words: true,
      display: true,
      clock: true,
      maxTextChars: true,
    };
    const members: Readonly<Record<keyof BlockStore, true>> = {
      view: true,
      subscribe: true,
      follow: true,
      end: true,
      apply: true,
      applyRoll: true,
    };
    const section = sectionOf(page, "## The store");

    expect(namesOf(section)).toEqual(Object.keys(options));
    expect(namesOf(section.slice(section.indexOf("| member |")))).toEqual(Object.keys(members));
  });

  test("names every kind of a block and every change", () => {
    const kinds: Readonly<Record<Block["kind"], true>> = { text: true, reasoning: true, call: true, notice: true };
    const changes: Readonly<Record<ViewChange["type"], true>> = {
      put: true,
      append: true,
      close: true,
      progress: true,
      remove: true,
      turn: true,
    };

    expect(namesOf(sectionOf(page, "## Blocks"))).toEqual(Object.keys(kinds));
    expect(namesOf(sectionOf(page, "## Mirror and changes"))).toEqual(Object.keys(changes));
  });

  test("R12: names every status with its mark and its line in English", () => {
    const { live, results, abandoned } = english;
    const statements: Readonly<Record<CallStatus, string>> = {
      preparing: live.preparing,
      ready: live.ready,
      running: live.running,
      done: results.done,
      errored: results.errored,
      "in-doubt": results.inDoubt,
      "not-run": abandoned.disconnected,
      cancelled: abandoned.cancelled,
      observed: results.observed,
    };
    const statuses = [
      "preparing",
      "ready",
      "running",
      "done",
      "errored",
      "in-doubt",
      "not-run",
      "cancelled",
      "observed",
    ] as const;

    expect(Object.keys(statements)).toEqual(statuses);
    expect(tableOf(sectionOf(page, "## Statuses")).map((row) => row.slice(0, 3))).toEqual(
      statuses.map((status) => [status, marks[status], lineOf(status, "create_ticket", statements[status])]),
    );
  });

  test("names every key of the words", () => {
    expect(namesOf(sectionOf(page, "## Words"))).toEqual(Object.keys(english));
  });
});

describe("the recipes of docs/view.md", () => {
  test("R9: words change some of a language and keep the others", () => {
    expect([plain.aTool, plain.results.inDoubt, plain.results.done]).toEqual([
      "something",
      "may have happened (please check)",
      "done",
    ]);
  });

  test("mirror sends what there is, then once a frame what changed, and shows the same", () => {
    const clock = { now: () => 5 };
    const store = createBlockStore({ clock });
    const mirror = createBlockMirror({ clock });
    const sent: ViewChanges[] = [];
    const frames: (() => void)[] = [];
    const message = madeMessage(0);
    store.apply(message.request());

    const stop = sendChanges(
      store,
      (changes) => sent.push(changes),
      (draw) => frames.push(draw),
    );
    store.apply(message.announced(0, "create_ticket"));
    store.apply(message.fragment(0, '{"title":'));
    const waiting = frames.length;
    for (const draw of frames) draw();
    store.apply(turnEnded({ kind: "done" }));
    stop();
    for (const changes of sent) mirror.apply(changes);

    expect([waiting, sent.map(({ isWhole }) => isWhole)]).toEqual([1, [true, false, false]]);
    expect(mirror.view).toEqual(store.view);
  });
});

function namesOf(section: string): readonly string[] {
  return tableOf(section).map(([name = ""]) => name);
}
