import { LazyPromise } from "../protocol/lazy-promise.ts";
import type { RollEvent, RollResult } from "../protocol/roll-event.ts";
import { readOptions, type SettleOptions } from "./options.ts";
import { createPipe, type Pipe } from "./pipe.ts";
import type { SourceOpener, StreamSource } from "../wire/stream-source.ts";
import { openLate } from "./late-source.ts";
import { openSource } from "./source.ts";

/**
 * A stream that is being settled. Iterate it for the events as they happen; leaving the loop early cancels the stream.
 * Await `result` for the outcomes; awaiting it reads the stream to its end, and events that nobody takes are not kept.
 */
export interface Settling extends AsyncIterable<RollEvent> {
  /**
   * Resolves once, however the stream ends: one outcome per announced call. Rejects only for a bug in Rollcall. Nothing is
   * read before the events are iterated or this is awaited.
   */
  readonly result: Promise<RollResult>;
}

/**
 * Settles a stream: every call that the model announces gets exactly one outcome, however the stream ends.
 *
 * @param source An SDK's event stream, a `Response`, a `ReadableStream` of bytes, or an async iterable of bytes or strings; or
 * a function that sends the request and gives one of these. It is called when reading begins, so that the clocks cover the
 * wait for the answer; its failure is an ending like any other, and its signal aborts when the message is over.
 * @throws {TypeError | RangeError} for a source or an option that cannot be used. What the provider sends never throws.
 *
 * @example
 * ```ts
 * const send = (signal) => client.messages.create({ ...request, stream: true }, { signal });
 * const roll = settle(send, { format: anthropicMessages, tools, signal });
 * for await (const event of roll) show(event);
 * const { outcomes, ending } = await roll.result;
 * ```
 */
export function settle(source: StreamSource | SourceOpener, options: SettleOptions): Settling {
  const settings = readOptions(options);
  const opened = typeof source === "function" ? openLate(source) : openSource(source);
  return new PipeSettling(createPipe(opened, settings));
}

class PipeSettling implements Settling {
  readonly result: Promise<RollResult>;
  readonly #pipe: Pipe;
  #isIterated = false;

  constructor(pipe: Pipe) {
    this.#pipe = pipe;
    this.result = new LazyPromise(pipe);
  }

  [Symbol.asyncIterator](): AsyncIterator<RollEvent, undefined> {
    if (this.#isIterated)
      throw new TypeError("the events of a stream can be iterated once; await `result` for its outcomes");
    this.#isIterated = true;
    const pipe = this.#pipe;
    pipe.outbox.open();
    return {
      next() {
        const taken = pipe.outbox.take();
        pipe.pull();
        return taken;
      },
      return() {
        pipe.leave();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
