import type { Tool, Turn } from "rollcall";
import { createBlockStore, type Block } from "rollcall/view";

/** Shows a turn: `draw` gets all lines that are to be seen now, after every change. */
export async function showTurn(
  turn: Turn,
  tools: readonly Tool[],
  draw: (lines: readonly string[]) => void,
): Promise<void> {
  const store = createBlockStore({ display: tools });
  store.subscribe(() => draw(store.view.blocks.map(lineOf)));
  for await (const event of turn) store.apply(event);
}

function lineOf(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "reasoning":
      return block.endedAtMs === null ? "thinking…" : "thought";
    case "call":
      return block.line ?? `${block.tool} — ${block.status}`;
    case "notice":
      return block.line;
  }
}
