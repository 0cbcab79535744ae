import { LazyPromise } from "../protocol/lazy-promise.ts";
import type { TurnEvent } from "../protocol/turn-event.ts";
import { keepOpen } from "./drain.ts";
import { openScope } from "./open-scope.ts";
import { runLoop } from "./turn-loop.ts";
import { readTurnOptions } from "./read-turn-options.ts";
import type { TurnOptions, TurnSettings } from "./turn-options.ts";
import { createTurnOutbox, type TurnOutbox } from "./turn-outbox.ts";
import type { TurnResult } from "./turn-report.ts";
import { createTurnStop, type TurnStop } from "./turn-stop.ts";

/**
 * A turn that is being run. Iterate it for the events as they happen; leaving the loop early cancels the turn. Await
 * `result` for what it came to; awaiting it runs the turn to its end, and events that nobody takes are not kept.
 */
export interface Turn extends AsyncIterable<TurnEvent> {
  /** Resolves once, however the turn ends. Rejects only for a bug in Rollcall. Nothing begins before it is awaited or iterated. */
  readonly result: Promise<TurnResult>;
}

/**
 * Takes one request of a person through the model, its tools, its corrections and back. A tool runs at most once for its
 * intent, and only on arguments that are whole and fit; calls that do not fit go back to the model a bounded number of
 * times; a request that failed is sent again only where nothing can have happened; and the history that comes out is one
 * that the provider accepts.
 *
 * @throws {TypeError | RangeError} for an option that cannot be used. What the provider and the tools do never throws.
 *
 * @example
 * ```ts
 * const turn = runTurn({ model, conversation: "c-17", turn: "t-3", messages, tools: [createTicket], ledger, signal });
 * for await (const event of turn) show(event);
 * const { ending, history } = await turn.result;
 * ```
 */
export function runTurn(options: TurnOptions): Turn {
  return new RunningTurn(readTurnOptions(options));
}

class RunningTurn implements Turn {
  readonly result: Promise<TurnResult>;
  readonly #settings: TurnSettings;
  readonly #outbox: TurnOutbox = createTurnOutbox();
  readonly #stop: TurnStop = createTurnStop();
  readonly #over = Promise.withResolvers<TurnResult>();
  #isBegun = false;
  #isIterated = false;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
    // Whoever iterates hears of a bug there; without this the process would die of it as well.
    this.#over.promise.catch(() => {});
    this.result = new LazyPromise({
      result: this.#over.promise,
      drain: () => {
        this.#outbox.stopPacing();
        this.#begin();
      },
    });
  }

  [Symbol.asyncIterator](): AsyncIterator<TurnEvent, undefined> {
    if (this.#isIterated)
      throw new TypeError("the events of a turn can be iterated once; await `result` for what it came to");
    this.#isIterated = true;
    this.#outbox.open();
    return {
      next: () => {
        const taken = this.#outbox.take();
        this.#begin();
        return taken;
      },
      return: () => {
        this.#outbox.close();
        this.#stop.stop("client-left");
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    keepOpen({ stop: this.#stop, over: this.#over.promise, graceMs: this.#settings.graceMs });
    void this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#settings;
    const callOff = (): void => this.#stop.stop("person");
    if (signal?.aborted === true) callOff();
    else signal?.addEventListener("abort", callOff);
    // A consumer that stands still must not hold up the end.
    this.#stop.requests.addEventListener("abort", () => this.#outbox.stopPacing());
    try {
      const result = await runLoop(openScope(this.#settings, { outbox: this.#outbox, stop: this.#stop }));
      this.#outbox.put({ type: "turn-ended", ending: result.ending });
      this.#outbox.finish();
      this.#over.resolve(result);
    } catch (error) {
      const bug =
        error instanceof Error ? error : new TypeError("something that is no Error was thrown", { cause: error });
      this.#outbox.fail(bug);
      this.#over.reject(bug);
    } finally {
      signal?.removeEventListener("abort", callOff);
    }
  }
}
