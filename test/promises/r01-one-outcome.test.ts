import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { settle, type RollEvent, type SettleTool } from "../../src/index.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { expectStream, plainCall } from "../support/settle-stream.ts";
import { tools } from "./support/documents.ts";
import { drive, formats, type Driven } from "./support/drive.ts";
import { holds } from "./support/holds.ts";
import { drynessAt, expectedOf, lossOf, seenRecords, type Exit } from "./support/oracle.ts";
import { chunking, chunksOf, clearCut, cutByte, cutShare, plan, write, type WrittenPlan } from "./support/plans.ts";

const exits = fc.constantFrom<Exit>("eof", "reset", "cancel", "left", "dry");

/** How the stream is left, and whether somebody takes its events or only awaits the result. */
const exitAndTaking = fc.tuple(exits, fc.boolean());

/** The place of the cut: a stream that goes on is only cut where it is clear which records it has brought. */
function cutFor(written: WrittenPlan, share: number, how: Exit): number {
  return how === "eof" || how === "reset" ? cutByte(written, share) : clearCut(written, share);
}

/** Which calls were announced and settled to the consumer, and how often it was told the end. */
function told(events: readonly RollEvent[]): object {
  const announced = events.filter((event) => event.type === "announced").map((event) => event.index);
  const settled = events.filter((event) => event.type === "settled").map((event) => event.outcome.call.index);
  return {
    // Not in their order: a call without a name is announced when nothing can name it any more.
    announced: announced.toSorted((left, right) => left - right),
    settled: settled.toSorted((left, right) => left - right),
    ended: events.filter((event) => event.type === "ended").length,
    last: events.at(-1)?.type,
  };
}

function indices(driven: Driven): readonly number[] {
  return driven.result.outcomes.map((_, index) => index);
}

describe("R1: every announced call settles exactly once, on every exit", () => {
  test("R1 however a stream is left, each of its calls comes to the outcome that the design gives it", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, exitAndTaking, async (stream, share, how, [left, takesEvents]) => {
        const written = write(stream);
        const cut = cutFor(written, share, left);
        const expected = expectedOf(seenRecords(written, cut, left), lossOf(left, drynessAt(written, cut)));

        const { settled } = await drive(stream, chunksOf(written.bytes.subarray(0, cut), how), {
          exit: left,
          takesEvents,
        });

        expectStream(settled, takesEvents ? expected : { ...expected, text: "" });
      }),
      2,
    );
  });

  test("R1 a consumer is told of each call once that it is there and once what became of it, and then of the end", async () => {
    const unleft = exits.filter((how) => how !== "left");
    await holds(
      fc.asyncProperty(plan, cutShare, chunking, unleft, async (stream, share, how, left) => {
        const written = write(stream);
        const cut = cutFor(written, share, left);

        const driven = await drive(stream, chunksOf(written.bytes.subarray(0, cut), how), { exit: left });

        const all = indices(driven);
        expect(told(driven.events)).toEqual({ announced: all, settled: all, ended: 1, last: "ended" });
      }),
    );
  });

  test("R1 a consumer that breaks out of the loop or throws in it settles what had come by then", async () => {
    await holds(
      fc.asyncProperty(plan, fc.nat({ max: 12 }), fc.boolean(), async (stream, stopAt, throws) => {
        const written = write(stream);
        let delivered = 0;
        let hasEnded = false;
        async function* source(): AsyncGenerator<Uint8Array, void> {
          for (const [at, span] of written.spans.entries()) {
            await Promise.resolve();
            delivered += 1;
            yield written.bytes.subarray(at === 0 ? 0 : span.start, span.end);
          }
          hasEnded = true;
        }
        const roll = settle(source(), { format: formats[stream.wire], tools, clock: createManualClock() });
        let seen = 0;
        let deliveredWhenLeft: number | null = null;
        const consume = async (): Promise<void> => {
          for await (const _event of roll) {
            seen += 1;
            if (seen <= stopAt) continue;
            // What is told behind the end of the stream is too late to leave it.
            if (!hasEnded) deliveredWhenLeft = delivered;
            if (throws) throw new Error("the consumer is broken");
            break;
          }
        };
        await consume().catch(() => {});
        const { ending, outcomes } = await roll.result;

        const exit = deliveredWhenLeft === null ? "eof" : "left";
        const cut = written.spans[(deliveredWhenLeft ?? delivered) - 1]?.end ?? 0;
        const expected = expectedOf(seenRecords(written, cut, exit), lossOf(exit, "idle"));
        expect(outcomes.map(plainCall)).toMatchObject(expected.calls.map(({ id: _id, ...call }) => call));
        expect(ending.cause).toBe(expected.ending.cause);
      }),
      2,
    );
  });

  test("R1 a validator that answers late, throws, rejects or never answers settles its call like any other", async () => {
    const behaviors = ["late", "throws", "rejects", "hangs"] as const;
    await holds(
      fc.asyncProperty(plan, fc.constantFrom(...behaviors), chunking, async (stream, behavior, how) => {
        const written = write(stream);
        const odd: SettleTool = { name: "create_ticket", input: validatorThat(behavior) };
        const oddTools = [odd, ...tools.filter((tool) => tool.name !== odd.name)];
        const plainly = expectedOf(seenRecords(written, written.bytes.length, "eof"), lossOf("eof", "idle"));
        const checked = plainly.calls.map((call) => call.name === odd.name && isChecked(call));

        const { settled, events } = await drive(stream, chunksOf(written.bytes, how), {
          exit: "eof",
          options: { tools: oddTools, validateMs: 1_000 },
          afterwardsMs: 1_000,
        });

        const verdict = behavior === "late" ? { kind: "dispatchable" } : { kind: "invalid", cause: "validator-failed" };
        expect(settled.calls.map(({ kind, cause }) => (cause === undefined ? { kind } : { kind, cause }))).toEqual(
          plainly.calls.map(({ kind, cause }, at) => {
            if (checked[at] === true) return verdict;
            return cause === undefined ? { kind } : { kind, cause };
          }),
        );
        expect(events.filter((event) => event.type === "settled").length).toBe(settled.calls.length);
      }),
    );
  });
});

/** Whether the tool's own schema is what decides about this call; a wrapped object is another story. */
function isChecked(call: { readonly kind: string; readonly cause?: string }): boolean {
  return call.kind === "dispatchable" || call.cause === "schema";
}

type Behavior = "late" | "throws" | "rejects" | "hangs";

function validatorThat(behavior: Behavior): NonNullable<SettleTool["input"]> {
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate(value: unknown) {
        if (behavior === "throws") throw new Error("a bug of the validator");
        if (behavior === "rejects") return Promise.reject(new Error("a bug of the validator"));
        if (behavior === "hangs") return new Promise<{ readonly value: unknown }>(() => {});
        // A string that holds an object is offered first, and is not what this tool takes.
        return typeof value === "string"
          ? Promise.resolve({ issues: [{ message: "an object is wanted" }] })
          : new Promise<{ readonly value: unknown }>((resolve) => setImmediate(() => resolve({ value })));
      },
    },
  };
}
