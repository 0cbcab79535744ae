import type { Cancel, Clock } from "../../protocol/clock.ts";
import type { Recording } from "./recording.ts";

/** A recorded stream that arrives again. */
export interface RecordedSource {
  readonly stream: AsyncIterable<Uint8Array>;
  /** Aborted at the moment at which the person of the recording cancelled. */
  readonly signal: AbortSignal;
}

const over: IteratorResult<Uint8Array, undefined> = { done: true, value: undefined };

const nothingToLeave = (): void => {};

/** What a socket throws whose other end vanished. */
function connectionReset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

/** Plays a recording on `clock`: each chunk, and the end, come when they came. */
export function createRecordedSource(recording: Recording, clock: Clock): RecordedSource {
  const startedAtMs = clock.now();
  const cancelling = new AbortController();
  let position = 0;
  let leave = nothingToLeave;

  function at(atMs: number): Promise<"due" | "left"> {
    return new Promise((resolve) => {
      const cancel: Cancel = clock.after(startedAtMs + atMs - clock.now(), () => resolve("due"));
      leave = () => {
        cancel();
        resolve("left");
      };
    });
  }

  /** Nothing comes any more; only leaving ends it. */
  function forever(): Promise<IteratorResult<Uint8Array, undefined>> {
    return new Promise((resolve) => {
      leave = () => resolve(over);
    });
  }

  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const chunk = recording.chunks[position];
    if (chunk !== undefined) {
      if ((await at(chunk.atMs)) === "left") return over;
      position += 1;
      return { done: false, value: chunk.bytes };
    }
    const { atMs, kind } = recording.end;
    if ((await at(atMs)) === "left") return over;
    switch (kind) {
      case "eof":
        return over;
      case "reset":
        throw connectionReset();
      case "cancel":
        cancelling.abort();
        return forever();
      case "silence":
        return forever();
    }
  }

  async function leaveEarly(): Promise<IteratorResult<Uint8Array, undefined>> {
    leave();
    return over;
  }

  const stream = { [Symbol.asyncIterator]: () => ({ next, return: leaveEarly }) };
  return { stream, signal: cancelling.signal };
}
