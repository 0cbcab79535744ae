import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type Simulator, startSimulator } from "../../src/simulator.ts";
import { ask, servedPaths } from "./ask.ts";
import { type Conversation, converse } from "./converse.ts";

const formats = ["anthropic-messages", "openai-chat", "openai-responses", "stored-responses"] as const;

const ticket = (priority: string): string =>
  `create_ticket {"project":"Web","title":"Sign-in page stays blank","priority":"${priority}",` +
  '"description":"Since Monday’s release the sign-in page stays blank in Zürich and Málaga. Reloading does not help. ' +
  'Expected: the form. Seen: an empty page and a 504 in the console."}';
const untitled = ticket("urgent").replace('"title":"Sign-in page stays blank",', "");
const payment = 'send_payment {"to":"Harbor Print Shop","amount":120.5}';
const customer = 'find_customer {"query":"Harbor Print Shop"}';
const unknown = 'delete_everything {"confirm":true}';
const done = "Done. Is there anything else?";

let simulator: Simulator;

beforeEach(async () => {
  simulator = await startSimulator();
});

afterEach(async () => {
  await simulator.close();
});

/** Answers as a client with the cast's tools would. */
const validate: Conversation["answer"] = ({ name, text }) => {
  if (name === "delete_everything") return "Error: no such tool.";
  if (name !== "create_ticket") return "It is done.";
  if (!text.includes('"title"')) return "Error: title is missing.";
  return text.includes('"urgent"') ? "It is done." : "Error: priority must be one of low, normal, urgent.";
};

describe.each(formats)("a turn on %s", (format) => {
  const turns: readonly (readonly [scenario: string, lines: readonly string[]])[] = [
    ["ok", [ticket("urgent"), done]],
    ["enum-guess", [ticket("critical"), ticket("urgent"), done]],
    ["enum-guess?heals=2", [ticket("critical"), ticket("critical"), ticket("urgent"), done]],
    [
      "enum-guess-varied?heals=6",
      [
        ...["critical", "high", "blocker", "asap", "severity-5", "severity-6"].map((guess) => ticket(guess)),
        ticket("urgent"),
        done,
      ],
    ],
    ["enum-guess-varied?heals=0", [ticket("urgent"), done]],
    ["field-missing", [...Array.from({ length: 10 }, () => untitled), "and so on"]],
    ["field-missing?heals=1", [untitled, ticket("urgent"), done]],
    ["unknown-tool", [unknown, ticket("urgent"), done]],
    ["valid-beside-invalid", [`${customer}; ${ticket("critical")}`, ticket("urgent"), done]],
    [
      "valid-beside-invalid?heals=2",
      [`${customer}; ${ticket("critical")}`, ticket("critical"), ticket("urgent"), done],
    ],
    ["payment", [payment, done]],
    ["payment-twice", [`${payment}; ${payment}`, done]],
    ["payment-again", [payment, payment, done]],
  ];

  test.each(turns)("%s goes as it says, and no history is refused", async (scenario, lines) => {
    const heard = await converse({ simulator, format, model: `rollcall/${scenario}`, answer: validate });

    expect(heard).toEqual(lines);
    expect(simulator.requests.flatMap(({ violations }) => violations)).toEqual([]);
  });

  test("a wrong call that was answered as if it were right is followed by words", async () => {
    const answer = (): string => "It is done.";

    expect(await converse({ simulator, format, model: "rollcall/enum-guess", answer })).toEqual([
      ticket("critical"),
      done,
    ]);
  });
});

describe.each(servedPaths)("requests to %s", (path) => {
  const bodyOf = async (model: string): Promise<string> => {
    const response = await ask(simulator, path, { model });
    return response.text().catch((error: unknown) => `broken: ${String(error)}`);
  };
  const idIn = (body: string): string | undefined => /"(?:call_id|id)":"((?:toolu|call)_\w+)"/.exec(body)?.[1];

  test("the same payment asked for again has another id", async () => {
    const ids = [idIn(await bodyOf("rollcall/payment")), idIn(await bodyOf("rollcall/payment"))];

    expect(ids[0]).toMatch(/^(?:toolu_01|call_)\w{22,24}$/);
    expect(ids[1]).toMatch(/^(?:toolu_01|call_)\w{22,24}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  test("two payments of one message have two ids", async () => {
    const body = await bodyOf("rollcall/payment-twice");
    const ids = new Set(body.match(/(?:toolu_01|call_)\w{22,24}/g));

    expect(ids.size).toBe(2);
  });

  test("drop-between breaks the first request behind its first call, and not the second one", async () => {
    const first = await bodyOf("rollcall/drop-between");
    const second = await bodyOf("rollcall/drop-between");

    expect(first).toBe("broken: TypeError: terminated");
    expect(second).toContain("find_customer");
    expect(second).toContain("create_ticket");
  });

  test("a broken connection heals after as many tries as were asked for, counted by the whole model name", async () => {
    const seen = [
      await bodyOf("rollcall/disconnect?heals=2"),
      await bodyOf("rollcall/disconnect?heals=2"),
      await bodyOf("rollcall/disconnect?heals=2&seed=7"),
      await bodyOf("rollcall/disconnect?heals=2"),
    ].map((body) => body.startsWith("broken"));

    expect(seen).toEqual([true, true, true, false]);
  });

  test("ceiling-always is cut again, whatever is asked", async () => {
    const bodies = [await bodyOf("rollcall/ceiling-always"), await bodyOf("rollcall/ceiling-always")];

    expect(bodies.map((body) => /"max_tokens"|"length"|"max_output_tokens"/.test(body))).toEqual([true, true]);
    expect(idIn(bodies[1] ?? "")).not.toBe(idIn(bodies[0] ?? ""));
  });

  test("refusal-after says a whole call, and then refuses", async () => {
    const body = await bodyOf("rollcall/refusal-after?chunk=whole");

    expect(body).toContain('504 in the console.\\"}');
    expect(body).toMatch(/"stop_reason":"refusal"|"refusal":"I'm sorry/);
  });
});

test.each(formats)("both messages of id-reused have the same id on %s", async (format) => {
  const careless = await startSimulator({ checksHistory: false });
  const heard: string[] = [];
  const answer: Conversation["answer"] = ({ id, name }) => {
    heard.push(`${name} ${id}`);
    return "It is done.";
  };

  const lines = await converse({ simulator: careless, format, model: "rollcall/id-reused", answer });
  await careless.close();

  expect(heard).toEqual(["find_customer call_1", "create_ticket call_1"]);
  expect(lines.at(-1)).toBe(done);
});

describe("a pause", () => {
  test("is a turn of three requests, all of which are taken", async () => {
    const talk = { simulator, format: "anthropic-messages", model: "rollcall/pause", answer: validate } as const;

    expect(await converse(talk)).toEqual(["Let me look that up first.", ticket("urgent"), done]);
    expect(simulator.requests.flatMap(({ violations }) => violations)).toEqual([]);
  });

  test("goes on with the result of the search that it paused, and then with the call", async () => {
    const search = { type: "server_tool_use", id: "srvtoolu_01Kq8NvWc3xT5bYhJ2mRzLdP", name: "web_search", input: {} };

    const paused = await ask(simulator, "/v1/messages", { model: "rollcall/pause" });
    const goneOn = await ask(simulator, "/v1/messages", {
      model: "rollcall/pause",
      messages: [
        { role: "user", content: "The sign-in page is blank." },
        { role: "assistant", content: [search] },
      ],
    });
    const text = await goneOn.text();

    expect(await paused.text()).toContain('"id":"srvtoolu_01Kq8NvWc3xT5bYhJ2mRzLdP"');
    expect(text).toContain(
      '"content_block":{"type":"web_search_tool_result","tool_use_id":"srvtoolu_01Kq8NvWc3xT5bYhJ2mRzLdP"',
    );
    expect(text).toContain('"stop_reason":"tool_use"');
    expect(simulator.requests.flatMap(({ violations }) => violations)).toEqual([]);
  });
});
