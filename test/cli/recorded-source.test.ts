import { expect, test } from "vitest";

import { createRecordedSource } from "../../src/cli/replay/recorded-source.ts";
import type { Recording } from "../../src/cli/replay/recording.ts";
import { createVirtualClock } from "../../src/cli/replay/virtual-clock.ts";

function recordingThatEnds(kind: Recording["end"]["kind"]): Recording {
  return { format: null, chunks: [{ atMs: 5, bytes: Uint8Array.of(1) }], end: { atMs: 9, kind } };
}

function play(kind: Recording["end"]["kind"]) {
  const clock = createVirtualClock();
  const { stream, signal } = createRecordedSource(recordingThatEnds(kind), clock);
  const iterator = stream[Symbol.asyncIterator]();
  const seen: unknown[] = [];
  const step = async (): Promise<void> => {
    const next = iterator.next().then(
      (result) => seen.push(result.done === true ? "over" : result.value),
      (error: unknown) => seen.push(error),
    );
    clock.advance();
    await Promise.race([next, new Promise((resolve) => setImmediate(resolve))]);
  };
  return { clock, iterator, seen, signal, step };
}

test("a recorded chunk comes at its time, and a clean end at its own", async () => {
  const { clock, seen, step } = play("eof");

  await step();
  expect([clock.now(), seen]).toEqual([5, [Uint8Array.of(1)]]);

  await step();
  expect([clock.now(), seen]).toEqual([9, [Uint8Array.of(1), "over"]]);
});

test("a recorded reset throws what a socket throws", async () => {
  const { clock, seen, step } = play("reset");

  await step();
  await step();

  expect(clock.now()).toBe(9);
  expect(seen[1]).toBeInstanceOf(Error);
  expect(seen[1]).toMatchObject({ code: "ECONNRESET" });
});

test("a recorded cancel aborts the signal at its time, and nothing comes any more", async () => {
  const { clock, seen, signal, step } = play("cancel");

  await step();
  expect(signal.aborted).toBe(false);

  await step();
  expect([clock.now(), signal.aborted, seen]).toEqual([9, true, [Uint8Array.of(1)]]);
});

test("a recorded silence never ends by itself, but can be left", async () => {
  const { iterator, seen, signal, step } = play("silence");

  await step();
  await step();
  expect([signal.aborted, seen]).toEqual([false, [Uint8Array.of(1)]]);

  await iterator.return?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual([Uint8Array.of(1), "over"]);
});
