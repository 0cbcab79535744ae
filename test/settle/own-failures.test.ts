import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type } from "arktype";
import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { settle, type RollEvent } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import { anthropicMessage, wholeCall } from "../support/anthropic-events.ts";
import { createFeed } from "../support/feed.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { outcomesOf } from "../support/settle-text.ts";
import { abandoned, deliver } from "../support/settle-stream.ts";

const runFile = promisify(execFile);

function door(name: string): string {
  return new URL(`../../src/${name}.ts`, import.meta.url).href;
}

describe("what is told cannot be changed", () => {
  test("R5 the ending, the outcomes and their issues are frozen", async () => {
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1,"n":2}'));

    const { ending, outcomes, faults, count } = await settle(deliver([body]), {
      format: anthropicMessages,
      tools: "any",
    }).result;
    const [outcome] = outcomes;

    const told = [ending, outcomes, outcome, outcome?.call, faults, count];
    expect(told.every((part) => Object.isFrozen(part))).toBe(true);
    expect(outcome?.kind === "invalid" && outcome.issues.every((issue) => Object.isFrozen(issue))).toBe(true);
  });

  test("R5 a validator that changes what it is given does not change what was parsed", async () => {
    const input = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate(value: unknown) {
          if (typeof value === "object" && value !== null) Reflect.set(value, "n", 1_000_000);
          return { value };
        },
      },
    };

    const { outcomes } = await outcomesOf([["act", '{"n":1}']], { tools: [{ name: "act", input }] });

    expect(outcomes.map((outcome) => (outcome.kind === "dispatchable" ? [outcome.args, outcome.parsed] : []))).toEqual([
      [{ n: 1_000_000 }, { n: 1 }],
    ]);
  });

  test("R3 a tool that is changed behind settle is checked as it was", async () => {
    const tool = { name: "act", input: { type: "object", properties: { n: { maximum: 5 } } } };
    const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "act", '{"n":9}'));

    const roll = settle(deliver([body]), { format: anthropicMessages, tools: [tool] });
    Reflect.deleteProperty(tool, "input");

    expect((await roll.result).outcomes.map(({ kind }) => kind)).toEqual(["invalid"]);
  });
});

describe("events that no provider could have sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;

  test.each([
    ["a cycle", circular],
    ["a big integer", { n: 1n }],
  ])("R1 %s as arguments ends the message, and throws nothing", async (_, args) => {
    const chunk = {
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: "a", function: { name: "f", arguments: args } }] } }],
    };
    async function* events(): AsyncGenerator<object, void> {
      yield chunk;
    }

    const { ending } = await settle(events(), { format: openaiChat, tools: "any" }).result;

    expect([ending.kind, ending.cause]).toEqual([abandoned("provider-error").kind, "provider-error"]);
  });

  test("R6 a bare ArrayBuffer is bytes", async () => {
    const body = new TextEncoder().encode(anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1}')));
    async function* buffers(): AsyncGenerator<ArrayBuffer, void> {
      yield body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength);
    }

    const { outcomes } = await settle(buffers(), { format: anthropicMessages, tools: "any" }).result;

    expect(outcomes.map(({ kind }) => kind)).toEqual(["dispatchable"]);
  });
});

describe("callers that are wrong", () => {
  const stream = deliver([]);

  test.each([
    ["no options", undefined, "settle needs options"],
    ["a tool that is none", { format: openaiChat, tools: [null] }, "a tool is an object"],
    ["a tool without a name", { format: openaiChat, tools: [{}] }, "a tool needs a name"],
    [
      "a controller for a signal",
      { format: openaiChat, tools: [], signal: new AbortController() },
      "pass controller.signal",
    ],
    ["an option that there is not", { format: openaiChat, tools: [], timeoutMs: 5 }, "settle has no option timeoutMs"],
    [
      "a limit that there is not",
      { format: openaiChat, tools: [], limits: { maxFrames: 5 } },
      "there is no limit maxFrames",
    ],
    ["an idle limit of nothing", { format: openaiChat, tools: [], idleMs: 0 }, "idleMs is a positive"],
  ])("%s is refused at once, with what to pass instead", (_, options, message) => {
    const attempt = (): void => void Reflect.apply(settle, undefined, [stream, options]);

    expect(attempt).toThrow(message);
  });
});

describe("a process with nothing else to do", () => {
  test("R1 waits for the outcome of a stream that fell silent", async () => {
    const script = `
      import { settle } from ${JSON.stringify(door("index"))};
      import { openaiChat } from ${JSON.stringify(door("openai"))};
      const source = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
      const { ending } = await settle(source, { format: openaiChat, tools: [], firstMs: 20 }).result;
      console.log(ending.cause);
    `;

    const { stdout } = await runFile(process.execPath, ["--input-type=module", "-e", script]);

    expect(stdout.trim()).toBe("idle");
  });
});

describe("a consumer that stands still", () => {
  test("R13 text that waits is joined, and none of it is lost", async () => {
    const pieces = Array.from({ length: 5_000 }, (_, at) => `${at},`);
    async function* events(): AsyncGenerator<object, void> {
      for (const content of pieces) yield { choices: [{ index: 0, delta: { content } }] };
      yield { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
    }
    const roll = settle(events(), { format: openaiChat, tools: [] });
    const iterator = roll[Symbol.asyncIterator]();
    const first = await iterator.next();

    await roll.result;
    const waiting: RollEvent[] = first.done === true ? [] : [first.value];
    for (let taken = await iterator.next(); taken.done !== true; taken = await iterator.next())
      waiting.push(taken.value);

    expect(waiting.length).toBeLessThan(1_030);
    expect(waiting.map((event) => (event.type === "text" ? event.text : "")).join("")).toBe(pieces.join(""));
  });
});

describe("what a developer is told", () => {
  test.each([
    [
      "the error of a JSON body",
      '{"error":{"type":"invalid_request_error","message":"unknown model"}}',
      "HTTP 400 Bad Request: unknown model",
    ],
    ["the beginning of any other body", "<h1>\n  Bad gateway</h1>", "HTTP 400 Bad Request: <h1> Bad gateway</h1>"],
    ["the status alone where there is no body", null, "HTTP 400 Bad Request"],
  ])("an answer with an error status tells %s", async (_, body, detail) => {
    const response = new Response(body, { status: 400, statusText: "Bad Request" });

    const { ending } = await settle(response, { format: openaiChat, tools: [] }).result;

    expect([ending.cause, ending.detail]).toEqual(["provider-error", detail]);
  });

  test("R7 an error body that never ends is waited for no longer than the end of any message", async () => {
    const clock = createManualClock();
    const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const roll = settle(new Response(body, { status: 503 }), { format: openaiChat, tools: [], clock, endMs: 1_000 });
    const result = roll.result.then(({ ending }) => [ending.cause, ending.detail]);

    await clock.advance(1_002);

    expect(await result).toEqual(["provider-error", "HTTP 503"]);
  });

  test.each([
    ["firstMs", { firstMs: 500 }, "", "nothing came within firstMs (500)"],
    ["progressMs", { progressMs: 500 }, 'data: {"choices":[]}\n\n', "nothing came within progressMs (500)"],
    ["livenessMs", { livenessMs: 500 }, 'data: {"choices":[]}\n\n', "nothing came within livenessMs (500)"],
  ])("R7 the limit that ran out is named: %s", async (_, limits, sent, detail) => {
    const clock = createManualClock();
    const source = createFeed(...(sent === "" ? [] : [sent]));
    const result = settle(source, { format: openaiChat, tools: [], clock, ...limits }).result.then(
      ({ ending }) => ending.detail,
    );

    await clock.advance(600);

    expect(await result).toBe(detail);
  });
});

describe("schemas by other spellings", () => {
  test.each([
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2020-12/schema",
  ])("R3 the dialect %s is understood", async ($schema) => {
    const tools = [{ name: "act", input: { $schema, type: "object", properties: { n: { type: "integer" } } } }];

    const { outcomes } = await outcomesOf([["act", '{"n":"one"}']], { tools });

    expect(
      outcomes.map((outcome) => (outcome.kind === "invalid" ? outcome.issues.map(({ path }) => path) : [])),
    ).toEqual([["/n"]]);
  });

  test("R3 the values that arktype allows are listed", async () => {
    const input = type({ priority: "'low' | 'normal' | 'urgent'" });

    const { outcomes } = await outcomesOf([["act", '{"priority":"critical"}']], { tools: [{ name: "act", input }] });
    const [outcome] = outcomes;

    expect(outcome?.kind === "invalid" ? outcome.issues.map(({ path, allowed }) => [path, allowed]) : []).toEqual([
      ["/priority", ["low", "normal", "urgent"]],
    ]);
  });

  test("R11 the text that an SDK could not parse is not told", async () => {
    async function* broken(): AsyncGenerator<object, void> {
      yield { choices: [] };
      throw new Error("Unexpected token 's', secret is not valid JSON", { cause: new SyntaxError("secret") });
    }

    const { ending } = await settle(broken(), { format: openaiChat, tools: [] }).result;

    expect([ending.cause, ending.detail]).toEqual(["provider-error", "the SDK could not read a record"]);
  });
});
