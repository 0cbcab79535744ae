"use client";

import { useCallback, useSyncExternalStore } from "react";

import { systemClock, type Cancel, type Clock } from "../../protocol/clock.ts";
import type { TurnView } from "../blocks/block.ts";
import type { TurnSource } from "./turn-source.ts";

/** @see useTurnView */
export interface TurnViewOptions {
  /** Default the machine's. */
  readonly clock?: Clock | undefined;
}

/** A screen shows no more pictures than one in so many milliseconds, and reading a view costs something. */
const FRAME_MS = 16;

/**
 * What is to be seen of a turn, anew whenever it changes, at most once a frame however fast the events come. On a server
 * it is what is there at that moment.
 */
export function useTurnView(source: TurnSource, { clock = systemClock }: TurnViewOptions = {}): TurnView {
  const subscribe = useCallback((notify: () => void) => followByFrame({ source, clock, notify }), [source, clock]);
  const read = useCallback(() => source.view, [source]);
  return useSyncExternalStore(subscribe, read, read);
}

interface Following {
  readonly source: TurnSource;
  readonly clock: Clock;
  readonly notify: () => void;
}

function followByFrame({ source, clock, notify }: Following): () => void {
  let planned: Cancel | null = null;
  const unsubscribe = source.subscribe(() => {
    planned ??= clock.after(FRAME_MS, () => {
      planned = null;
      notify();
    });
  });
  return () => {
    unsubscribe();
    planned?.();
  };
}
