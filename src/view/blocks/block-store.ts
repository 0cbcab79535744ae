import { createDisplay, type DisplayMap, type DisplayRule } from "../../preview/display.ts";
import { systemClock, type Clock } from "../../protocol/clock.ts";
import { english } from "../words/english.ts";
import type { Words } from "../words/words.ts";
import type { BlockStore } from "./block-view.ts";
import { TurnBlocks } from "./turn-blocks.ts";

/** A tool, as far as it is shown: an object of `tool()` is one. */
export interface ShownTool {
  readonly name: string;
  /** What may be seen of its arguments. Default: nothing. */
  readonly display?: DisplayMap | undefined;
}

/** @see createBlockStore */
export interface BlockStoreOptions {
  /** Default English. */
  readonly words?: Words;
  /** The tools of the turn. Of a tool that is not among them no argument is shown. */
  readonly display?: readonly ShownTool[];
  /** Default the machine's. */
  readonly clock?: Pick<Clock, "now">;
  /** UTF-16 code units of one text; what is longer ends in `…`. Default 1,000,000. */
  readonly maxTextChars?: number;
}

/**
 * Makes a store without blocks, for one turn.
 *
 * @throws {TypeError} for a display map that cannot be read.
 *
 * @example
 * ```ts
 * const store = createBlockStore({ display: tools });
 * store.subscribe(() => draw(store.view));
 * for await (const event of runTurn({ ... })) store.apply(event);
 * ```
 */
export function createBlockStore(options: BlockStoreOptions = {}): BlockStore {
  const { words = english, display = [], clock = systemClock, maxTextChars = 1_000_000 } = options;
  const rules = new Map(display.map((tool) => [tool.name, createDisplay(tool.display ?? {})]));
  const nothing: DisplayRule = createDisplay({});
  return new TurnBlocks({
    words,
    nowMs: () => clock.now(),
    displayOf: (tool) => rules.get(tool) ?? nothing,
    maxTextChars,
  });
}
