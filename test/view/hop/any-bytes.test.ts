import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  callDone,
  closedTurn,
  type Connection,
  followScript,
  heartbeat,
  opening,
  openTurn,
  preparing,
  view,
} from "./support/scripted-page.ts";

const story = [
  opening,
  view(1, [preparing, openTurn]),
  heartbeat,
  view(2, [
    {
      type: "progress",
      key: "b0",
      bytes: 20,
      fragments: 1,
      lastFragmentAtMs: 5,
      patches: [
        { type: "put", path: [], node: { kind: "object", entries: [], hasMore: false, isWhole: false } },
        { type: "put", path: ["title"], node: { kind: "text", text: "Drucker 🖨", extent: "growing" } },
      ],
    },
  ]),
  view(3, [callDone, closedTurn]),
  "event: end\ndata: {}\n\n",
].join("");
const bytes = new TextEncoder().encode(story);

const piece: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.constantFrom(opening, heartbeat, "event: end\ndata: {}\n\n", "event: nobody\ndata: 1\n\n"),
  fc.tuple(fc.nat(4), fc.array(anyChange(), { maxLength: 4 })).map(([id, changes]) => view(id, changes)),
  fc.tuple(fc.nat(4), fc.json()).map(([id, json]) => `id: ${id}\nevent: view\ndata: ${json}\n\n`),
  fc.string(),
  fc.uint8Array({ maxLength: 40 }),
);

const connection: fc.Arbitrary<Connection | "refuse" | "hang"> = fc.oneof(
  fc.constantFrom("refuse" as const, "hang" as const),
  fc.record({
    pieces: fc.array(piece, { maxLength: 8 }),
    after: fc.constantFrom("end", "break", "stay"),
    status: fc.constantFrom(200, 200, 200, 404, 500),
    type: fc.constantFrom("text/event-stream", "text/event-stream; charset=utf-8", "text/html"),
  }),
);

describe("whatever comes", () => {
  test("R12, R14: any bytes on any connections end every block", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(connection, { minLength: 1, maxLength: 4 }), async (connections) => {
        const page = followScript(connections);

        await page.clock.advance(300_000);

        expect(page.ending).not.toBeNull();
        expect(page.mirror.view.isOpen).toBe(false);
        expect(page.mirror.view.blocks.map((block) => block.endedAtMs)).not.toContain(null);
        expect([page.held, page.clock.pending()]).toEqual([0, 0]);
      }),
    );
  });

  test("R12: a cut at any byte ends every block, and every splitting of the whole is complete", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), fc.nat(bytes.length), async (first, second) => {
        const [from, to] = [Math.min(first, second), Math.max(first, second)];
        const parts = [bytes.slice(0, from), bytes.slice(from, to), bytes.slice(to)];
        const whole = followScript([{ pieces: parts }], "once");
        const cut = followScript([{ pieces: parts.slice(0, 2) }], "once");

        await whole.clock.advance(0);
        await cut.clock.advance(0);

        expect(whole.ending).toEqual({ kind: "complete" });
        expect(whole.mirror.view.blocks.map((block) => block.kind === "call" && block.line)).toEqual([
          "✓ create_ticket — done",
        ]);
        expect(cut.ending).not.toBeNull();
        expect(cut.mirror.view.isOpen).toBe(false);
        expect(cut.mirror.view.blocks.map((block) => block.endedAtMs)).not.toContain(null);
      }),
    );
  });
});

function anyChange(): fc.Arbitrary<object> {
  const key = fc.constantFrom("b0", "b1", "b2", "");
  const text = { kind: "text", message: 0, text: "Hello", startedAtMs: 0, endedAtMs: null };
  return fc.oneof(
    fc.constantFrom(openTurn, openTurn, closedTurn, preparing, callDone),
    fc.record({
      type: fc.constant("put"),
      after: fc.option(key),
      block: key.map((name) => ({ ...text, key: name })),
    }),
    fc.record({ type: fc.constant("append"), key, text: fc.string() }),
    fc.record({ type: fc.constant("close"), key, endedAtMs: fc.integer() }),
    fc.record({ type: fc.constant("remove"), key }),
    fc.record({ type: fc.string(), key }),
  );
}
