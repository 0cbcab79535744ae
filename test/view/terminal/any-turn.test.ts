import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { showTurn } from "../../../src/terminal.ts";
import { createBlockStore, type Block } from "../../../src/view.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { anyEndCause, anyTurn } from "../support/any-turn-event.ts";
import { tools } from "../support/show.ts";
import { createEmulator } from "./support/emulator.ts";

/** What must be read of a block in the end: its one line, or its words. */
function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case "reasoning":
      return [];
    case "notice":
      return [block.line];
    case "call":
      return [block.line ?? `${block.tool} — ready`];
    case "text": {
      const lines = block.text.split("\n").map((line) => line.replaceAll("\t", "    ").trimEnd());
      const start = lines.findIndex((line) => line !== "");
      return start === -1 ? [] : lines.slice(start, lines.findLastIndex((line) => line !== "") + 1);
    }
  }
}

describe("any turn", () => {
  test("is in the end what its last view says, each thing once, whatever was printed on the way (R12, T1, T2)", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, fc.nat({ max: 4 }), anyEndCause, async (events, rhythm, cause) => {
        const clock = createManualClock();
        const store = createBlockStore({ display: tools, clock });
        const writes: string[] = [];
        const emulator = createEmulator(200, 60);
        const piped = showTurn(store, { output: { write: (text) => writes.push(text) }, clock });
        const shown = showTurn(store, { output: emulator.output, clock });

        for (const [place, event] of events.entries()) {
          store.apply(event);
          if (place % (rhythm + 1) === 0) await clock.advance(100);
        }
        store.end(cause);
        await clock.advance(100);
        const [view] = await Promise.all([piped, shown]);

        const lines = view.blocks.flatMap(linesOf);
        expect(writes.join("")).toBe(lines.map((line) => `${line}\n`).join(""));
        const rows = await emulator.rows();
        const said = view.blocks.flatMap((block) =>
          block.kind === "call" || block.kind === "notice" ? linesOf(block) : [],
        );
        expect(rows.filter((row) => said.includes(row)).length).toBe(said.length);
        expect(rows.filter((row) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏…] /u.test(row))).toEqual([]);
        expect(clock.pending()).toBe(0);
      }),
    );
  });
});
