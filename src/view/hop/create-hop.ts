import { systemClock, type Clock } from "../../protocol/clock.ts";
import type { TurnEvent } from "../../protocol/turn-event.ts";
import type { BlockStore } from "../blocks/block-view.ts";
import { checkNumbers } from "./check-numbers.ts";
import { HostedTurn } from "./hosted-turn.ts";
import { DEFAULT_HEARTBEAT_MS } from "./hop-wire.ts";

/** How turns are shown to pages. */
export interface HopOptions {
  /** How often a page hears that the server is there, in milliseconds. Stay below what proxies allow. Default 5000. */
  readonly heartbeatMs?: number;
  /** How long a turn that nobody watches goes on, in milliseconds; then it is cancelled as left. Default 30 000. */
  readonly leaveMs?: number | "off";
  /** How long the view of a turn that is over can be watched, in milliseconds. Default 300 000. */
  readonly keepMs?: number;
  /** How many turns that are over are kept at most; the oldest go first. Default 100. */
  readonly maxKept?: number;
  readonly clock?: Clock;
}

/** A turn to be shown. */
export interface Hosting {
  /** What may be seen of the turn; a fresh one. */
  readonly store: BlockStore;
  /** Begins the turn. `signal` aborts when the person stops it: give it to `runTurn`. */
  readonly start: (signal: AbortSignal) => AsyncIterable<TurnEvent>;
}

/** Turns of this process, by the name that pages ask for them with. Who may ask is for the application to decide. */
export interface Hop {
  /**
   * Begins a turn. It goes on at its own pace, and pages watch it from whenever they come.
   *
   * @throws {TypeError} for the name of a turn that is going on. What `start` throws is thrown.
   */
  host(name: string, hosting: Hosting): void;
  /**
   * The answer for a page: the whole view, then what changes, as server-sent events. A page that comes back, and a second
   * one, get the whole view as well. Status 404 for a name that nobody hosts. `signal`: the page has gone.
   */
  watch(name: string, options?: { readonly signal?: AbortSignal | undefined }): Response;
  /** The person stops a turn. Pages see its ending like any other. Says whether it was going on. */
  stop(name: string): boolean;
  /** Whether there is something to watch. */
  has(name: string): boolean;
}

/**
 * Makes a hop without turns.
 *
 * @throws {RangeError} for a number that cannot be used.
 *
 * @example
 * ```ts
 * const hop = createHop();
 * app.post("/turns/:id", ({ id, messages }) => {
 *   const store = createBlockStore({ display: tools });
 *   if (!hop.has(id)) hop.host(id, { store, start: (signal) => runTurn({ model, messages, tools, turn: id, signal }) });
 *   return new Response(null, { status: 202 });
 * });
 * app.get("/turns/:id", ({ id, request }) => hop.watch(id, { signal: request.signal }));
 * app.post("/turns/:id/stop", ({ id }) => new Response(null, { status: hop.stop(id) ? 202 : 404 }));
 * ```
 */
export function createHop(options: HopOptions = {}): Hop {
  return new TurnHop(options);
}

class TurnHop implements Hop {
  readonly #settings: Required<HopOptions>;
  readonly #open = new Map<string, { readonly turn: HostedTurn; readonly stop: AbortController }>();
  /** The oldest first. They go when somebody asks for something: no timer holds a process for their sake. */
  readonly #kept = new Map<string, { readonly turn: HostedTurn; readonly overAtMs: number }>();

  constructor(options: HopOptions) {
    const {
      heartbeatMs = DEFAULT_HEARTBEAT_MS,
      leaveMs = 30_000,
      keepMs = 300_000,
      maxKept = 100,
      clock = systemClock,
    } = options;
    checkNumbers({ heartbeatMs, ...(leaveMs === "off" ? {} : { leaveMs }) }, 1);
    checkNumbers({ keepMs, maxKept }, 0);
    this.#settings = { heartbeatMs, leaveMs, keepMs, maxKept, clock };
  }

  host(name: string, { store, start }: Hosting): void {
    this.#sweep();
    if (this.#open.has(name)) {
      throw new TypeError(`the turn "${name}" is going on: ask hop.has("${name}") first, and watch it`);
    }
    const stop = new AbortController();
    const events = start(stop.signal);
    const { clock, heartbeatMs, leaveMs } = this.#settings;
    const turn = new HostedTurn({ events, store, clock, heartbeatMs, leaveMs, onOver: () => this.#keep(name) });
    this.#kept.delete(name);
    this.#open.set(name, { turn, stop });
    turn.expectPages();
  }

  watch(name: string, options: { readonly signal?: AbortSignal | undefined } = {}): Response {
    this.#sweep();
    const found = this.#open.get(name) ?? this.#kept.get(name);
    return found === undefined ? new Response(null, { status: 404 }) : found.turn.watch(options.signal);
  }

  stop(name: string): boolean {
    const open = this.#open.get(name);
    open?.stop.abort();
    return open !== undefined;
  }

  has(name: string): boolean {
    this.#sweep();
    return this.#open.has(name) || this.#kept.has(name);
  }

  #keep(name: string): void {
    const open = this.#open.get(name);
    if (open === undefined) return;
    this.#open.delete(name);
    this.#kept.set(name, { turn: open.turn, overAtMs: this.#settings.clock.now() });
    this.#sweep();
  }

  #sweep(): void {
    const { clock, keepMs, maxKept } = this.#settings;
    const keptSinceMs = clock.now() - keepMs;
    for (const [name, { overAtMs }] of this.#kept) {
      if (this.#kept.size <= maxKept && overAtMs >= keptSinceMs) return;
      this.#kept.delete(name);
    }
  }
}
