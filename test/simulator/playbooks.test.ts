import { afterEach, describe, expect, test } from "vitest";

import {
  parsePlaybook,
  type Playable,
  type PlayRequest,
  type Script,
  type Simulator,
  startSimulator,
} from "../../src/simulator.ts";
import { ask } from "./ask.ts";

const say = (text: string): Script => ({ format: "openai-chat", chunking: "whole", steps: [{ kind: "text", text }] });

let simulator: Simulator | undefined;

afterEach(async () => {
  await simulator?.close();
});

async function starting(mine: Playable): Promise<(model?: string, more?: object) => Promise<string>> {
  const started = await startSimulator({ scripts: { mine } });
  simulator = started;
  return async (model = "rollcall/mine", more = {}) => {
    const response = await ask(started, "/v1/chat/completions", { model, ...more });
    const text = await response.text();
    return response.ok ? text : `${response.status} ${text}`;
  };
}

const contentIn = (body: string): string | undefined => /"content":"([^"]+)"/.exec(body)?.[1];
const idIn = (body: string): string | undefined => /"id":"(chatcmpl-\w+)"/.exec(body)?.[1];

describe("a playbook", () => {
  test("answers the requests for its name one after the other, and refuses one too many", async () => {
    const askFor = await starting([say("one"), say("two")]);

    const bodies = [await askFor(), await askFor("rollcall/mine?chunk=whole&seed=4"), await askFor()];

    expect(bodies.map(contentIn)).toEqual(["one", "one", "two"]);
    expect(await askFor()).toBe(
      '400 {"error":{"message":"the playbook \\"mine\\" has ended: it answers 2 requests, and this is number 3",' +
        '"type":"invalid_request_error","param":null,"code":null}}',
    );
  });

  test("names scenarios too, which look at the conversation as ever", async () => {
    const askFor = await starting(["rate-limited?wait=0", "disconnect?heals=1", "ok", say("bye")]);

    expect(await askFor()).toMatch(/^429 /);
    await expect(askFor()).rejects.toThrow("terminated");
    expect(await askFor()).toContain('"finish_reason":"tool_calls"');
    expect(contentIn(await askFor())).toBe("bye");
  });

  test("gives equal requests different ids, as a service does", async () => {
    const askFor = await starting(["ok", "ok"]);

    expect(idIn(await askFor())).not.toBe(idIn(await askFor()));
  });

  test("is checked before the simulator starts", async () => {
    const broken: Script = { format: "openai-chat", steps: [{ kind: "stop" }] };

    await expect(startSimulator({ scripts: { mine: [say("one"), broken] } })).rejects.toThrow(
      "scripts.mine[1].steps[0]: a stop needs a reason or a word",
    );
    await expect(startSimulator({ scripts: { mine: ["ok?heals=1"] } })).rejects.toThrow(
      'scripts.mine[0]: scenario "ok" has no use for the parameter "heals"',
    );
    await expect(startSimulator({ scripts: { mine: "nope" } })).rejects.toThrow(
      'scripts.mine: unknown scenario "nope"; known: ok,',
    );
  });

  test("can be read from data", () => {
    const data = ["ok", { format: "openai-chat", steps: [] }];

    expect(parsePlaybook(data)).toEqual(data);
    expect(() => parsePlaybook({})).toThrow("expected a list of scripts and of names of scenarios");
    expect(() => parsePlaybook(["ok", { format: "openai-chat", steps: [{ kind: "text", text: 1 }] }])).toThrow(
      "[1].steps[0].text: expected a string, got 1",
    );
  });
});

describe("a function", () => {
  test("is told of the request, and answers with a script or a name", async () => {
    const told: PlayRequest[] = [];
    const askFor = await starting((request) => {
      told.push(request);
      return request.number === 1 ? say("hello") : "text-only";
    });

    const bodies = [await askFor(), await askFor("rollcall/mine", { max_tokens: 64 })];

    expect(bodies.map(contentIn)).toEqual(["hello", "Your"]);
    expect(told).toMatchObject([
      { number: 1, format: "openai-chat", answers: 0, corrections: 0, body: { model: "rollcall/mine" } },
      { number: 2, maxOutputTokens: 64, wantsUsage: false, isContinued: false },
    ]);
  });

  test("that throws is an error of the server, with its words", async () => {
    const askFor = await starting(() => {
      throw new Error("no idea");
    });

    expect(await askFor()).toBe(
      '500 {"error":{"message":"Error: no idea","type":"server_error","param":null,"code":null}}',
    );
  });
});
