import { systemClock } from "../../protocol/clock.ts";
import type { RollEvent } from "../../protocol/roll-event.ts";
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
  const store = createStore(options);
  return watch(store, options, () => follow(source, store));
}

/**
 * As {@link showTurn}, for one message that is settled without a turn. What can run rests in `ready`.
 *
 * @example
 * ```ts
 * const roll = settle(response, { format, tools });
 * await showRoll(roll, { output: process.stdout, environment: process.env, display: tools });
 * const { outcomes } = await roll.result;
 * ```
 */
export async function showRoll(roll: AsyncIterable<RollEvent>, options: ShowTurnOptions): Promise<TurnView> {
  const store = createStore(options);
  return watch(store, options, async () => {
    try {
      for await (const event of roll) store.applyRoll(event);
      // Where the roll told its end, everything has one, and what can run is not to be said not to have.
      if (store.view.isOpen) store.end("ended-early");
    } catch (error) {
      store.end("crashed");
      throw error;
    }
  });
}

function createStore({ words = english, display = [], clock = systemClock }: ShowTurnOptions): BlockStore {
  return createBlockStore({ words, display, clock });
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
  const acts = {
    onExit: () => leave("crashed"),
    onSignal: () => leave("cancelled"),
    onOthersSignal: () => screen.keepCursor(),
  };
  const release = options.host === undefined ? () => {} : guardExit(options.host, acts);
  try {
    await (run === undefined ? shown : run());
  } finally {
    release();
    screen.close();
  }
  await shown;
  return view.view;
}
