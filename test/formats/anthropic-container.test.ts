import { describe, expect, test } from "vitest";

import { anthropicDialect } from "../../src/formats/anthropic-messages/dialect.ts";
import { anthropicModel } from "../../src/formats/anthropic-messages/model.ts";
import type { History, JsonObject } from "../../src/formats/dialect.ts";
import { settle } from "../../src/index.ts";
import { isJsonObject } from "../../src/simulator/rules/request-body.ts";
import { checkHistory, type HistoryViolation } from "../../src/simulator.ts";
import {
  anthropicMessage,
  blockStart,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  wholeCall,
} from "../support/anthropic-events.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { anthropicSse, bytesOf, deliver, type TypedEvent } from "../support/settle-stream.ts";

const asked = { role: "user", content: "Add up what the accounts hold." };
const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
const code = { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "read()" } };

/** Code runs, and makes a call of the client. */
const running: readonly TypedEvent[] = [
  blockStart(0, code),
  blockStop(0),
  blockStart(1, { type: "tool_use", id: "toolu_1", name: "read", input: {}, caller }),
  blockStop(1),
];
const named = { id: "container_1", expires_at: "2026-12-01T20:00:00Z" };
const start = messageStart();
const withContainer = { ...messageDelta("tool_use"), delta: { stop_reason: "tool_use", container: named } };
const inDelta = anthropicSse(start, ...running, withContainer, messageStop);
const inStart = anthropicSse(
  { ...start, message: { ...Object(start["message"]), container: named } },
  ...running,
  { ...messageDelta("tool_use"), delta: { stop_reason: "tool_use", container: null } },
  messageStop,
);
const never = anthropicMessage("tool_use", ...running);

async function behind(body: string, before: History = { messages: [asked] }): Promise<History> {
  const scribe = anthropicDialect.createScribe();
  const { format } = scribe;
  const roll = settle(deliver([bytesOf(body)], "eof"), { format, tools: "any", clock: createManualClock() });
  const { ending, outcomes } = await roll.result;
  const answers = new Map(outcomes.map(({ call }) => [call.index, { isError: false, text: "12" }]));
  return scribe.write(before, { ending, outcomes, answers });
}

async function bodyOf(history: History, own: JsonObject = {}): Promise<JsonObject> {
  const sent: JsonObject[] = [];
  const model = anthropicModel(
    async (body) => {
      sent.push(body);
      return new Response("");
    },
    { model: "claude-test", max_tokens: 1024, ...own },
  );
  await model.send({ history, tools: [], signal: new AbortController().signal });
  return sent[0] ?? {};
}

function violationsOf(request: JsonObject): readonly HistoryViolation[] {
  const body: unknown = JSON.parse(JSON.stringify(request));
  return isJsonObject(body) ? checkHistory("anthropic-messages", body) : [];
}

describe("R10: code of the provider that waits for a call it made", () => {
  test.each([
    ["in the end", inDelta],
    ["in the start", inStart],
  ])("goes on in its container, which the message named %s", async (_title, body) => {
    const history = await behind(body);

    const request = await bodyOf(history);
    expect(request["container"]).toBe("container_1");
    expect(request["messages"]).toEqual([
      asked,
      { role: "assistant", content: [code, { type: "tool_use", id: "toolu_1", name: "read", input: {}, caller }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "12" }] },
    ]);
    expect(violationsOf(request)).toEqual([]);
  });

  test("is given up where no container was ever named", async () => {
    const history = await behind(never);

    const request = await bodyOf(history);
    expect(request["container"]).toBe(undefined);
    expect(request["messages"]).toEqual([
      asked,
      {
        role: "assistant",
        content: [
          { type: "text", text: "[The result of code_execution never came.]" },
          { type: "tool_use", id: "toolu_1", name: "read", input: {} },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "12" }] },
    ]);
    expect(violationsOf(request)).toEqual([]);
  });

  test("goes on in the container that an earlier message of the turn named", async () => {
    const again = anthropicMessage("tool_use", ...wholeCall(0, "toolu_2", "read", "{}"));

    const history = await behind(again, await behind(inDelta));

    expect(history.container).toBe("container_1");
  });

  test("leaves no container behind once the turn is over", async () => {
    const bye = anthropicMessage("end_turn", blockStart(0, { type: "text", text: "Twelve." }), blockStop(0));

    expect(await behind(bye, await behind(inDelta))).not.toHaveProperty("container");
  });

  test.each([
    ["a container of the caller's own is asked for instead", "container_own", "container_own"],
    ["the caller's skills go into it", { skills: [] }, { id: "container_1", skills: [] }],
    ["no container of the caller's is none", null, "container_1"],
  ])("%s", async (_title, container, expected) => {
    const request = await bodyOf({ messages: [asked], container: "container_1" }, { container });

    expect(request["container"]).toEqual(expected);
  });
});
