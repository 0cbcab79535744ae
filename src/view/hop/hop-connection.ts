/**
 * One connection of a page to the stream of a turn, from the request to its end.
 *
 * - C1 It ends once: by the ending of the turn, by whatever breaks it off, or by the page that leaves.
 * - C2 Nothing that comes throws. What cannot be read, is missing or comes twice never reaches the view: the connection
 *   counts as broken where the view would not be right any more, and what came twice is passed over.
 * - C3 A turn that is said to be over with a block without an ending is not believed.
 * - C4 Once it has ended, nothing is read, no timer is set and the request is aborted.
 */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Clock } from "../../protocol/clock.ts";
import type { BlockMirror } from "../blocks/block-mirror.ts";
import type { ViewChanges } from "../blocks/change.ts";
import { DEFAULT_HEARTBEAT_MS, HOP_VERSION, hopEvents } from "./hop-wire.ts";
import { readChanges, readOpening } from "./read-changes.ts";
import { createSilence, type Silence } from "./silence.ts";

/** What a connection is read with. */
export interface HopConnectionOptions {
  readonly open: (signal: AbortSignal) => Promise<Response>;
  readonly mirror: BlockMirror;
  readonly clock: Clock;
  /** `undefined`: what the server's heartbeats make of it. */
  readonly idleMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How a connection ended. */
export type HopReading =
  | { readonly kind: "complete" }
  | { readonly kind: "left" }
  /** To ask again is of no use. */
  | { readonly kind: "refused"; readonly detail: string }
  /** `isProven`: it had brought records for longer than silence may last, so that another one may be worth it. */
  | { readonly kind: "cut"; readonly detail: string; readonly isProven: boolean };

/** Heartbeats that may be missed. */
const MISSED_HEARTBEATS = 3;

/** Characters that may come without a record of ours: a view is shorter. */
const MAX_RECORD_CHARS = 32 * 1024 * 1024;

/** Statuses of a server that may do better the next time: too early, too many, timed out. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** Reads one connection into the mirror. Rejects for what the mirror's listeners throw. */
export function readHop(options: HopConnectionOptions): Promise<HopReading> {
  return new HopConnection(options).over;
}

class HopConnection {
  readonly over: Promise<HopReading>;
  readonly #options: HopConnectionOptions;
  readonly #over = Promise.withResolvers<HopReading>();
  readonly #request = new AbortController();
  readonly #silence: Silence;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #parser = createParser({ onEvent: (event) => this.#takeEvent(event) });
  readonly #openedAtMs: number;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isOver = false;
  #lastId = 0;
  #provenMs = 0;
  #foreignChars = 0;

  constructor(options: HopConnectionOptions) {
    const { clock, idleMs = DEFAULT_HEARTBEAT_MS * MISSED_HEARTBEATS, signal } = options;
    this.#options = options;
    this.over = this.#over.promise;
    this.#openedAtMs = clock.now();
    this.#silence = createSilence(clock, idleMs, (detail) => this.#cut(detail));
    signal?.addEventListener("abort", this.#leave, { once: true });
    if (signal?.aborted === true) this.#leave();
    else void this.#run();
  }

  readonly #leave = (): void => this.#end({ kind: "left" });

  async #run(): Promise<void> {
    try {
      const response = await this.#waitFor(() => this.#options.open(this.#request.signal));
      if (response === null) return;
      if (this.#isOver) return release(response.body);
      const body = this.#judge(response);
      if (body === null) return release(response.body);
      this.#reader = body.getReader();
      while (await this.#read(this.#reader));
    } catch (error) {
      // Ours, or a listener's: whoever follows hears of it.
      this.#close();
      this.#over.reject(error instanceof Error ? error : new TypeError("no Error was thrown", { cause: error }));
    }
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
    const read = await this.#waitFor(() => reader.read());
    if (read === null || this.#isOver) return false;
    if (read.done) this.#cut("the connection ended before the turn did");
    else this.#feed(read.value);
    return !this.#isOver;
  }

  /** `null` where what was waited for failed. */
  async #waitFor<Value>(begin: () => Promise<Value>): Promise<Value | null> {
    this.#silence.wait();
    let value: Value;
    try {
      value = await begin();
    } catch (error) {
      this.#cut(`the connection failed: ${String(error)}`);
      return null;
    }
    if (!this.#isOver) this.#silence.hear();
    return value;
  }

  /** The body that is to be read, if it is one of ours. */
  #judge({ status, ok, headers, body }: Response): ReadableStream<Uint8Array> | null {
    const type = headers.get("content-type") ?? "";
    if (status >= 400 && status < 500 && !passing.has(status)) {
      this.#end({ kind: "refused", detail: `the server answered with status ${status}` });
    } else if (!ok) this.#cut(`the server answered with status ${status}`);
    else if (!type.startsWith("text/event-stream")) this.#cut("the answer was no event stream");
    else if (body === null) this.#cut("the answer had no body");
    return this.#isOver ? null : body;
  }

  #feed(bytes: Uint8Array): void {
    let text: string;
    try {
      text = this.#decoder.decode(bytes, { stream: true });
    } catch {
      return this.#cut("the stream was not UTF-8");
    }
    this.#foreignChars += text.length;
    if (this.#foreignChars > MAX_RECORD_CHARS) this.#cut("what came was no view");
    else this.#parser.feed(text);
  }

  /** An event of another name is of a later version, or of somebody on the way: it changes nothing. */
  #takeEvent({ event, id, data }: EventSourceMessage): void {
    if (this.#isOver) return;
    if (event === hopEvents.opening) this.#takeOpening(data);
    else if (event === hopEvents.heartbeat) this.#recognize();
    else if (event === hopEvents.view) this.#takeView(id, data);
    else if (event === hopEvents.end) this.#cut("the stream ended before the turn did");
  }

  #takeOpening(data: string): void {
    const heartbeatMs = readOpening(data, HOP_VERSION);
    if (heartbeatMs === null) return this.#end({ kind: "refused", detail: "the server is of another version" });
    this.#silence.limitMs = this.#options.idleMs ?? heartbeatMs * MISSED_HEARTBEATS;
    this.#recognize();
  }

  #takeView(id: string | undefined, data: string): void {
    const number = id === "" ? Number.NaN : Number(id);
    if (number <= this.#lastId) return;
    const changes = number === this.#lastId + 1 ? readChanges(data) : null;
    if (changes === null) return this.#cut("a change of the view is missing, or cannot be read");
    if (this.#lastId === 0 && !changes.isWhole) return this.#cut("the view has no beginning");
    this.#lastId = number;
    this.#recognize();
    this.#show(changes);
  }

  #show({ changes, ...rest }: ViewChanges): void {
    const { mirror } = this.#options;
    const isEnd = changes.findLast((change) => change.type === "turn")?.isOpen === false;
    if (!isEnd) return mirror.apply({ ...rest, changes });
    mirror.apply({ ...rest, changes: changes.filter((change) => change.type !== "turn") });
    if (mirror.view.blocks.some((block) => block.endedAtMs === null)) return this.#cut("a block has no ending");
    mirror.apply({ ...rest, isWhole: false, changes: changes.filter((change) => change.type === "turn") });
    this.#end({ kind: "complete" });
  }

  #recognize(): void {
    this.#foreignChars = 0;
    this.#silence.recognize();
    this.#provenMs = this.#options.clock.now() - this.#openedAtMs;
  }

  #cut(detail: string): void {
    this.#end({ kind: "cut", detail, isProven: this.#provenMs >= this.#silence.limitMs });
  }

  #end(reading: HopReading): void {
    if (this.#isOver) return;
    this.#close();
    this.#over.resolve(reading);
  }

  #close(): void {
    this.#isOver = true;
    this.#options.signal?.removeEventListener("abort", this.#leave);
    this.#silence.stop();
    this.#request.abort();
    this.#reader?.cancel().catch(() => {});
  }
}

/** A body that nobody reads holds its connection. */
function release(body: ReadableStream<Uint8Array> | null): void {
  body?.cancel().catch(() => {});
}
