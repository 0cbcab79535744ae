import { readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import type { Format } from "../../src/formats/format.ts";
import { settle, type SettleOptions, type StreamSource } from "../../src/index.ts";
import { openaiChat, openaiResponses } from "../../src/openai.ts";
import type { Ending, ProviderError } from "../../src/protocol/outcome.ts";
import { calls, delta, finish, message, open, opening, records } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createPushSource } from "../support/push-source.ts";
import { anthropicClient, answering, openaiClient } from "../support/sdk-answers.ts";
import { anthropicSse, deliver, recording, responsesSse } from "../support/settle-stream.ts";

const formats: Readonly<Record<string, Format>> = {
  anthropic: anthropicMessages,
  "openai-chat": openaiChat,
  "openai-compat": openaiChat,
  "openai-responses": openaiResponses,
};

/** Every recording whose provider says that it failed, and what it says. */
const recorded: Readonly<Record<string, ProviderError>> = {
  "anthropic/error.sse": { code: "overloaded_error" },
  "openai-chat/error.sse": { code: "server_error" },
  "openai-compat/deepseek-insufficient-resource.sse": { code: "insufficient_system_resource" },
  "openai-compat/groq-tool-use-failed.sse": { code: "tool_use_failed" },
  "openai-compat/groq-x_groq-error.sse": { code: "" },
  "openai-compat/openrouter-comment-then-error.sse": { code: "502" },
  "openai-responses/error-nested.sse": { code: "rate_limit_exceeded" },
  "openai-responses/error.sse": { code: "server_error" },
  "openai-responses/failed.sse": { code: "server_error" },
};

async function endingOf(source: StreamSource, options: Partial<SettleOptions> = {}): Promise<Ending> {
  const roll = settle(source, { format: openaiChat, tools: "any", clock: createManualClock(), ...options });
  return (await roll.result).ending;
}

/** What the provider said, `undefined` where the ending has no such member. */
function errorOf(ending: Ending): ProviderError | undefined {
  return "error" in ending ? ending.error : undefined;
}

function readByPackage(folder: string, text: string): Promise<StreamSource> {
  const question = [{ role: "user" as const, content: "hi" }];
  switch (folder) {
    case "anthropic":
      return anthropicClient(answering(text)).messages.create({
        model: "m",
        max_tokens: 9,
        messages: question,
        stream: true,
      });
    case "openai-responses":
      return openaiClient(answering(text)).responses.create({ model: "m", input: "hi", stream: true });
    default:
      return openaiClient(answering(text)).chat.completions.create({ model: "m", messages: question, stream: true });
  }
}

describe("what the provider says of an error, in every recording", () => {
  for (const [folder, format] of Object.entries(formats)) {
    const names = readdirSync(new URL(`../recordings/${folder}/`, import.meta.url)).filter((name) =>
      name.endsWith(".sse"),
    );
    test.each(names)(`R1 R6 ${folder}/%s: the bytes and the package's stream tell the same`, async (name) => {
      const path = `${folder}/${name}`;

      const read = await endingOf(deliver([recording(path)]), { format });
      const parsed = await endingOf(await readByPackage(folder, recording(path)), { format });

      expect(errorOf(read)).toEqual(recorded[path]);
      expect(errorOf(parsed)).toEqual(recorded[path]);
    });
  }
});

describe("the code of an error in a stream", () => {
  const inAnthropic = [
    ["the type", { type: "rate_limit_error", message: "Slow down." }, "rate_limit_error"],
    [
      "a limit on spending, which waiting does not lift",
      { type: "rate_limit_error", message: "Stop.", details: { error_code: "enforced_spend_limit_reached" } },
      "enforced_spend_limit_reached",
    ],
    [
      "the type, where the details say less of what helps",
      { type: "rate_limit_error", message: "Slow down.", details: { error_code: "ramp_limit_exceeded" } },
      "rate_limit_error",
    ],
    ["the number of a gateway that has no word", { message: "Busy.", code: 503 }, "503"],
    ["the word of a gateway that has a number too", { type: "overloaded_error", code: 503 }, "overloaded_error"],
    ["nothing, where there are only words", { message: "Busy." }, ""],
  ] as const;
  test.each(inAnthropic)("R1 of Anthropic is %s", async (_label, error, code) => {
    const body = anthropicSse({ type: "error", error });

    expect(errorOf(await endingOf(deliver([body]), { format: anthropicMessages }))).toEqual({ code });
  });

  test("R1 of Anthropic is nothing where a bare text stands beside an event of another type", async () => {
    const body = anthropicSse({ type: "message_delta", delta: { stop_reason: "tool_use" }, error: "Lost." });

    expect(errorOf(await endingOf(deliver([body]), { format: anthropicMessages }))).toEqual({ code: "" });
  });

  const inChat = [
    ["the code of the error", records({ error: { type: "server_error", code: "upstream_idle" } }), "upstream_idle"],
    ["the type, where the code is null", records({ error: { type: "server_error", code: null } }), "server_error"],
    ["of the whole record", records({ object: "error", type: "BadRequestError", code: 400 }), "BadRequestError"],
    ["of a choice", message(opening, delta({}, { error: { code: "overloaded" } })), "overloaded"],
    ["the stop word", message(opening, finish("network_error")), "network_error"],
    [
      "the code beside the stop word",
      message(opening, { ...delta({}, { finish_reason: "error" }), error: { code: 429, message: "Slow down" } }),
      "429",
    ],
    [
      "the stop word, where the error beside it has no code",
      message(opening, { ...delta({}, { finish_reason: "error" }), error: { message: "Gone." } }),
      "error",
    ],
    ["a stop word behind another stop", message(opening, finish("stop"), finish("error")), "error"],
    ["cut where it is no word", records({ error: { code: "x".repeat(5_000) } }), "x".repeat(100)],
  ] as const;
  test.each(inChat)("R1 of Chat Completions is %s", async (_label, body, code) => {
    expect(errorOf(await endingOf(deliver([body])))).toEqual({ code });
  });

  test.each([
    ["the code", { code: "rate_limit_exceeded", message: "Slow down." }, "rate_limit_exceeded"],
    ["the status, where there is none", null, "failed"],
  ])("R1 of a failed response is %s", async (_label, error, code) => {
    const response = { id: "resp_1", status: "failed", error, output: [] };
    const body = responsesSse({ type: "response.failed", response });

    expect(errorOf(await endingOf(deliver([body]), { format: openaiResponses }))).toEqual({ code });
  });

  test("R1 of a response that was cancelled by the provider is that word", async () => {
    const body = responsesSse({ type: "response.cancelled", response: { id: "resp_1", status: "cancelled" } });

    expect(errorOf(await endingOf(deliver([body]), { format: openaiResponses }))).toEqual({ code: "cancelled" });
  });
});

describe("what the provider did not say", () => {
  const oneCall = calls(open(0, "call_a", "get_tide", "{}"));
  const another = calls(open(1, "call_b", "get_wind", "{}"));
  const silent = [
    ["a record that is no JSON", { body: records(opening) + "data: {oops}\n\n" }],
    ["a record that is a list", { body: "data: []\n\n" }],
    ["choices that cannot be read", { body: records({ choices: 7 }) }],
    ["two different stops", { body: message(opening, oneCall, finish("tool_calls"), finish("stop")) }],
    ["a limit on calls", { body: message(opening, oneCall, another), options: { limits: { maxCalls: 1 } } }],
    ["a limit on bytes", { body: message(opening, oneCall), options: { limits: { maxTotalBytes: 20 } } }],
    [
      "an event of a block without an index",
      {
        body: anthropicSse({ type: "content_block_stop" }),
        options: { format: anthropicMessages },
      },
    ],
  ] as const;
  test.each(silent)("R13 %s is a provider-error without an error", async (_label, stream) => {
    const ending = await endingOf(deliver([stream.body]), "options" in stream ? stream.options : {});

    expect(ending).toMatchObject({ kind: "abandoned", cause: "provider-error" });
    expect(ending).not.toHaveProperty("error");
  });

  test.each([
    ["an end without a stop", deliver([records(opening, oneCall)])],
    ["a reset", deliver([records(opening, oneCall)], "reset")],
    ["a good stream", deliver([message(opening, oneCall, finish("tool_calls"))])],
  ])("%s has no error", async (_label, source) => {
    expect(await endingOf(source)).not.toHaveProperty("error");
  });

  test("an error behind the end changes nothing", async () => {
    const body = message(opening, oneCall, finish("tool_calls")) + records({ error: { code: "late" } });

    expect(await endingOf(deliver([body]))).toMatchObject({ kind: "complete", stop: "tool_calls" });
  });
});

describe("an answer with an error status", () => {
  const answers = [
    [
      "of Anthropic",
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      { status: 529 },
      { code: "overloaded_error", status: 529 },
    ],
    [
      "of OpenAI, with the seconds to wait",
      { error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" } },
      { status: 429, headers: { "retry-after": "20" } },
      { code: "rate_limit_exceeded", status: 429, retryAfterMs: 20_000 },
    ],
    [
      "of OpenAI, with the milliseconds to wait, which win",
      { error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" } },
      { status: 429, headers: { "retry-after": "1", "retry-after-ms": "734" } },
      { code: "rate_limit_exceeded", status: 429, retryAfterMs: 734 },
    ],
    [
      "of a host that gives a date, counted from its own",
      { error: { message: "Later.", code: 503 } },
      {
        status: 503,
        headers: { date: "Tue, 01 Dec 2026 17:59:30 GMT", "retry-after": "Tue, 01 Dec 2026 18:01:00 GMT" },
      },
      { code: "503", status: 503, retryAfterMs: 90_000 },
    ],
    ["with the error in words", { error: "model is loading" }, { status: 503 }, { code: "", status: 503 }],
    ["with an empty object", {}, { status: 500 }, { code: "", status: 500 }],
    ["with a list", [{ error: { code: "x" } }], { status: 400 }, { code: "", status: 400 }],
  ] as const;
  test.each(answers)("R1 %s tells its code, its status and the wait", async (_label, body, head, error) => {
    const ending = await endingOf(new Response(JSON.stringify(body), head));

    expect(ending).toMatchObject({ kind: "abandoned", cause: "provider-error" });
    expect(errorOf(ending)).toEqual(error);
    expect(Object.isFrozen(errorOf(ending))).toBe(true);
  });

  test("R1 with a page for a browser tells its status", async () => {
    const ending = await endingOf(new Response("<html>Bad gateway</html>", { status: 502 }));

    expect(errorOf(ending)).toEqual({ code: "", status: 502 });
  });

  test("R1 with a body that breaks off tells its status", async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("cut")) });

    expect(errorOf(await endingOf(new Response(body, { status: 503 })))).toEqual({ code: "", status: 503 });
  });
});

describe("how long the provider asks to be left alone", () => {
  const date = "Tue, 01 Dec 2026 17:59:30 GMT";
  const waits = [
    ["a fraction of a second", { "retry-after": "0.5" }, 500],
    ["nothing", { "retry-after": "0" }, 0],
    ["white space around it", { "retry-after": " 3 " }, 3_000],
    ["a date that has passed", { date, "retry-after": "Tue, 01 Dec 2026 17:59:00 GMT" }, 0],
    ["an old form of the date", { date, "retry-after": "Tuesday, 01-Dec-26 17:59:40 GMT" }, 10_000],
    ["a broken number of milliseconds", { "retry-after-ms": "soon", "retry-after": "2" }, 2_000],
  ] as const;
  test.each(waits)("R1 is read where it is %s", async (_label, headers, retryAfterMs) => {
    const ending = await endingOf(new Response(null, { status: 429, headers }));

    expect(errorOf(ending)).toEqual({ code: "", status: 429, retryAfterMs });
  });

  const none = [
    ["a negative number", { "retry-after": "-1" }],
    ["a word", { "retry-after": "later" }],
    ["blank", { "retry-after": "" }],
    ["no number that JavaScript has", { "retry-after": "1e400" }],
    ["a date, of an answer without one", { "retry-after": date }],
    ["a date that is none", { date, "retry-after": "Tue, 99 Foo 2026 GMT" }],
  ] as const;
  test.each(none)("R1 is not told where it is %s", async (_label, headers) => {
    const ending = await endingOf(new Response(null, { status: 429, headers }));

    expect(errorOf(ending)).toEqual({ code: "", status: 429 });
  });
});

describe("an error that a client throws in the middle of a stream", () => {
  const thrown = [
    ["with the whole body in it", { error: { type: "error", error: { type: "api_error" } } }, { code: "api_error" }],
    ["with the error in it", { error: { message: "Gone.", code: "server_error" } }, { code: "server_error" }],
    ["with a text in it", { error: "Gone." }, { code: "" }],
    ["with a status only", { status: 503 }, { code: "", status: 503 }],
    [
      "with headers in a record",
      { status: 429, headers: { "Retry-After": "7" } },
      { code: "", status: 429, retryAfterMs: 7_000 },
    ],
    [
      "with headers as Headers",
      { status: 429, headers: new Headers({ "retry-after-ms": "250" }) },
      { code: "", status: 429, retryAfterMs: 250 },
    ],
    ["with headers that are none", { status: 500, headers: "retry-after: 7" }, { code: "", status: 500 }],
    ["with headers of several values", { status: 500, headers: { "retry-after": ["7"] } }, { code: "", status: 500 }],
  ] as const;
  test.each(thrown)("R1 %s tells what the provider said", async (_label, fields, error) => {
    const source = createPushSource<string>(records(opening));
    source.fail(Object.assign(new Error("429 Slow down."), fields));

    const ending = await endingOf(source);

    expect(ending).toMatchObject({ kind: "abandoned", cause: "provider-error" });
    expect(errorOf(ending)).toEqual(error);
  });

  test("R1 that could not parse a record tells nothing", async () => {
    const source = createPushSource<string>(records(opening));
    source.fail(new SyntaxError("Unexpected token o in JSON"));

    expect(await endingOf(source)).not.toHaveProperty("error");
  });

  test("R1 whose code is the network's tells nothing", async () => {
    const source = createPushSource<string>(records(opening));
    source.fail(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));

    expect(await endingOf(source)).not.toHaveProperty("error");
  });
});
