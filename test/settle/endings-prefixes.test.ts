import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import type { Format } from "../../src/formats/format.ts";
import { openaiResponses } from "../../src/openai.ts";
import { bytesOf, recording, settleBytes } from "../support/settle-stream.ts";

// Each cut settles the stream anew, so the cuts are spread: a prime stride meets every place of a record in time.
const STRIDE = 13;

interface CutStream {
  readonly format: Format;
  readonly name: string;
  /** The record whose blank line makes the stop known, by a text that only it holds. */
  readonly stopAt: string;
}

const streams: readonly CutStream[] = [
  { format: anthropicMessages, name: "anthropic/ok.sse", stopAt: '"stop_reason":"tool_use"' },
  { format: anthropicMessages, name: "anthropic/parallel.sse", stopAt: '"stop_reason":"tool_use"' },
  { format: anthropicMessages, name: "anthropic/server-tool-then-client-tool.sse", stopAt: '"stop_reason":"tool_use"' },
  { format: openaiResponses, name: "openai-responses/parallel.sse", stopAt: '"status":"completed","error":null' },
  { format: openaiResponses, name: "openai-responses/custom-tool.sse", stopAt: '"status":"completed","error":null' },
];

describe("every prefix of a stream", () => {
  for (const { format, name, stopAt } of streams) {
    const bytes = bytesOf(recording(name));
    const stopByte = recording(name).indexOf(stopAt);

    test(`R1 R2 R6 ${name} cut before its stop has ended early and runs nothing`, async () => {
      for (let cut = 0; cut < stopByte; cut += STRIDE) {
        const settled = await settleBytes(format, bytes.subarray(0, cut));

        expect(settled.ending, `cut at ${cut}`).toEqual({
          kind: "abandoned",
          stop: null,
          class: null,
          cause: "ended-early",
        });
        expect(settled.announced, `cut at ${cut}`).toBe(settled.calls.length);
        for (const call of settled.calls) {
          expect(["abandoned/ended-early", "observed"], `cut at ${cut}`).toContain(
            call.kind === "observed" ? call.kind : `${call.reason}/${call.cause}`,
          );
        }
      }
    });

    test(`R1 R2 R6 ${name} reset before its stop is disconnected and runs nothing`, async () => {
      for (let cut = 0; cut < stopByte; cut += STRIDE * 5) {
        const settled = await settleBytes(format, bytes.subarray(0, cut), { end: "reset" });

        expect(settled.ending.cause, `cut at ${cut}`).toBe("disconnected");
        expect(
          settled.calls.filter((call) => call.kind === "dispatchable"),
          `cut at ${cut}`,
        ).toEqual([]);
      }
    });
  }
});
