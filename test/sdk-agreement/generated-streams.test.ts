import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { settle, type RollResult } from "../../src/index.ts";
import { tools } from "../promises/support/documents.ts";
import { drive, formats } from "../promises/support/drive.ts";
import { holds } from "../promises/support/holds.ts";
import { cutShare, plan, write } from "../promises/support/plans.ts";
import type { Plan, Wire } from "../promises/support/said.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { plainCall, type SettledCall } from "../support/settle-stream.ts";
import { packageReaders } from "./read-body.ts";

async function settleObjects(wire: Wire, objects: AsyncIterable<unknown>): Promise<RollResult> {
  return settle(objects, { format: formats[wire], tools, clock: createManualClock() }).result;
}

/** The first records of a stream, each with its blank line: what lacks one, the packages drop in ways of their own. */
function beginningOf(stream: Plan, share: number): Uint8Array {
  const records = stream.records.slice(0, Math.ceil(share * stream.records.length));
  return write({ ...stream, records }).bytes;
}

function isGivenUp(call: SettledCall): boolean {
  return call.reason === "abandoned" || call.kind === "observed";
}

describe("generated streams, as bytes and as the packages' objects", () => {
  test("R6 the package's own stream comes to the kinds, reasons, causes and arguments of the bytes", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, async (stream, share) => {
        const bytes = beginningOf(stream, share);
        const body = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

        const { settled } = await drive(stream, [bytes], { exit: "eof" });
        const parsed = await settleObjects(stream.wire, await packageReaders[stream.wire].raw(body));

        expect(parsed.outcomes.map(plainCall)).toEqual(settled.calls);
        expect(parsed.ending).toMatchObject(settled.ending);
      }),
    );
  });

  test("R3 R6 the helper's stream comes to the same, or to calls given up where the helper gave up itself", async () => {
    await holds(
      fc.asyncProperty(plan, cutShare, async (stream, share) => {
        const bytes = beginningOf(stream, share);
        const body = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

        const { settled } = await drive(stream, [bytes], { exit: "eof" });
        const helped = await settleObjects(stream.wire, packageReaders[stream.wire].helper(body));

        const calls = helped.outcomes.map(plainCall);
        const hasGivenUp = helped.ending.kind === "abandoned";
        expect(calls.length <= settled.calls.length).toBe(true);
        for (const [at, call] of calls.entries()) {
          if (hasGivenUp) expect(isGivenUp(call)).toBe(true);
          else expect(call).toEqual(settled.calls[at]);
        }
        if (!hasGivenUp) expect(calls.length).toBe(settled.calls.length);
      }),
    );
  });
});
