import { afterAll, describe, expect, test } from "vitest";

import { runTurn, tool } from "../../src/index.ts";
import { postgresLedger } from "../../src/postgres.ts";
import type { Script, Step } from "../../src/simulator.ts";
import { startPostgres } from "../support/postgres.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const postgres = await startPostgres();
const why = postgres.kind === "started" ? "" : ` (skipped, no server: ${postgres.reason})`;

afterAll(async () => {
  if (postgres.kind === "started") await postgres.server.stop();
});

const recipients = ["A", "B", "C", "D", "E", "F"];

function payment(to: string): Step {
  return { kind: "call", name: "pay", arguments: JSON.stringify({ to }) };
}

const scripts: readonly Script[] = [
  {
    format: "openai-chat",
    steps: [...recipients.map(payment), { kind: "stop", reason: "calls" }, { kind: "done" }],
  },
  {
    format: "openai-chat",
    steps: [{ kind: "text", text: "Done." }, { kind: "stop", reason: "end" }, { kind: "done" }],
  },
];

describe.skipIf(postgres.kind === "not-started")(`a PostgreSQL that restarts in the middle of a turn${why}`, () => {
  test("R9: what happened is never said not to have run, and does not happen again when the request is made again", async () => {
    if (postgres.kind !== "started") return;
    const { server } = postgres;
    const ledger = postgresLedger(server.pool({ connectionTimeoutMillis: 5000 }));
    const paid: string[] = [];
    const allRun = Promise.withResolvers<void>();
    const down = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
      run: async ({ to }) => {
        paid.push(String(to));
        if (paid.length === recipients.length) allRun.resolve();
        // Half of them come to their end while the server goes down, the others when it is back.
        await (["A", "B", "C"].includes(String(to)) ? down : back).promise;
        return "paid";
      },
    });
    const once = async () => {
      const { model } = scriptedModel("openai-chat", scripts);
      const messages = [{ role: "user", content: "Pay." }];
      const turn = runTurn({ model, messages, tools: [pay], ledger, conversation: "c-1", turn: "t-1" });
      return (await turn.result).messages.flatMap(({ results }) => results.map(({ kind }) => kind));
    };

    const first = once();
    await allRun.promise;
    const restarted = server.restart();
    down.resolve();
    await restarted;
    back.resolve();
    const told = await first;
    const toldAgain = await once();

    expect(told.filter((kind) => kind !== "done" && kind !== "in-doubt")).toEqual([]);
    expect(toldAgain.filter((kind) => kind !== "done" && kind !== "in-doubt")).toEqual([]);
    expect(paid.toSorted()).toEqual(["A", "B", "C", "D", "E", "F"]);
  }, 240_000);
});
