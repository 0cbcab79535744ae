import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runTurn, type Tool, type Turn, type TurnEvent } from "../../src/index.ts";
import { turnClients } from "../support/turn-clients.ts";
import { linesOf } from "../support/turn-lines.ts";
import { openTalk, openTheater, type Talk, type Theater } from "../support/turn-stage.ts";
import { allTools, paymentTool } from "../support/turn-tools.ts";

const messages = [{ role: "user", content: "The sign-in page is blank." }];

let theater: Theater;

beforeAll(async () => {
  theater = await openTheater([]);
});

afterAll(() => theater.close());

describe.each(turnClients)("%s", (client) => {
  const talkOf = (name: string): Talk => openTalk(theater, name, { client, name });

  function begin(talk: Talk, tools: readonly Tool[] = allTools(talk.stage)): Turn {
    const { model, stage } = talk;
    return runTurn({ model, messages, tools, clock: stage.clock, signal: stage.person.signal });
  }

  test("R14: whoever leaves the loop while the model writes calls the turn off, and the request is given up", async () => {
    const talk = talkOf("silence");
    const turn = begin(talk);

    for await (const event of turn) if (isAnnounced(event)) break;
    const { ending, history, messages: reports } = await turn.result;
    await theater.simulator.whenIdle();

    expect(ending).toMatchObject({ kind: "cancelled", by: "client-left" });
    expect(reports.map(({ roll }) => roll.ending.cause)).toEqual(["cancelled"]);
    expect(talk.requests().map(({ state }) => state)).toEqual(["client-left"]);
    await talk.close(history);
  });

  test("R14: whoever leaves the loop while a tool runs has it told to stop, and its effect is in the history", async () => {
    const talk = talkOf("payment");
    const { effects } = talk.stage;
    const turn = begin(talk, [
      paymentTool(talk.stage, {
        run: async (_, { signal }) => {
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          effects.push("paid");
          return "paid in the end";
        },
      }),
    ]);

    for await (const event of turn) if (event.type === "running") break;
    const { ending, history, messages: reports } = await turn.result;

    expect(ending).toMatchObject({ kind: "cancelled", by: "client-left" });
    expect(reports[0]?.results).toMatchObject([{ kind: "done", value: "paid in the end" }]);
    expect(effects).toEqual(["paid"]);
    await talk.close(history);
    expect(talk.told()).toEqual(["paid in the end"]);
  });

  test("R14: whoever leaves the loop before a retry has nothing sent again", async () => {
    const talk = talkOf("server-error");
    const turn = begin(talk);

    for await (const event of turn) if (event.type === "withdrawn") break;
    const { ending, history } = await turn.result;

    expect(ending).toMatchObject({ kind: "cancelled", by: "client-left" });
    expect(talk.requests()).toHaveLength(1);
    expect(history).toEqual({ messages: [{ role: "user", content: "The sign-in page is blank." }] });
    await talk.close(history);
  });

  test("R14: a consumer that takes no more events does not hold up the end when the signal aborts", async () => {
    const talk = talkOf("silence");
    const events = begin(talk);
    const iterator = events[Symbol.asyncIterator]();
    for (
      let next = await iterator.next();
      next.done !== true && !isAnnounced(next.value);
      next = await iterator.next()
    );

    talk.stage.person.abort();
    await theater.simulator.whenIdle();
    const { ending, history } = await events.result;

    expect(ending).toMatchObject({ kind: "cancelled", by: "person" });
    expect(talk.requests().map(({ state }) => state)).toEqual(["client-left"]);
    await talk.close(history);
    const rest: TurnEvent[] = [];
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) rest.push(next.value);
    expect(rest.flatMap(linesOf)).toEqual([
      "#0 create_ticket: abandoned (cancelled)",
      "message: abandoned (cancelled)",
      "turn: cancelled by person",
    ]);
  });

  test("a turn whose events nobody takes runs to its end when its result is awaited", async () => {
    const talk = talkOf("enum-guess");

    const { ending, history, messages: reports } = await begin(talk).result;

    expect(ending).toEqual({ kind: "done", detail: "", advice: null });
    expect(reports.map(({ because }) => because)).toEqual(["asked", "correction", "results"]);
    expect(talk.stage.effects).toEqual(["ticket: Sign-in page stays blank (urgent)"]);
    await talk.close(history);
  });

  test("a turn whose loop was begun and whose result is awaited in the middle runs to its end", async () => {
    const talk = talkOf("enum-guess");
    const turn = begin(talk);

    const first = await turn[Symbol.asyncIterator]().next();
    const { ending, history } = await turn.result;

    expect(first.value).toEqual({ type: "request", message: 0, because: "asked" });
    expect(ending).toMatchObject({ kind: "done" });
    await talk.close(history);
  });

  test("nothing is asked before somebody iterates or awaits", async () => {
    const talk = talkOf("ok");
    begin(talk);

    await talk.stage.clock.advance(1000);

    expect(talk.requests()).toEqual([]);
  });

  test("R14: nothing is asked where the signal had aborted before, and the history is as it was", async () => {
    const talk = talkOf("ok");
    talk.stage.person.abort();

    const { ending, history, messages: reports } = await begin(talk).result;

    expect(ending).toEqual({ kind: "cancelled", by: "person", detail: "the signal was aborted", advice: null });
    expect(history).toEqual({ messages: [{ role: "user", content: "The sign-in page is blank." }] });
    expect(reports).toEqual([]);
    expect(talk.requests()).toEqual([]);
    await talk.close(history);
  });

  test("a wait that the provider asks for is waited in full, and not a millisecond longer", async () => {
    const talk = talkOf("rate-limited?wait=7&heals=1");
    const turn = begin(talk);
    const iterator = turn[Symbol.asyncIterator]();
    await takeUntil(iterator, (event) => event.type === "withdrawn");
    const retried = iterator.next();

    await talk.stage.clock.advance(6999);
    const before = talk.requests().length;
    await talk.stage.clock.advance(1);
    const event = await retried;
    const { ending } = await turn.result;

    expect(before).toBe(1);
    expect(event.value).toEqual({ type: "request", message: 1, because: "reissue" });
    expect(ending).toMatchObject({ kind: "done" });
    expect(talk.requests()).toHaveLength(3);
  });
});

describe.each(["anthropic-sdk", "anthropic-fetch"] as const)("%s", (client) => {
  test("R10: a paused message goes back as it is, without results and without words of the person", async () => {
    const talk = openTalk(theater, "pause", { client, name: "pause" });

    const { result } = await talk.run();

    const sent = talk.requests().map(({ body }) => rolesIn(body?.["messages"]));
    expect(sent).toEqual([
      ["user: words"],
      ["user: words", "assistant: text, server_tool_use"],
      ["user: words", "assistant: text, server_tool_use, web_search_tool_result, text, tool_use", "user: tool_result"],
    ]);
    await talk.close(result.history);
  });
});

async function takeUntil(iterator: AsyncIterator<TurnEvent>, isWanted: (event: TurnEvent) => boolean): Promise<void> {
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    if (isWanted(next.value)) return;
  }
}

function isAnnounced(event: TurnEvent): boolean {
  return event.type === "message" && event.event.type === "announced";
}

function rolesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map((message: unknown) => roleOf(message)) : [];
}

function roleOf(message: unknown): string {
  if (typeof message !== "object" || message === null || !("role" in message) || !("content" in message)) return "?";
  const { role, content } = message;
  const blocks = Array.isArray(content) ? content.map((block: { readonly type: string }) => block.type) : ["words"];
  return `${String(role)}: ${blocks.join(", ")}`;
}
