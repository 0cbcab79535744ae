import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ConnectionBroken, playScript, type Script, ScriptError } from "../../src/simulator.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { dataOf, playText, playWrites } from "./play-text.ts";

const TEXT = "Zürich – 🎫 ok";

/** Only the text travels: nothing but its own bytes is in the body. */
function bare(fields: Omit<Script, "format" | "steps">): Script {
  return { format: "openai-chat", steps: [{ kind: "bytes", text: TEXT }], ...fields };
}

function chatCall(fields: Omit<Script, "format" | "steps" | "envelope">): Script {
  return {
    format: "openai-chat",
    envelope: { id: "c", created: 1, model: "m", plain: true, role: "missing" },
    steps: [
      { kind: "call", id: "call_1", name: "note", arguments: '{"t":"é🎫"}' },
      { kind: "stop", reason: "calls" },
    ],
    ...fields,
  };
}

/** The argument text of each chunk that has any. */
async function fragmentsOf(script: Script): Promise<readonly string[]> {
  const body = await playText(script);
  return [...body.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map((match) => String(JSON.parse(match[1] ?? '""')));
}

test("a body of very many writes is played", async () => {
  const script: Script = {
    format: "openai-chat",
    transport: "byte",
    steps: [{ kind: "bytes", text: "a".repeat(400_000) }],
  };

  expect((await playWrites(script)).length).toBe(400_000);
});

describe("determinism", () => {
  const chancy: Script = {
    format: "openai-responses",
    chunking: { random: 9 },
    transport: { random: 50 },
    steps: [
      { kind: "text", text: TEXT },
      { kind: "call", name: "note", arguments: '{"t":"é🎫"}' },
      { kind: "stop", reason: "calls" },
    ],
  };

  test("the same script and seed give the same writes", async () => {
    expect(await playWrites(chancy, { seed: 7 })).toEqual(await playWrites(chancy, { seed: 7 }));
  });

  test("another seed gives other ids, other padding and other pieces", async () => {
    expect(await playText(chancy, { seed: 8 })).not.toBe(await playText(chancy, { seed: 7 }));
  });

  test("one playing can be iterated twice, from the start", async () => {
    const playing = playScript(chancy);
    const first: Uint8Array[] = [];
    const second: Uint8Array[] = [];

    for await (const write of playing) first.push(write);
    for await (const write of playing) second.push(write);

    expect(second).toEqual(first);
  });
});

describe("fragments of the argument text", () => {
  test.each([
    ["whole", ["", '{"t":"é🎫"}']],
    ["byte", ["", "{", '"', "t", '"', ":", '"', "é", "🎫", '"', "}"]],
    ["unit", ["", "{", '"', "t", '"', ":", '"', "é", "\ud83c", "\udfab", '"', "}"]],
    ["token", ["", '{"', "t", '":"', "é", '🎫"}']],
  ] as const)("chunking %s", async (chunking, pieces) => {
    expect(await fragmentsOf(chatCall({ chunking }))).toEqual(pieces);
  });

  test("a number of bytes is never exceeded, except by a character that is wider", async () => {
    expect(await fragmentsOf(chatCall({ chunking: 3 }))).toEqual(["", '{"t', '":"', "é", "🎫", '"}']);
  });

  test("whatever the chunking and the seed, the fragments together are the text", async () => {
    const chunking = fc.oneof(
      fc.constantFrom("token" as const, "byte" as const, "unit" as const, "whole" as const),
      fc.integer({ min: 1, max: 9 }),
      fc.record({ random: fc.integer({ min: 1, max: 9 }) }),
    );
    await fc.assert(
      fc.asyncProperty(chunking, async (each) => {
        expect((await fragmentsOf(chatCall({ chunking: each }))).join("")).toBe('{"t":"é🎫"}');
      }),
    );
  });
});

describe("writes of the transport", () => {
  const sizes = async (script: Script): Promise<readonly number[]> =>
    (await playWrites(script)).map((write) => write.length);

  test("by byte, inside characters, by size and at once", async () => {
    expect(await sizes(bare({ transport: "byte" }))).toEqual(Array.from({ length: 19 }, () => 1));
    // A write begins at every byte that continues a character: ü has one, the dash two, the ticket three.
    expect(await sizes(bare({ transport: "utf8" }))).toEqual([2, 7, 1, 3, 1, 1, 4]);
    expect(await sizes(bare({ transport: 8 }))).toEqual([8, 8, 3]);
    expect(await sizes(bare({ transport: "whole" }))).toEqual([19]);
  });

  test("whatever the transport and the seed, the body is the same", async () => {
    const transport = fc.oneof(
      fc.constantFrom("frame" as const, "byte" as const, "utf8" as const, "whole" as const),
      fc.integer({ min: 1, max: 30 }),
      fc.record({ random: fc.integer({ min: 1, max: 30 }) }),
    );
    const body = await playText(chatCall({}));

    await fc.assert(
      fc.asyncProperty(transport, async (each) => {
        expect(await playText(chatCall({ transport: each }))).toBe(body);
      }),
    );
  });
});

describe("cuts", () => {
  test("a cut in the body lets exactly that many bytes through", async () => {
    expect(await playText(bare({ cut: { byte: 3, end: { kind: "eof" } } }))).toBe("Zü");
  });

  test("a cut in the argument text keeps whole characters and nothing of what follows", async () => {
    const script = chatCall({ chunking: "whole", cut: { call: 0, byte: 7, end: { kind: "eof" } } });

    expect(await fragmentsOf(script)).toEqual(["", '{"t":"']);
    expect(await playText(script)).not.toContain('finish_reason":"tool_calls');
  });

  test("a cut at the first byte leaves the announcement, one behind the last leaves the call open", async () => {
    const at = (byte: number): Script => chatCall({ chunking: "whole", cut: { call: 0, byte, end: { kind: "eof" } } });

    expect(await fragmentsOf(at(0))).toEqual([""]);
    expect(await fragmentsOf(at(500))).toEqual(["", '{"t":"é🎫"}']);
    expect(dataOf(await playText(at(500)))).toHaveLength(2);
  });
});

describe("ends in memory", () => {
  test.each([
    ["reset", "ECONNRESET"],
    ["fin", "UND_ERR_SOCKET"],
  ] as const)("a %s throws behind the last byte", async (kind, code) => {
    const read: string[] = [];
    const playing = async (): Promise<void> => {
      for await (const write of playScript(bare({ end: { kind } }))) read.push(Buffer.from(write).toString());
    };

    const error: unknown = await playing().catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ConnectionBroken);
    expect(error).toMatchObject({ code });
    expect(read).toEqual([TEXT]);
  });

  test("a silence ends when the consumer leaves, even with a read pending", async () => {
    const iterator = playScript(bare({ end: { kind: "silence" } }))[Symbol.asyncIterator]();
    await iterator.next();
    const pending = iterator.next();

    await iterator.return?.();

    expect(await pending).toEqual({ done: true, value: undefined });
  });

  test("a signal breaks off a silence with its reason", async () => {
    const controller = new AbortController();
    const iterator = playScript(bare({ end: { kind: "silence" } }), { signal: controller.signal })[
      Symbol.asyncIterator
    ]();
    await iterator.next();
    const pending = iterator.next().catch((error: unknown) => error);

    controller.abort(new Error("the person left"));

    expect(await pending).toEqual(new Error("the person left"));
  });

  test("pings come at their interval for as long as they are read", async () => {
    const clock = createManualClock();
    const script: Script = { format: "anthropic-messages", steps: [], end: { kind: "pings", everyMs: 1000 } };
    const iterator = playScript(script, { clock })[Symbol.asyncIterator]();
    const seen: string[] = [];
    const reading = (async () => {
      for (let left = 2; left > 0; left--) {
        const result = await iterator.next();
        seen.push(`${clock.now()} ${result.done === true ? "over" : Buffer.from(result.value).toString()}`);
      }
    })();

    await clock.advance(2500);
    await reading;
    await iterator.return?.();

    expect(seen).toEqual([
      '1000 event: ping\ndata: {"type":"ping"}\n\n',
      '2000 event: ping\ndata: {"type":"ping"}\n\n',
    ]);
    expect(clock.pending()).toBe(0);
  });
});

describe("time", () => {
  test("pace is the time between two writes, and a hiccup takes its place", async () => {
    const clock = createManualClock();
    const script: Script = {
      format: "openai-chat",
      paceMs: 10,
      steps: [
        { kind: "comment", text: "a" },
        { kind: "comment", text: "b" },
        { kind: "hiccup", ms: 3000 },
        { kind: "pace", ms: 1 },
        { kind: "comment", text: "c" },
        { kind: "comment", text: "d" },
      ],
    };
    const times: number[] = [];
    const reading = (async () => {
      for await (const _write of playScript(script, { clock })) times.push(clock.now());
    })();

    await clock.advance(5000);
    await reading;

    expect(times).toEqual([0, 10, 3011, 3012]);
  });
});

test("a script that its format cannot say is refused before anything is played", () => {
  expect(() => playScript({ format: "openai-chat", steps: [{ kind: "result", type: "x", content: [] }] })).toThrow(
    ScriptError,
  );
});
