"use client";

import { useCallback, useSyncExternalStore } from "react";

import { systemClock, type Cancel, type Clock } from "../../protocol/clock.ts";
import type { CallBlock } from "../blocks/block.ts";

/**
 * Whole seconds since a time of the store's clock, anew every second; `null` where there is no such time. 0 on a server,
 * whose clock is another one.
 */
export function useSecondsSince(sinceMs: number | null, clock: Clock = systemClock): number | null {
  const subscribe = useCallback(
    (notify: () => void) => (sinceMs === null ? () => {} : everySecond({ sinceMs, clock, notify })),
    [sinceMs, clock],
  );
  const read = useCallback(() => (sinceMs === null ? null : secondsSince(sinceMs, clock)), [sinceMs, clock]);
  const readOnServer = useCallback(() => (sinceMs === null ? null : 0), [sinceMs]);
  return useSyncExternalStore(subscribe, read, readOnServer);
}

/**
 * Whole seconds for which nothing new came of the arguments of a call: tells slow from stuck. `null` when no more are
 * expected.
 */
export function useSilence(block: CallBlock, clock: Clock = systemClock): number | null {
  const heardAtMs = block.lastFragmentAtMs ?? block.startedAtMs;
  return useSecondsSince(block.status === "preparing" ? heardAtMs : null, clock);
}

function secondsSince(sinceMs: number, clock: Clock): number {
  return Math.max(0, Math.floor((clock.now() - sinceMs) / 1000));
}

interface Ticking {
  readonly sinceMs: number;
  readonly clock: Clock;
  readonly notify: () => void;
}

function everySecond({ sinceMs, clock, notify }: Ticking): Cancel {
  let cancel: Cancel = plan();
  function plan(): Cancel {
    const elapsedMs = Math.max(0, clock.now() - sinceMs);
    // A timer may come a little early: then less than a millisecond is left, and waiting that long is no busy loop.
    return clock.after(Math.max(1, 1000 - (elapsedMs % 1000)), () => {
      cancel = plan();
      notify();
    });
  }
  return () => cancel();
}
