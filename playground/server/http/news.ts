import type { Cancel, Clock } from "rollcall";
import type { News as Told } from "../../shared/api.ts";

/** Tells pages that the state may be another one. */
export interface News {
  readonly revision: number;
  /** Something changed. */
  bump(): void;
  subscribe(listener: (revision: number) => void): () => void;
  /** Aborts when there will be no more. */
  readonly over: AbortSignal;
  end(): void;
}

/** Begins at revision 1. */
export function createNews(): News {
  const listeners = new Set<(revision: number) => void>();
  const ending = new AbortController();
  let revision = 1;
  return {
    over: ending.signal,
    end: () => ending.abort(),
    get revision() {
      return revision;
    },
    bump() {
      revision += 1;
      for (const listener of listeners) listener(revision);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const HEARTBEAT_MS = 10_000;

/** The answer for a page that wants to hear of changes: server-sent events, the newest revision alone. */
export function newsResponse(news: News, clock: Clock, signal: AbortSignal): Response {
  const body = new ReadableStream(new NewsSource(news, clock, AbortSignal.any([signal, news.over])));
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

class NewsSource implements UnderlyingDefaultSource<Uint8Array> {
  readonly #news: News;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #encoder = new TextEncoder();
  #close: () => void = () => {};

  constructor(news: News, clock: Clock, signal: AbortSignal) {
    this.#news = news;
    this.#clock = clock;
    this.#signal = signal;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const send = (text: string): void => controller.enqueue(this.#encoder.encode(text));
    const tell = (revision: number): void =>
      send(`event: changed\ndata: ${JSON.stringify({ revision } satisfies Told)}\n\n`);
    const unsubscribe = this.#news.subscribe(tell);
    let cancelHeartbeat = this.#clock.after(HEARTBEAT_MS, beat);
    const after = (): Cancel => this.#clock.after(HEARTBEAT_MS, beat);
    function beat(): void {
      send(": here\n\n");
      cancelHeartbeat = after();
    }
    const leave = (): void => {
      this.#close();
      controller.close();
    };
    this.#close = () => {
      unsubscribe();
      cancelHeartbeat();
      this.#signal.removeEventListener("abort", leave);
    };
    tell(this.#news.revision);
    if (this.#signal.aborted) leave();
    else this.#signal.addEventListener("abort", leave, { once: true });
  }

  cancel(): void {
    this.#close();
  }
}
