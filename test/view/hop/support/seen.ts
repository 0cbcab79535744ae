import type { BlockView } from "../../../../src/view.ts";

/** What a person reads of a view, one line a block. What has no ending is in brackets. */
export function seen({ view }: Pick<BlockView, "view">): readonly string[] {
  return view.blocks.map((block) => {
    if (block.kind === "call") return block.line ?? `[${block.tool}: ${block.status}]`;
    if (block.kind === "notice") return block.line;
    return block.endedAtMs === null ? `[${block.text}]` : block.text;
  });
}

/** Resolves when the view is as the test waits for. */
export function whenSeen(view: BlockView, isIt: (lines: readonly string[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isIt(seen(view))) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = view.subscribe(look);
    look();
  });
}
