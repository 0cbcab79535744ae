import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import type { JsonObject } from "../../src/formats/dialect.ts";
import { settle } from "../../src/index.ts";
import type { CallAnswer } from "../../src/protocol/answer.ts";
import { checkHistory } from "../../src/simulator/rules/check-history.ts";
import { isJsonObject } from "../../src/simulator/rules/request-body.ts";
import { anthropicPlan } from "../promises/support/anthropic-plan.ts";
import { clearCut, cutShare, write } from "../promises/support/plans.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { bytesOf, deliver, recording } from "../support/settle-stream.ts";

const recordings = [
  "eager-invalid-json",
  "error",
  "fallback-mid-stream",
  "mcp-beta",
  "ok",
  "parallel",
  "pause-turn",
  "refusal",
  "server-tool-then-client-tool",
  "truncated",
];

const question = { role: "user", content: "Please." };

type Messages = readonly JsonObject[];

/** The next request behind a message, once each call that can be answered has an answer. */
async function nextMessages(messages: Messages, bytes: Uint8Array): Promise<Messages> {
  const scribe = anthropicDialect.createScribe();
  const options = { format: scribe.format, tools: "any", clock: createManualClock() } as const;
  const { ending, outcomes } = await settle(deliver([bytes]), options).result;
  const answers = new Map<number, CallAnswer>();
  for (const { kind, call } of outcomes) {
    if (kind === "dispatchable" || kind === "invalid") {
      answers.set(call.index, { isError: kind === "invalid", text: "Answered." });
    }
  }
  const written = scribe.write({ messages }, { ending, outcomes, answers });
  const goesOn = answers.size > 0 || (ending.kind === "complete" && ending.class === "paused");
  return goesOn ? written.messages : [...written.messages, question];
}

/** The rules that it breaks. The plans' own calls of the provider have ids and pauses that the provider does not make. */
function broken(messages: Messages): readonly string[] {
  const body = JSON.stringify({ model: "claude-sonnet-5", max_tokens: 64, messages });
  const request: unknown = JSON.parse(body);
  if (!isJsonObject(request)) throw new Error("a request is an object");
  return checkHistory("anthropic-messages", request)
    .filter(({ rule }) => rule !== "server-call-id-form" && rule !== "prefill")
    .map(({ rule, path }) => `${rule} at ${path} of ${body}`);
}

describe("the next request breaks no rule of the API (R10)", () => {
  test("behind any messages in a row, each cut anywhere, and with the same ids", async () => {
    const streams = fc.array(fc.tuple(anthropicPlan, cutShare), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(streams, async (plans) => {
        let messages: Messages = [question];
        for (const [plan, share] of plans) {
          const written = write(plan);

          messages = await nextMessages(messages, written.bytes.subarray(0, clearCut(written, share)));

          expect(broken(messages)).toEqual([]);
        }
      }),
    );
  });

  for (const name of recordings) {
    test(`behind the recording ${name}, cut at every record`, async () => {
      const records = recording(`anthropic/${name}.sse`).split("\n\n");

      for (let count = 0; count <= records.length; count += 1) {
        const bytes = bytesOf(`${records.slice(0, count).join("\n\n")}\n\n`);

        expect(broken(await nextMessages([question], bytes)), `${count} records`).toEqual([]);
      }
    });
  }
});
