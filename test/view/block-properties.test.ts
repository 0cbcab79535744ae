import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { TurnEvent } from "../../src/protocol/turn-event.ts";
import { createBlockMirror, createBlockStore, type Block, type BlockStore, type ViewChanges } from "../../src/view.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { anyEndCause, anyTurn } from "./support/any-turn-event.ts";
import { tools } from "./support/show.ts";

const clock = createManualClock();

function openStore(): BlockStore {
  return createBlockStore({ display: tools, clock });
}

function isEnded(block: Block): boolean {
  return block.endedAtMs !== null && (block.kind !== "call" || (block.line !== null && block.statement !== null));
}

describe("any events in any order", () => {
  test("followed by an end leave no block without an ending (R12)", () => {
    fc.assert(
      fc.property(anyTurn, anyEndCause, (events, cause) => {
        const store = openStore();
        for (const event of events) store.apply(event);

        store.end(cause);

        const { blocks, isOpen, waitingSinceMs } = store.view;
        expect(blocks.filter((block) => !isEnded(block))).toEqual([]);
        expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
        expect({ isOpen, waitingSinceMs }).toEqual({ isOpen: false, waitingSinceMs: null });
      }),
    );
  });

  test("never change a block that has ended, and never take away a call that has", () => {
    fc.assert(
      fc.property(anyTurn, anyEndCause, (events, cause) => {
        const store = openStore();
        const ended = new Map<string, Block>();
        const look = (): void => {
          const byKey = new Map(store.view.blocks.map((block) => [block.key, block]));
          for (const [key, block] of ended) {
            const now = byKey.get(key);
            if (now !== undefined || block.kind === "call" || block.kind === "notice") expect(now).toBe(block);
          }
          for (const block of store.view.blocks) if (isEnded(block)) ended.set(block.key, block);
        };

        for (const event of events) {
          store.apply(event);
          look();
        }
        store.end(cause);
        look();
      }),
    );
  });

  test("never say of a tool that began, and of which nothing was heard, that it did not run (R9)", () => {
    fc.assert(
      fc.property(anyTurn, anyEndCause, (events, cause) => {
        const store = openStore();
        const begun = new Set<string>();

        for (const event of events.filter(({ type }) => type !== "answered")) {
          store.apply(event);
          for (const block of store.view.blocks) {
            if (block.kind === "call" && block.status === "running") begun.add(block.key);
          }
        }
        store.end(cause);

        const endings = store.view.blocks.flatMap((block) =>
          block.kind === "call" && begun.has(block.key) ? block.status : [],
        );
        expect(endings.filter((status) => status !== "in-doubt" && status !== "observed")).toEqual([]);
      }),
    );
  });

  test("give every call that was announced a block of its own, where none is corrected or taken back (R1)", () => {
    fc.assert(
      fc.property(anyTurn, anyEndCause, (events, cause) => {
        const plain = events.filter(({ type }) => type !== "correcting" && type !== "withdrawn");
        const store = openStore();
        for (const event of plain) store.apply(event);

        store.end(cause);

        const calls = store.view.blocks.filter((block) => block.kind === "call");
        expect(calls.map(({ message, index }) => `${message}/${index}`).toSorted()).toEqual(announcedIn(plain));
      }),
    );
  });

  test("never make a number shrink, and never make a line of text act on a screen", () => {
    fc.assert(
      fc.property(anyTurn, (events) => {
        const store = openStore();
        const bytes = new Map<string, number>();

        for (const event of events) {
          store.apply(event);
          for (const block of store.view.blocks) {
            if (block.kind === "call") {
              expect(block.bytes).toBeGreaterThanOrEqual(bytes.get(block.key) ?? 0);
              bytes.set(block.key, block.bytes);
            }
          }
        }

        expect(textsOf(store.view.blocks).join("")).not.toMatch(
          /[^\P{Cc}\n\t]|[\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u,
        );
      }),
    );
  });

  test("never show what is sensitive (R11)", () => {
    fc.assert(
      fc.property(anyTurn, (events) => {
        // A word of the model is no argument.
        const calls = events.filter(
          (event) => event.type !== "message" || !/^(?:text|reasoning)$/.test(event.event.type),
        );
        const store = openStore();
        const follower = store.follow();
        const seen: unknown[] = [];

        for (const event of calls) {
          store.apply(event);
          seen.push(follower.take(), store.view);
        }

        expect(JSON.stringify(seen)).not.toContain("canary");
      }),
    );
  });

  test("are seen by a mirror as they are by the store, however often it looks", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyTurn, fc.boolean()), { maxLength: 4 }), anyEndCause, (parts, cause) => {
        const store = openStore();
        const mirror = createBlockMirror({ clock });
        const follower = store.follow();
        const copy = (): void => mirror.apply(JSON.parse(JSON.stringify(follower.take())) as ViewChanges);

        for (const [events, looksOften] of parts) {
          for (const event of events) {
            store.apply(event);
            if (looksOften) copy();
          }
          copy();
          expect(mirror.view).toEqual(store.view);
        }
        store.end(cause);
        copy();
        expect(mirror.view).toEqual(store.view);
      }),
    );
  });

  test("leave no block without an ending in a mirror that lost its store (R12)", () => {
    fc.assert(
      fc.property(anyTurn, anyEndCause, (events, cause) => {
        const store = openStore();
        for (const event of events) store.apply(event);
        const mirror = createBlockMirror({ clock });
        mirror.apply(store.follow().take());

        mirror.end(cause);

        expect(mirror.view.blocks.filter((block) => !isEnded(block))).toEqual([]);
        expect(mirror.view.isOpen).toBe(false);
      }),
    );
  });
});

function announcedIn(events: readonly TurnEvent[]): readonly string[] {
  const announced = new Set<string>();
  const over = new Set<number>();
  for (const event of events) {
    if (event.type === "turn-ended") break;
    if (event.type !== "message" || over.has(event.message)) continue;
    const told = event.event;
    if (told.type === "ended") over.add(event.message);
    if (told.type === "announced") announced.add(`${event.message}/${told.index}`);
    if (told.type === "settled") announced.add(`${event.message}/${told.outcome.call.index}`);
  }
  return [...announced].toSorted();
}

function textsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "text" || block.kind === "reasoning") return [block.text];
    return block.kind === "notice" ? [block.line] : [block.tool, block.line ?? ""];
  });
}
