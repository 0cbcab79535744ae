"use client";

import { useState } from "react";

import type { TurnSource } from "./turn-source.ts";
import { useTurnView, type TurnViewOptions } from "./use-turn-view.ts";

/**
 * Whether a turn can be stopped: nothing is going on; it can; it was asked to and has not ended yet; asking failed, and
 * can be done again.
 */
export type StopState = "unavailable" | "available" | "stopping" | "failed";

/** @see useStop */
export interface StopControl {
  readonly state: StopState;
  /** For the button. Does nothing where there is nothing to stop, and asks once however often it is pressed. */
  readonly press: () => void;
}

interface Press {
  readonly source: TurnSource;
  readonly hasFailed: boolean;
}

/**
 * What a stop button needs. `stop` cancels the turn where it runs: it aborts the signal of the turn, or sends the request
 * that does. A press shows at once as `stopping`, until the view says that the turn is over.
 */
export function useStop(source: TurnSource, stop: () => unknown, options: TurnViewOptions = {}): StopControl {
  const { isOpen } = useTurnView(source, options);
  const [press, setPress] = useState<Press | null>(null);
  const state = stopState(isOpen, press?.source === source ? press : null);

  return {
    state,
    press: () => {
      if (state === "unavailable" || state === "stopping") return;
      const mine: Press = { source, hasFailed: false };
      setPress(mine);
      void ask(stop, () => setPress((latest) => (latest === mine ? { source, hasFailed: true } : latest)));
    },
  };
}

function stopState(isOpen: boolean, press: Press | null): StopState {
  if (!isOpen) return "unavailable";
  if (press === null) return "available";
  return press.hasFailed ? "failed" : "stopping";
}

async function ask(stop: () => unknown, fail: () => void): Promise<void> {
  try {
    await stop();
  } catch {
    // The person sees it as the state of the button, and can press again.
    fail();
  }
}
