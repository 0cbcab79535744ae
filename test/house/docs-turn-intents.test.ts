import { describe, expect, test } from "vitest";

import { runTurn, tool, type TurnOptions } from "../../src/index.ts";
import { memoryLedger } from "../../src/ledger.ts";
import { startSimulator, type Script, type Step } from "../../src/simulator.ts";
import { fetchChat } from "./recipes/turn-fetch.ts";

const pay: Step = { kind: "call", name: "pay", arguments: '{"to":"Ada","cents":500}' };
const payAnew: Step = { ...pay, arguments: '{ "cents": 500, "to": "Ada" }' };

/** What the payments of a conversation came to, one line for each answered call, and how many there were. */
interface Paid {
  readonly came: readonly string[];
  readonly payments: number;
}

type Bank = Pick<Parameters<typeof tool>[0], "reconcile"> & { readonly isLost?: boolean };

/** Runs a turn for each list of answers, all as the same turn on one ledger. */
async function run(turns: readonly (readonly (Script | string)[])[], bank: Bank = {}): Promise<Paid> {
  let payments = 0;
  const { isLost = false, ...rest } = bank;
  const payTool = tool({
    name: "pay",
    description: "Pays.",
    input: { type: "object", properties: { to: { type: "string" }, cents: { type: "integer" } } },
    ...rest,
    run: () => {
      payments += 1;
      if (isLost) throw new Error("connection lost");
      return `payment ${payments}`;
    },
  });
  const simulator = await startSimulator({ scripts: { payer: turns.flat() } });
  const options: TurnOptions = {
    model: fetchChat({ baseUrl: `${simulator.url}/v1`, headers: {} }, "payer"),
    messages: [{ role: "user", content: "Pay Ada." }],
    tools: [payTool],
    ledger: memoryLedger(),
    conversation: "c-17",
    turn: "t-3",
    retryWaitMs: 0,
  };
  const came: string[] = [];
  for (const _turn of turns) {
    for await (const event of runTurn(options)) {
      if (event.type !== "answered") continue;
      const { result } = event;
      came.push(result.kind === "done" ? `${String(result.value)}${result.isReplay ? " again" : ""}` : result.kind);
    }
  }
  await simulator.close();
  return { came, payments };
}

function calling(...calls: readonly Step[]): Script {
  return { format: "openai-chat", steps: [...calls, { kind: "stop", reason: "calls" }, { kind: "done" }] };
}

describe("R9: docs/turn.md, the intent of a call", () => {
  test("two equal calls in one message, and one more in a later message, are three intents", async () => {
    const { came, payments } = await run([[calling(pay, payAnew), calling(pay), "closing-words"]]);

    expect(came).toEqual(["payment 1", "payment 2", "payment 3"]);
    expect(payments).toBe(3);
  });

  test("a withdrawn message does not count", async () => {
    const lost: Script = { ...calling(pay), cut: { byte: 400, end: { kind: "reset" } } };

    const { came, payments } = await run([
      [lost, calling(pay), "closing-words"],
      [calling(payAnew), "closing-words"],
    ]);

    expect(came).toEqual(["payment 1", "payment 1 again"]);
    expect(payments).toBe(1);
  });

  test("a later equal call does not run beside a doubt", async () => {
    const { came, payments } = await run([[calling(pay), calling(payAnew), "closing-words"]], { isLost: true });

    expect(came).toEqual(["in-doubt", "in-doubt"]);
    expect(payments).toBe(1);
  });

  test("where reconcile ends the doubt, the later call comes to what the first one came to", async () => {
    const { came, payments } = await run([[calling(pay), calling(pay), "closing-words"]], {
      isLost: true,
      reconcile: () => ({ kind: "happened", value: "payment 1" }),
    });

    expect(came).toEqual(["in-doubt", "payment 1 again"]);
    expect(payments).toBe(1);
  });
});
