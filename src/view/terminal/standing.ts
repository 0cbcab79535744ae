import type { Block, TurnView } from "../blocks/block.ts";

/**
 * Whether a block is what it will be for ever, so that it may be printed where nothing can be taken back. A message may be
 * withdrawn until one of its calls, or of a later message, runs or has ended: its words wait for that.
 */
export function isStanding(block: Block, { blocks, isOpen }: TurnView): boolean {
  if (!isOpen) return true;
  if (block.kind === "notice") return true;
  if (block.endedAtMs === null) return false;
  return block.kind === "call" || blocks.some((other) => hasBegun(other) && other.message >= block.message);
}

function hasBegun(block: Block): block is Extract<Block, { readonly kind: "call" }> {
  return block.kind === "call" && (block.status === "running" || block.endedAtMs !== null);
}
