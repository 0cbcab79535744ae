import { connect } from "node:net";

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type Script, scenarioScript, type Simulator, startSimulator } from "../../src/simulator.ts";
import { ask, type Path } from "./ask.ts";
import { playText } from "./play-text.ts";

const ticket = {
  project: "Web",
  title: "Sign-in page stays blank",
  priority: "urgent",
  description:
    "Since Monday’s release the sign-in page stays blank in Zürich and Málaga. Reloading does not help. " +
    "Expected: the form. Seen: an empty page and a 504 in the console.",
};

let simulator: Simulator;

beforeEach(async () => {
  simulator = await startSimulator();
});

afterEach(async () => {
  await simulator.close();
});

const anthropic = (): Anthropic => new Anthropic({ baseURL: simulator.url, apiKey: "any", maxRetries: 0 });
const openai = (): OpenAI => new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: "any", maxRetries: 0 });

const sayHello = [{ role: "user" as const, content: "The sign-in page is blank." }];

function messages(model: string, signal?: AbortSignal) {
  return anthropic().messages.create(
    { model, max_tokens: 1024, messages: sayHello, stream: true },
    signal === undefined ? {} : { signal },
  );
}

function chat(model: string) {
  return openai().chat.completions.create({ model, messages: sayHello, stream: true });
}

function responses(model: string) {
  return openai().responses.create({ model, input: "The sign-in page is blank.", stream: true });
}

const opens: Readonly<Record<string, (model: string) => PromiseLike<AsyncIterable<object>>>> = {
  "anthropic-messages": (model) => messages(model),
  "openai-chat": (model) => chat(model),
  "openai-responses": (model) => responses(model),
};

function post(path: Path, body: { readonly model: string; readonly [key: string]: unknown }): Promise<Response> {
  return ask(simulator, path, body);
}

/** The `message` of an error body. */
function messageIn(body: string): string {
  return String(JSON.parse(/"message":("(?:[^"\\]|\\.)*")/.exec(body)?.[1] ?? '""'));
}

/** How a body ends for a client that has nothing but fetch. */
async function endOf(response: Response): Promise<string> {
  try {
    await response.text();
    return "a clean end";
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : String(error);
  }
}

describe("the official SDKs, unchanged", () => {
  test("Anthropic's reads the text, the call and the stop", async () => {
    let text = "";
    let json = "";
    let stop: string | null = null;

    for await (const event of await messages("rollcall/ok")) {
      if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
      if (event.type === "content_block_delta" && event.delta.type === "input_json_delta") {
        json += event.delta.partial_json;
      }
      if (event.type === "message_delta") stop = event.delta.stop_reason;
    }

    expect(text).toBe("I'll create that ticket for you now.");
    expect(JSON.parse(json)).toEqual(ticket);
    expect(stop).toBe("tool_use");
  });

  test("Anthropic's own accumulator makes the same message of it", async () => {
    const stream = anthropic().messages.stream({ model: "rollcall/ok", max_tokens: 1024, messages: sayHello });

    const message = await stream.finalMessage();

    expect(message.content.map((block) => block.type)).toEqual(["text", "tool_use"]);
    expect(message.content[1]).toMatchObject({ name: "create_ticket", input: ticket });
  });

  test("OpenAI's chat helper reads the call, the stop and the usage that was asked for", async () => {
    const stream = openai().chat.completions.stream({
      model: "rollcall/parallel",
      messages: sayHello,
      stream_options: { include_usage: true },
    });

    const completion = await stream.finalChatCompletion();

    const calls = completion.choices[0]?.message.tool_calls ?? [];
    expect(calls.map((call) => call.type === "function" && call.function.name)).toEqual([
      "find_customer",
      "create_ticket",
      "send_payment",
    ]);
    expect(completion.choices[0]?.finish_reason).toBe("tool_calls");
    expect(completion.usage?.total_tokens).toBe(119);
  });

  test("OpenAI's responses helper reads the message and the call", async () => {
    const stream = openai().responses.stream({ model: "rollcall/ok", input: "The sign-in page is blank." });

    const response = await stream.finalResponse();

    expect(response.status).toBe("completed");
    expect(response.output_text).toBe("I'll create that ticket for you now.");
    const call = response.output.find((item) => item.type === "function_call");
    expect(JSON.parse(call?.arguments ?? "")).toEqual(ticket);
  });
});

describe.each(Object.keys(opens))("the SDK of %s sees how the connection ends", (format) => {
  async function read(model: string): Promise<string> {
    let events = 0;
    try {
      for await (const _event of (await opens[format]?.(model)) ?? []) events += 1;
      return events > 0 ? "events, then a clean end" : "no event, and a clean end";
    } catch (error) {
      return `${events > 0 ? "events" : "no event"}, then ${String(error)}`;
    }
  }

  test.each([
    ["rollcall/eof", /^events, then a clean end$/],
    ["rollcall/fin", /^events, then TypeError: terminated$/],
    ["rollcall/disconnect", /^events, then TypeError: terminated$/],
    ["rollcall/error-event", /^events, then \w*Error: .*The service is overloaded/],
    ["rollcall/error-first", /^no event, then \w*Error: .*The service is overloaded/],
  ])("%s", async (model, seen) => {
    expect(await read(model)).toMatch(seen);
  });
});

describe("the end of the connection", () => {
  test("a plain fetch tells a clean end, a FIN and an RST apart", async () => {
    const end = async (name: string): Promise<string> =>
      endOf(await post("/v1/messages", { model: `rollcall/${name}` }));

    expect(await end("eof")).toBe("a clean end");
    expect(await end("fin")).toBe("UND_ERR_SOCKET");
    expect(await end("disconnect")).toBe("ECONNRESET");
  });

  test("a script may break the connection before its first byte", async () => {
    const script: Script = { format: "openai-chat", steps: [], end: { kind: "reset" } };
    await simulator.close();
    simulator = await startSimulator({ scripts: { "reset-at-once": script } });

    const response = await post("/v1/chat/completions", { model: "rollcall/reset-at-once" });

    expect(response.status).toBe(200);
    expect(await endOf(response)).toBe("ECONNRESET");
  });

  test("what was sent before a reset arrives whole: the cut falls at the byte that was asked for", async () => {
    let json = "";
    try {
      for await (const event of await messages("rollcall/disconnect?at=40&chunk=1")) {
        if (event.type === "content_block_delta" && event.delta.type === "input_json_delta") {
          json += event.delta.partial_json;
        }
      }
    } catch {
      json += "|";
    }

    expect(json).toBe('{"project":"Web","title":"Sign-in page s|');
  });
});

describe("a client that goes away", () => {
  test.each(["silence", "pings-only?pace=1", "silence-at-once"])(
    "is noticed in %s, and its socket is freed",
    async (name) => {
      const leaving = new AbortController();
      const response = await post("/v1/messages", { model: `rollcall/${name}`, signal: leaving.signal });
      expect(simulator.requests[0]?.state).toBe("open");

      leaving.abort();
      await simulator.whenIdle();

      expect(response.status).toBe(200);
      const request = simulator.requests[0];
      expect(request).toMatchObject({ number: 1, format: "anthropic-messages", model: `rollcall/${name}` });
      expect(request?.state).toBe("client-left");
      expect(request?.closedAtMs).toBeGreaterThanOrEqual(request?.openedAtMs ?? Number.POSITIVE_INFINITY);
    },
  );

  test("stops the writing at once", async () => {
    const leaving = new AbortController();
    const stream = await messages("rollcall/ok?pace=20", leaving.signal);
    for await (const _event of stream) break;
    await simulator.whenIdle();

    const whole = Buffer.byteLength(await playText(scenarioScript("ok", "anthropic-messages").script));
    expect(simulator.requests[0]?.state).toBe("client-left");
    expect(simulator.requests[0]?.bytes).toBeLessThan(whole);
  });
});

describe("the request log", () => {
  test("keeps what was asked and how it ended", async () => {
    await (await post("/v1/responses", { model: "rollcall/ok", input: "x" })).text();
    await (await post("/v1/responses", { model: "rollcall/nope", input: "x" })).text();
    await simulator.whenIdle();

    expect(simulator.requests).toMatchObject([
      { number: 1, format: "openai-responses", model: "rollcall/ok", state: "played", body: { input: "x" } },
      { number: 2, format: "openai-responses", model: "rollcall/nope", state: "refused", bytes: 0 },
    ]);
  });
});

describe("close", () => {
  test("frees the sockets that are held open", async () => {
    const response = await post("/v1/messages", { model: "rollcall/silence" });

    await simulator.close();

    expect(await endOf(response)).toBe("UND_ERR_SOCKET");
    expect(simulator.requests[0]?.state).toBe("shut-down");
    await expect(fetch(simulator.url)).rejects.toThrow("fetch failed");
  });

  test("frees a connection that never asked for anything, and may be called twice", async () => {
    const socket = connect(simulator.port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));

    await simulator.close();
    await simulator.close();

    await closed;
    expect(socket.destroyed).toBe(true);
  });
});

describe("a request that cannot be played", () => {
  const error = async (response: Response): Promise<readonly [number, unknown]> => [
    response.status,
    await response.json(),
  ];

  test("is refused in the words of its provider", async () => {
    const [claudeStatus, claude] = await error(await post("/v1/messages", { model: "rollcall/ok", stream: false }));
    const [otherStatus, other] = await error(await post("/v1/responses", { model: "rollcall/ok", stream: false }));
    const message = "this provider only streams: send stream: true";

    expect([claudeStatus, otherStatus]).toEqual([400, 400]);
    expect(claude).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message },
      request_id: "req_rollcall",
    });
    expect(other).toEqual({ error: { message, type: "invalid_request_error", param: null, code: null } });
  });

  test.each([
    ["rollcall/nope", /^unknown scenario "nope"; known: ok, text-only, parallel, /],
    ["rollcall/fallback", /^scenario "fallback" exists for anthropic-messages only, not for openai-chat$/],
    ["rollcall/ok?at=3", /^scenario "ok" has no use for the parameter "at"$/],
    ["rollcall/ok?speed=3", /^unknown parameter "speed"; known: at, seed, pace, chunk, heals, wait$/],
    ["rollcall/fin?at=x", /^parameter "at" must be a whole number of at least 0, not "x"$/],
    ["rollcall/ok?chunk=0", /^parameter "chunk" must be token, byte, unit, whole, N or random:N bytes, not "0"$/],
  ])("says what would do instead of %s", async (model, message) => {
    const response = await post("/v1/chat/completions", { model });

    expect(response.status).toBe(400);
    expect(messageIn(await response.text())).toMatch(message);
  });

  test("is refused at any other path, with any other method, and without a JSON body", async () => {
    expect((await fetch(`${simulator.url}/v1/embeddings`, { method: "POST", body: "{}" })).status).toBe(404);
    expect((await fetch(`${simulator.url}/v1/messages`)).status).toBe(405);
    expect((await fetch(`${simulator.url}/v1/messages`, { method: "POST", body: "{" })).status).toBe(400);
  });
});

describe("scripts of one's own", () => {
  const script: Script = { format: "openai-chat", steps: [{ kind: "text", text: "Hi." }, { kind: "done" }] };

  test("are asked for by name, with seed, pace and chunk", async () => {
    await simulator.close();
    simulator = await startSimulator({ scripts: { hello: script } });

    const body = await (await post("/v1/chat/completions", { model: "rollcall/hello?chunk=byte&seed=3" })).text();

    // One message stands in the request: 3 + 7919.
    expect(body).toBe(await playText({ ...script, chunking: "byte" }, { seed: 7922 }));
  });

  test("are checked before the simulator starts", async () => {
    const broken: Script = { format: "openai-chat", steps: [{ kind: "stop" }] };

    await expect(startSimulator({ scripts: { mine: broken } })).rejects.toThrow(
      "scripts.mine.steps[0]: a stop needs a reason or a word",
    );
    await expect(startSimulator({ scripts: { ok: script } })).rejects.toThrow(
      'there is a scenario "ok" already: give the script another name',
    );
  });
});
