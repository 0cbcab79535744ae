import { systemClock, type Clock } from "../../protocol/clock.ts";
import type { TurnEvent } from "../../protocol/turn-event.ts";
import type { BlockStore } from "../blocks/block-view.ts";
import { checkNumbers } from "./check-numbers.ts";
import { DEFAULT_HEARTBEAT_MS } from "./hop-wire.ts";
import { HostedTurn } from "./hosted-turn.ts";

/** Shows one turn to one page. */
export interface HopResponseOptions {
  /** What may be seen of the turn; a fresh one. */
  readonly store: BlockStore;
  /** The page has gone. Most servers say so by cancelling the body, which does the same. */
  readonly signal?: AbortSignal | undefined;
  /** Default 5000. */
  readonly heartbeatMs?: number;
  readonly clock?: Clock;
}

/**
 * The answer for the one page that watches a turn. When the page goes, the turn is left as a loop is left: it is cancelled.
 * For pages that come back, make a hop.
 *
 * @throws {RangeError} for a number that cannot be used.
 *
 * @example
 * ```ts
 * return hopResponse(runTurn({ model, messages, tools, signal }), { store: createBlockStore({ display: tools }) });
 * ```
 */
export function hopResponse(turn: AsyncIterable<TurnEvent>, options: HopResponseOptions): Response {
  const { store, signal, heartbeatMs = DEFAULT_HEARTBEAT_MS, clock = systemClock } = options;
  checkNumbers({ heartbeatMs }, 1);
  return new HostedTurn({ events: turn, store, clock, heartbeatMs, leaveMs: 0, onOver: () => {} }).watch(signal);
}
