/**
 * The pipe: the one place that knows about streams, time and consumers at once.
 *
 * Owns: when to read, and every way in which reading ends. Does not own: what was read (the decoder's), the calls (the
 * roll's), their outcomes (the settlement's) and the silence (the watchdog's).
 *
 * - P1 Every exit settles the calls, once: end, reset, error, silence, cancel, a consumer that leaves.
 * - P2 One read at a time, and only while somebody wants events, awaits the result, or the message is over.
 * - P3 Whatever comes back from a stream that was released is ignored.
 * - P4 The result is complete when the message is over and what was waiting to be read behind the end was looked at; a host
 *   that holds the connection open does not hold it up.
 * - P5 Behind the end the stream is read on for a while, so that the connection can be used again.
 */
import type { RollEvent, RollResult } from "../protocol/roll-event.ts";
import { createDecoder, type Decoder, type DecoderOptions } from "./decoder.ts";
import { createFaultList, type FaultList } from "./faults.ts";
import type { Settings } from "./options.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import type { Exit } from "./message-state.ts";
import { createRoll, type Roll, type RollOptions } from "./roll.ts";
import { createSettlement, type Settlement, type SettlementOptions } from "./settlement.ts";
import type { Source } from "./source.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface Pipe {
  readonly outbox: Outbox;
  readonly result: Promise<RollResult>;
  /** Reads on, if somebody wants what would be read. */
  pull(): void;
  /** Somebody awaits the result: reads to the end, also when nobody takes the events. */
  drain(): void;
  /** The consumer leaves. */
  leave(): void;
}

/** Lays the pipe from a source to its outcomes. */
export function createPipe(source: Source, settings: Settings): Pipe {
  return new StreamPipe(source, settings);
}

/** Time for the bytes that are there already, such as the end of the body that follows the end marker. */
const LINGER_MS = 1;

// One for all streams: an open stream is held for a long time, and often with thousands of others.
const nothingToStop = (): void => {};

/** What the parts of the pipe need of each other they find in it: an object of options for each would be held as long. */
class StreamPipe implements Pipe, RollOptions, DecoderOptions, SettlementOptions {
  readonly outbox: Outbox = createOutbox();
  readonly settings: Settings;
  readonly faults: FaultList;
  readonly roll: Roll;
  readonly #source: Source;
  readonly #settlement: Settlement;
  readonly #decoder: Decoder;
  readonly #watchdog: Watchdog;
  readonly #openedAtMs: number;
  #stream: "open" | "done" = "open";
  #isLingering = false;
  #stopLingering: () => void = nothingToStop;
  #isReading = false;
  #isDraining = false;
  #arrivedAtMs = 0;

  constructor(source: Source, settings: Settings) {
    this.#source = source;
    this.settings = settings;
    this.#openedAtMs = settings.clock.now();
    this.faults = createFaultList((fault) => this.outbox.put({ type: "fault", fault }));
    this.roll = createRoll(this);
    this.#settlement = createSettlement(this);
    this.#decoder = createDecoder(this);
    this.#watchdog = createWatchdog(settings.clock, settings.silence, this.#onSilence);
    if (source.isRefusal === true) this.#watchdog.expectEnd();
    source.tellOfRefusal?.(() => this.#onRefusal());
    this.#listen(settings.signal);
  }

  get result(): Promise<RollResult> {
    return this.#settlement.result;
  }

  get format(): Settings["format"] {
    return this.settings.format;
  }

  get limits(): Settings["limits"] {
    return this.settings.limits;
  }

  timeMs(): number {
    return this.#arrivedAtMs;
  }

  onEvent(event: RollEvent): void {
    this.outbox.put(event);
  }

  pull(): void {
    if (this.#isReading || this.#stream !== "open" || !this.#isWanted()) return;
    this.#isReading = true;
    this.#watchdog.wait();
    let read;
    try {
      read = this.#source.next();
    } catch (error) {
      return this.#onThrow(error);
    }
    read.then(this.#onRead, this.#onThrow);
  }

  drain(): void {
    this.#isDraining = true;
    this.pull();
  }

  leave(): void {
    this.outbox.close();
    this.#exit({ kind: "broken", cause: "cancelled", detail: "the consumer left" });
  }

  #isWanted(): boolean {
    return this.#isDraining || this.outbox.isAwaited || this.roll.isOver;
  }

  readonly #onRead = (result: IteratorResult<unknown, unknown>): void => {
    this.#isReading = false;
    if (this.#stream !== "open") return;
    // Somebody's own iterator, of which `for await` would say the same.
    if (typeof result !== "object" || result === null) {
      return this.#onThrow(new TypeError("the iterator of the stream gave something that is no result"));
    }
    if (result.done === true) return this.#endOfStream(null);
    this.#guard(() => this.#takeChunk(result.value));
    this.pull();
  };

  readonly #onThrow = (error: unknown): void => {
    this.#isReading = false;
    if (this.#stream === "open") this.#endOfStream({ error });
  };

  readonly #onSilence = (limit: string): void => {
    if (this.#source.isRefusal === true) return this.#exit(this.#source.exitOf(null, false));
    const cause = this.#decoder.hasBytesSincePayload ? "stalled" : "idle";
    this.#exit({ kind: "lost", cause, detail: `nothing came within ${limit}` });
  };

  readonly #onAbort = (): void => {
    this.#exit({ kind: "broken", cause: "cancelled", detail: "the signal was aborted" });
  };

  #listen(signal: AbortSignal | undefined): void {
    if (signal?.aborted === true) this.#onAbort();
    else signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The answer came while it was waited for: from now on its body is. */
  #onRefusal(): void {
    this.#watchdog.arrive({ isPayload: true, isKeepAlive: false }, this.settings.clock.now());
    this.#watchdog.expectEnd();
    this.#watchdog.wait();
  }

  #takeChunk(chunk: unknown): void {
    // Read once: a look at the clock is a good part of what a small chunk costs.
    const nowMs = this.settings.clock.now();
    this.#arrivedAtMs = nowMs - this.#openedAtMs;
    const arrival = this.#decoder.feed(chunk);
    if (this.#decoder.isParsed) this.#watchdog.ignoreLiveness();
    this.#watchdog.arrive(arrival, nowMs);
    if (this.#stream !== "open" || this.roll.message.kind === "open") return;
    this.#watchdog.expectEnd();
    if (this.roll.isOver) this.#linger();
  }

  /** The message is over: the outcomes are out at once, the result when what waits to be read was looked at. */
  #linger(): void {
    if (this.#isLingering) return;
    this.#isLingering = true;
    this.#settlement.conclude();
    this.#stopLingering = this.settings.clock.after(LINGER_MS, () => this.#guard(() => this.#complete()));
  }

  /** The source has ended by itself; there is nothing left to free. */
  #endOfStream(failure: { readonly error: unknown } | null): void {
    this.#arrivedAtMs = this.settings.clock.now() - this.#openedAtMs;
    this.#guard(() => {
      this.#decoder.end();
      this.roll.close(this.#source.exitOf(failure, this.#decoder.isParsed));
      this.#closeStream();
    });
    if (failure === null) this.#source.end?.();
    else this.#source.release();
  }

  /** Leaves a stream that has not ended: frees it at once, since a read that is pending may never come back. */
  #exit(exit: Exit): void {
    if (this.#stream !== "open") return;
    this.#arrivedAtMs = this.settings.clock.now() - this.#openedAtMs;
    this.#guard(() => {
      this.roll.close(exit);
      this.#closeStream();
    });
    this.#source.release();
  }

  #closeStream(): void {
    this.#stream = "done";
    this.#watchdog.stop();
    this.settings.signal?.removeEventListener("abort", this.#onAbort);
    this.#settlement.conclude();
    this.#complete();
  }

  #complete(): void {
    this.#stopLingering();
    if (this.#decoder.isForeign && !this.#settlement.isComplete) {
      this.faults.add("no-stream", `nothing that came is a record of ${this.settings.format.name}`);
    }
    this.#settlement.complete();
  }

  /** A bug on this side: the stream is freed, and whoever awaits the result or the next event hears of it. */
  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#stream = "done";
      this.#watchdog.stop();
      this.settings.signal?.removeEventListener("abort", this.#onAbort);
      this.#stopLingering();
      this.#settlement.fail(error);
      this.#source.release();
    }
  }
}
