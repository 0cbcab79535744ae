import { useState } from "react";

import type { StartedRun, StartTurn } from "../../shared/api.ts";
import { usePlayground } from "../api/playground.tsx";
import { reasonOf } from "../parts/reason-of.ts";

/** What the person asks the server to do. What it refuses is shown, and can be tried again. */
export interface Actions {
  readonly send: (order: StartTurn) => Promise<void>;
  readonly again: (turn: string) => Promise<void>;
  readonly beginConversation: () => Promise<void>;
  readonly reset: () => Promise<void>;
  /** The latest refusal, in words; `null` where there is none. */
  readonly complaint: string | null;
  readonly dismiss: () => void;
  /** Something was asked for and is not answered. */
  readonly isPending: boolean;
}

/** @see useActions */
export interface ActionsOptions {
  readonly onStarted: (run: StartedRun) => void;
}

/** Makes the actions. */
export function useActions({ onStarted }: ActionsOptions): Actions {
  const { client, store } = usePlayground();
  const [complaint, setComplaint] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function attempt(action: () => Promise<void>): Promise<void> {
    setPending(true);
    setComplaint(null);
    try {
      await action();
    } catch (error) {
      setComplaint(reasonOf(error));
    }
    setPending(false);
    store.refresh();
  }

  return {
    send: (order) => attempt(async () => onStarted(await client.start(order))),
    again: (turn) => attempt(async () => onStarted(await client.again(turn))),
    beginConversation: () => attempt(async () => store.take(await client.beginConversation())),
    reset: () => attempt(async () => store.take(await client.reset())),
    complaint,
    dismiss: () => setComplaint(null),
    isPending,
  };
}
