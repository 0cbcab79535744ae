import type { SourceOpener } from "../wire/stream-source.ts";
import type { Exit } from "./message-state.ts";
import { exitOfError } from "./source-error.ts";
import { openSource, type Chunk, type Source } from "./source.ts";

/** A source that is opened with its first read, so that the wait for the answer is a wait for the provider as well. */
export function openLate(open: SourceOpener): Source {
  return new LateSource(open);
}

const ignore = (): void => {};

class LateSource implements Source {
  /** Let go once it was called: it may hold the whole request. */
  #open: SourceOpener | null;
  #source: Source | null = null;
  readonly #controller = new AbortController();
  #onRefusal: () => void = ignore;

  constructor(open: SourceOpener) {
    this.#open = open;
  }

  get isRefusal(): boolean {
    return this.#source?.isRefusal === true;
  }

  tellOfRefusal(onRefusal: () => void): void {
    this.#onRefusal = onRefusal;
  }

  next(): Promise<IteratorResult<Chunk, unknown>> {
    return this.#source === null ? this.#readFirst() : this.#source.next();
  }

  exitOf(failure: { readonly error: unknown } | null, isMarkerHidden: boolean): Exit {
    if (this.#source !== null) return this.#source.exitOf(failure, isMarkerHidden);
    return exitOfError(failure?.error, false);
  }

  /** Whoever goes by the signal frees what else belongs to the request. */
  end(): void {
    this.#controller.abort();
  }

  release(): void {
    this.#controller.abort();
    this.#source?.release();
  }

  async #readFirst(): Promise<IteratorResult<Chunk, unknown>> {
    const open = this.#open;
    this.#open = null;
    const source = openAnswer(await open?.(this.#controller.signal));
    if (this.#controller.signal.aborted) {
      source.release();
      return { done: true, value: undefined };
    }
    this.#source = source;
    if (source.isRefusal === true) this.#onRefusal();
    return source.next();
  }
}

/** Behind the first read nobody can be refused any more: an answer that is no stream is one that cannot be read. */
function openAnswer(answer: unknown): Source {
  try {
    return openSource(answer);
  } catch (error) {
    const detail = error instanceof Error ? error.message : "the answer is no stream";
    return {
      next: () => Promise.resolve({ done: true, value: undefined }),
      exitOf: () => ({ kind: "broken", cause: "provider-error", detail }),
      release: ignore,
    };
  }
}
