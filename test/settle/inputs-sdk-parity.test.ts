import { readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import type { Format } from "../../src/formats/format.ts";
import { settle } from "../../src/index.ts";
import { openaiChat, openaiResponses } from "../../src/openai.ts";
import { plainCalls, plainEnding } from "../support/live-roll.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { anthropicClient, answering, openaiClient } from "../support/sdk-answers.ts";
import { recording, settleBytes, type SettledStream } from "../support/settle-stream.ts";

type Read = (text: string) => Promise<AsyncIterable<unknown>>;
type Verdict = Pick<SettledStream, "ending" | "calls">;

const question = [{ role: "user" as const, content: "hi" }];

const streams: Readonly<Record<string, { readonly format: Format; readonly raw: Read; readonly helper: Read }>> = {
  anthropic: {
    format: anthropicMessages,
    raw: (text) =>
      anthropicClient(answering(text)).messages.create({ model: "m", max_tokens: 9, messages: question, stream: true }),
    helper: (text) =>
      Promise.resolve(
        anthropicClient(answering(text)).messages.stream({ model: "m", max_tokens: 9, messages: question }),
      ),
  },
  "openai-chat": {
    format: openaiChat,
    raw: (text) =>
      openaiClient(answering(text)).chat.completions.create({ model: "m", messages: question, stream: true }),
    helper: (text) =>
      Promise.resolve(openaiClient(answering(text)).chat.completions.stream({ model: "m", messages: question })),
  },
  "openai-compat": {
    format: openaiChat,
    raw: (text) =>
      openaiClient(answering(text)).chat.completions.create({ model: "m", messages: question, stream: true }),
    helper: (text) =>
      Promise.resolve(openaiClient(answering(text)).chat.completions.stream({ model: "m", messages: question })),
  },
  "openai-responses": {
    format: openaiResponses,
    raw: (text) => openaiClient(answering(text)).responses.create({ model: "m", input: "hi", stream: true }),
    helper: (text) => Promise.resolve(openaiClient(answering(text)).responses.stream({ model: "m", input: "hi" })),
  },
};

/** Where a package's own stream differs from the bytes: it throws the error of a chunk and hides the chunk's stop word. */
const rawDifferences: Readonly<Record<string, string>> = {
  "openai-compat/openrouter-comment-then-error.sse":
    "abandoned provider-error | get_tide failed abandoned provider-error",
};

/** Where a package's helper differs: it refuses a stream that it cannot assemble itself, with an error of its own. */
const helperDifferences: Readonly<Record<string, string>> = {
  "anthropic/eager-invalid-json.sse": "abandoned provider-error | water_bed failed abandoned provider-error",
  "openai-chat/eof-no-finish.sse": "abandoned ended-early | track_parcel failed abandoned ended-early",
  "openai-compat/gemini-no-index-finish-stop.sse": "abandoned ended-early",
  "openai-compat/ollama-compat-error-swallowed.sse": "abandoned ended-early",
  "openai-compat/openrouter-comment-then-error.sse":
    "abandoned provider-error | get_tide failed abandoned provider-error",
};

async function verdictOf(source: AsyncIterable<unknown>, format: Format): Promise<Verdict> {
  const result = await settle(source, { format, tools: "any", clock: createManualClock() }).result;
  return { ending: plainEnding(result), calls: plainCalls(result) };
}

/** One line of a verdict: the ending, then the calls. */
function line({ ending, calls }: Verdict): string {
  const ended = [ending.kind, ending.stop, ending.class, ending.cause].filter((part) => part !== null).join(" ");
  return [
    ended,
    ...calls.map(({ name, kind, reason, cause }) => [name, kind, reason, cause].filter(Boolean).join(" ")),
  ].join(" | ");
}

for (const [folder, { format, raw, helper }] of Object.entries(streams)) {
  const names = readdirSync(new URL(`../recordings/${folder}/`, import.meta.url)).filter((name) =>
    name.endsWith(".sse"),
  );

  describe(`the packages read ${folder} as the bytes are read`, () => {
    test("there are recordings to compare", () => {
      expect(names.length).toBeGreaterThan(7);
    });

    for (const name of names) {
      const path = `${folder}/${name}`;

      test(`R6 ${path}: the package's stream and the bytes agree`, async () => {
        const { ending, calls } = await settleBytes(format, recording(path));

        const parsed = await verdictOf(await raw(recording(path)), format);

        const difference = rawDifferences[path];
        if (difference === undefined) expect(parsed).toEqual({ ending, calls });
        else expect(line(parsed)).toBe(difference);
      });

      test(`R6 ${path}: the package's helper and the bytes agree`, async () => {
        const { ending, calls } = await settleBytes(format, recording(path));

        const parsed = await verdictOf(await helper(recording(path)), format);

        const difference = helperDifferences[path];
        if (difference === undefined) expect(parsed).toEqual({ ending, calls });
        else expect(line(parsed)).toBe(difference);
      });
    }
  });
}
