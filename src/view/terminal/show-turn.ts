import { systemClock } from "../../protocol/clock.ts";
import type { TurnEvent } from "../../protocol/turn-event.ts";
import { createBlockStore } from "../blocks/block-store.ts";
import type { BlockStore, BlockView } from "../blocks/block-view.ts";
import type { TurnView } from "../blocks/block.ts";
import { english } from "../words/english.ts";
import { guardExit } from "./guard-exit.ts";
import { openScreen } from "./open-screen.ts";
import type { ShowTurnOptions } from "./show-turn-options.ts";

/**
 * Shows a turn until it is over: on a terminal its blocks as they change, elsewhere each of them once, as lines. Gives what
 * was shown last.
 *
 * A turn is run by this: it is iterated here, and its result is awaited as ever. A store is only watched, until
 * its turn ends or somebody calls its `end`.
 *
 * @throws what the turn throws, after its blocks have been ended; and what the output throws, after the turn
 *
 * @example
 * ```ts
 * const turn = runTurn({ model, messages, tools });
 * await showTurn(turn, { output: process.stdout, environment: process.env, host: process, display: tools });
 * ```
 */
export async function showTurn(
  source: AsyncIterable<TurnEvent> | BlockView,
  options: ShowTurnOptions,
): Promise<TurnView> {
  if ("subscribe" in source) return watch(source, options);
  const { words = english, display = [], clock = systemClock } = options;
  const store = createBlockStore({ words, display, clock });
  return watch(store, options, () => follow(source, store));
}

async function follow(turn: AsyncIterable<TurnEvent>, store: BlockStore): Promise<void> {
  try {
    for await (const event of turn) store.apply(event);
    store.end("ended-early");
  } catch (error) {
    store.end("crashed");
    throw error;
  }
}

async function watch(view: BlockView, options: ShowTurnOptions, run?: () => Promise<void>): Promise<TurnView> {
  const { promise: shown, resolve, reject } = Promise.withResolvers<void>();
  // An output that fails stops no turn: what it threw is told when the turn is over.
  shown.catch(() => {});
  const screen = openScreen(view, options, (error) => (error === undefined ? resolve() : reject(error)));
  const leave = (cause: "crashed" | "cancelled"): void => {
    view.end(cause);
    screen.close();
  };
  const release =
    options.host === undefined
      ? () => {}
      : guardExit(options.host, { onExit: () => leave("crashed"), onSignal: () => leave("cancelled") });
  try {
    await (run === undefined ? shown : run());
  } finally {
    release();
    screen.close();
  }
  await shown;
  return view.view;
}
