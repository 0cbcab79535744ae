import type { PreviewNode } from "../../../src/preview/patch.ts";
import {
  createBlockStore,
  type Block,
  type BlockStore,
  type BlockStoreOptions,
  type TurnView,
} from "../../../src/view.ts";
import type { TurnEvent } from "../../../src/protocol/turn-event.ts";
import { createManualClock } from "../../support/manual-clock.ts";

/** The tools of these tests. */
export const tools: NonNullable<BlockStoreOptions["display"]> = [
  { name: "create_ticket", display: { "*": "show", token: "sensitive" } },
  { name: "send_payment", display: { amount: "show" } },
  { name: "find_customer" },
];

/** A store that has been told these events. Its clock stands at 1000. */
export function shown(...events: readonly TurnEvent[]): BlockStore {
  const store = createBlockStore({ display: tools, clock: createManualClock(1000) });
  for (const event of events) store.apply(event);
  return store;
}

/** What a person reads of a view, block by block. */
export function read({ blocks }: TurnView): readonly string[] {
  return blocks.map(readBlock);
}

function readBlock(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "reasoning":
      return `(${block.text})`;
    case "notice":
      return block.line;
    case "call":
      return block.line ?? `${block.tool}: ${block.status}`;
  }
}

/** What a preview shows, as plain data: a concealed value is its rule in angle brackets. */
export function plain(node: PreviewNode | null): unknown {
  switch (node?.kind) {
    case undefined:
      return null;
    case "text":
    case "number":
      return node.text;
    case "literal":
      return node.value;
    case "concealed":
      return `<${node.display}>`;
    case "list":
      return node.entries.map((entry) => plain(entry.node));
    case "object":
      return Object.fromEntries(node.entries.map((entry) => [entry.key, plain(entry.node)]));
  }
}
