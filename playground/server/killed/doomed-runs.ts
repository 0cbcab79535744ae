/**
 * Runs in processes of their own, each of which is killed.
 *
 * Owns: the processes. Does not own: who watches them; the page finds out by itself that one is gone.
 */
import { type ChildProcess, fork } from "node:child_process";
import type { RunRoll } from "../../shared/api.ts";
import { runName } from "../turns/run-order.ts";
import type { DoomedNews, DoomedOrder } from "./messages.ts";

/** @see the head of this file */
export interface DoomedRuns {
  /** Starts the process. Resolves when the run can be watched; rejects where the process dies before that. */
  begin(doomed: DoomedOrder): Promise<void>;
  watch(name: string, signal: AbortSignal): Promise<Response | undefined>;
  has(name: string): boolean;
  /** What is known of a run whose process lives. */
  roll(name: string): RunRoll | undefined;
  /** The person stops a run: it has no other way to hear than its end. Says whether it was going on. */
  stop(name: string): boolean;
  /** Kills what still lives. */
  close(): Promise<void>;
}

/** @see createDoomedRuns */
export interface DoomedRunsOptions {
  /** The process is gone; what its roll held at last. */
  readonly onLost: (doomed: DoomedOrder, roll: RunRoll | null) => void;
  readonly onNews: () => void;
}

interface Doomed {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
  port: number;
  roll: RunRoll | null;
}

const entry = new URL("doomed-process.ts", import.meta.url);

/** Makes the keeper, without processes. */
export function createDoomedRuns({ onLost, onNews }: DoomedRunsOptions): DoomedRuns {
  const alive = new Map<string, Doomed>();

  return {
    begin(doomed) {
      const name = runName(doomed.order);
      const child = fork(entry, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: ["--no-warnings"] });
      const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
      const gone = new Promise<void>((settle) => {
        child.once("exit", () => {
          alive.delete(name);
          reject(new Error("the process of the turn could not be started"));
          onLost(doomed, state.roll);
          settle();
        });
      });
      const state: Doomed = { child, gone, port: 0, roll: null };
      alive.set(name, state);
      child.on("message", (message) => {
        const news = parseNews(message);
        if (news.type === "listening") {
          state.port = news.port;
          resolve();
        } else state.roll = news.roll;
        onNews();
      });
      child.once("error", reject);
      child.send(doomed);
      return listening;
    },
    async watch(name, signal) {
      const doomed = alive.get(name);
      if (doomed === undefined) return undefined;
      try {
        const { body, headers } = await fetch(`http://127.0.0.1:${doomed.port}/`, { signal });
        return new Response(body === null ? null : untilGone(body), { headers });
      } catch {
        // It died while it was asked.
        return undefined;
      }
    },
    // Before it listens there is nothing to watch, and a page that is told so does not ask again.
    has: (name) => (alive.get(name)?.port ?? 0) !== 0,
    roll: (name) => alive.get(name)?.roll ?? undefined,
    stop: (name) => alive.get(name)?.child.kill("SIGKILL") ?? false,
    async close() {
      const all = [...alive.values()];
      for (const { child } of all) child.kill("SIGKILL");
      await Promise.all(all.map(({ gone }) => gone));
    },
  };
}

/** What comes until the process is gone. A page that sees the end before the end of the turn knows that it lost sight. */
function untilGone(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const read = await reader.read().catch(() => null);
      if (read === null || read.done) controller.close();
      else controller.enqueue(read.value);
    },
    cancel: () => reader.cancel(),
  });
}

function parseNews(message: unknown): DoomedNews {
  // Sent by doomed-process.ts, which this process started.
  return message as DoomedNews;
}
