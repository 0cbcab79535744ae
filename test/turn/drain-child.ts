/**
 * A process that is shut down in the middle of a turn. Its argument says in which phase: it prints `ready` once it is
 * there, drains on SIGTERM, prints what the turn came to, and exits because nothing is left to do.
 */
import { drain, runTurn, tool } from "../../src/index.ts";
import { sqliteLedger } from "../../src/sqlite.ts";
import type { Script } from "../../src/simulator.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const [, , phase = "", file = ""] = process.argv;

const call = { kind: "call", id: "toolu_1", name: "pay", arguments: '{"amount":5}' } as const;
const scripts: Readonly<Record<string, Script>> = {
  streaming: { format: "anthropic-messages", steps: [call], cut: { call: 0, byte: 4, end: { kind: "silence" } } },
  running: { format: "anthropic-messages", steps: [call, { kind: "stop", reason: "calls" }, { kind: "done" }] },
  waiting: { format: "anthropic-messages", steps: [call], cut: { call: 0, byte: 4, end: { kind: "reset" } } },
};

/** The event that says that the turn is in its phase. */
const signs: Readonly<Record<string, string>> = { streaming: "fragment", running: "running", waiting: "withdrawn" };

const script = scripts[phase];
const ledger = sqliteLedger(file);
const turn = runTurn({
  model: scriptedModel("anthropic-messages", script === undefined ? [] : [script]).model,
  messages: [{ role: "user", content: "Pay." }],
  tools: [
    tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object", properties: { amount: { type: "integer" } } },
      run: () => new Promise(() => {}),
    }),
  ],
  conversation: "c-1",
  turn: "t-1",
  ledger,
  graceMs: 20,
  retryWaitMs: 600_000,
});

process.once("SIGTERM", () => {
  void (async (): Promise<void> => {
    await drain({ graceMs: 20 });
    const states = (await ledger.list()).map(({ state }) => state);
    await ledger.close();
    const { ending } = await turn.result;
    process.stdout.write(`${JSON.stringify({ ending: ending.kind, by: "by" in ending ? ending.by : null, states })}\n`);
  })();
});

for await (const event of turn) {
  const name = event.type === "message" ? event.event.type : event.type;
  if (name === signs[phase]) process.stdout.write("ready\n");
}
