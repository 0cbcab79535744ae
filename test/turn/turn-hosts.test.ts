import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { scenarios } from "../../src/simulator.ts";
import type { TurnClient } from "../support/turn-clients.ts";
import { openTalk, openTheater, type Theater } from "../support/turn-stage.ts";

const ticket = "ticket: Sign-in page stays blank (urgent)";
const customer = "looked for Harbor Print Shop";

/** Hosts that speak almost like Chat Completions: how often they are asked, how the turn ends, and what was done. */
const hosts: readonly (readonly [name: string, requests: number, ending: string, effects: readonly string[]])[] = [
  ["arguments-null-then-text", 2, "turn: done", [ticket]],
  ["arguments-object", 2, "turn: done", [ticket]],
  ["arguments-double-encoded", 2, "turn: done", [ticket]],
  ["azure-filter-chunks", 2, "turn: done", [ticket]],
  ["deepseek-insufficient-resource", 2, "turn: abandoned (provider-error)", []],
  ["deepseek-keepalive", 2, "turn: done", [ticket]],
  ["done-missing", 2, "turn: done", [ticket]],
  ["finish-in-same-chunk", 2, "turn: done", [ticket]],
  ["gemini-no-index-finish-stop", 2, "turn: done", [customer, ticket]],
  ["groq-tool-use-failed", 1, "turn: abandoned (provider-error)", []],
  ["groq-x_groq-error", 1, "turn: abandoned (provider-error)", []],
  ["id-empty-string", 2, "turn: done", [ticket]],
  ["id-missing", 2, "turn: done", [ticket]],
  ["id-null-text", 2, "turn: done", [ticket]],
  ["id-late", 2, "turn: done", [ticket]],
  ["id-repeated-every-chunk", 2, "turn: done", [ticket]],
  ["index-jumps", 2, "turn: done", [ticket]],
  ["index-all-zero", 2, "turn: done", [customer, ticket]],
  ["name-late", 2, "turn: done", [ticket]],
  ["name-repeated-every-chunk", 2, "turn: done", [ticket]],
  ["new-id-every-chunk-blank-name", 2, "turn: done", [ticket]],
  // The tools of the turn have none of that name, so it goes back.
  ["no-args-empty-string", 2, "turn: done", []],
  ["ollama-compat-error-swallowed", 2, "turn: abandoned (ended-early)", []],
  ["openrouter-comment-then-error", 2, "turn: abandoned (provider-error)", []],
  ["role-missing", 2, "turn: done", [ticket]],
  ["same-index-for-parallel", 2, "turn: done", [ticket, ticket]],
  ["together-eos", 2, "turn: done", [ticket]],
  ["vllm-length-hidden-as-tool_calls", 2, "turn: unparseable (incomplete)", []],
  ["finish-network-error", 2, "turn: abandoned (provider-error)", []],
  ["finish-end", 2, "turn: done", [ticket]],
  ["legacy-function-call", 2, "turn: done", [ticket]],
  ["several-choices", 2, "turn: done", [ticket]],
];

const clients: readonly TurnClient[] = ["chat-sdk", "chat-fetch"];

let theater: Theater;

beforeAll(async () => {
  theater = await openTheater([]);
});

afterAll(() => theater.close());

describe.each(clients)("%s", (client) => {
  test.each(hosts)("R10: %s takes the history of its turn", async (name, requests, ending, effects) => {
    const talk = openTalk(theater, name, { client, name });

    const { lines, result } = await talk.run();
    const asked = talk.requests().length;
    await talk.close(result.history);

    expect(lines.at(-1)).toBe(ending);
    expect(asked).toBe(requests);
    expect(talk.stage.effects.toSorted()).toEqual(effects);
  });
});

test("every host that the simulator plays is in the table", () => {
  const played = scenarios.filter(({ formats }) => formats.join() === "openai-chat").map(({ name }) => name);

  expect(hosts.map(([name]) => name).toSorted()).toEqual(played.toSorted());
});
