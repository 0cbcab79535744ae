/**
 * Runs one fault after the other, and does what a person would: presses stop, asks again.
 *
 * - U1 One turn at a time: the next one begins when nothing more is to be seen of the one before.
 * - U2 Whoever stops the tour stops its turn as well, and nothing begins afterwards.
 */
import type { Clock } from "rollcall";

import type { FaultChoice, StartTurn } from "../../shared/api.ts";
import type { PlaygroundClient, RunPlace } from "../api/client.ts";
import type { Watch, Watches } from "../api/watches.ts";
import { createListeners } from "../parts/listeners.ts";
import { reasonOf } from "../parts/reason-of.ts";

/** Where the tour is. */
export type TourState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly place: number; readonly count: number; readonly fault: FaultChoice }
  | { readonly kind: "done"; readonly count: number }
  | { readonly kind: "failed"; readonly reason: string };

/** @see the head of this file */
export interface Tour {
  readonly state: TourState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Does nothing while a tour is on its way. */
  start(faults: readonly FaultChoice[], wire: StartTurn["wire"]): void;
  stop(): void;
}

/** @see createTour */
export interface TourOptions {
  readonly client: PlaygroundClient;
  readonly watches: Watches;
  readonly clock: Clock;
}

/** Long enough to see the line that a block ended with, short enough for all of them in a minute. */
const PAUSE_MS = 500;
/** So much of the arguments is to be seen before stop is pressed. */
const ENOUGH_BYTES = 12;

/** Makes a tour that has not begun. */
export function createTour({ client, watches, clock }: TourOptions): Tour {
  const { subscribe, tell } = createListeners();
  let state: TourState = { kind: "idle" };
  let isStopped = false;
  let latest: RunPlace | null = null;

  function set(next: TourState): void {
    state = next;
    tell();
  }

  async function show(fault: FaultChoice, wire: StartTurn["wire"]): Promise<void> {
    latest = await client.start({ text: fault.prompt, fault: fault.name, wire, service: "simulator" });
    const watch = watches.of(latest);
    if (fault.person === "stops") await pressStop(client, latest.turn, watch);
    await watch.over;
    if (fault.person !== "asks-again" || isStopped) return;
    await pause(clock);
    await watches.of(await client.again(latest.turn)).over;
  }

  async function showAll(faults: readonly FaultChoice[], wire: StartTurn["wire"]): Promise<void> {
    try {
      for (const [index, fault] of faults.entries()) {
        if (isStopped) return set({ kind: "idle" });
        set({ kind: "running", place: index + 1, count: faults.length, fault });
        await show(fault, wire);
        if (!isStopped) await pause(clock);
      }
      set(isStopped ? { kind: "idle" } : { kind: "done", count: faults.length });
    } catch (error) {
      set({ kind: "failed", reason: reasonOf(error) });
    }
  }

  return {
    get state() {
      return state;
    },
    subscribe,
    start(faults, wire) {
      if (state.kind === "running") return;
      isStopped = false;
      void showAll(faults, wire);
    },
    stop() {
      isStopped = true;
      if (state.kind !== "running" || latest === null) return;
      // The turn may be over by now, or the server gone: the tour ends either way.
      client.stop(latest.turn).catch(() => {});
    },
  };
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(PAUSE_MS, resolve);
  });
}

/** Presses stop as soon as a call is being prepared; a turn that ends before needs none. */
async function pressStop(client: PlaygroundClient, turn: string, { mirror }: Watch): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => {
      const { blocks, isOpen } = mirror.view;
      if (isOpen && !blocks.some((block) => block.kind === "call" && block.bytes >= ENOUGH_BYTES)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = mirror.subscribe(look);
    look();
  });
  await client.stop(turn);
}
