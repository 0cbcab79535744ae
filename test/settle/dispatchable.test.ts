import { describe, expect, test } from "vitest";

import { isDispatchable, type Dispatchable } from "../../src/index.ts";
import { anthropicMessages } from "../../src/anthropic.ts";
import { settle } from "../../src/index.ts";
import { anthropicMessage, wholeCall } from "../support/anthropic-events.ts";
import { deliver } from "../support/settle-stream.ts";

const body = anthropicMessage("tool_use", ...wholeCall(0, "toolu_1", "add", '{"n":1}'));

async function genuine(): Promise<Dispatchable> {
  const { outcomes } = await settle(deliver([body]), { format: anthropicMessages, tools: "any" }).result;
  const [outcome] = outcomes;
  if (!isDispatchable(outcome)) throw new Error("the call cannot run");
  return outcome;
}

function run(call: Dispatchable): unknown {
  return call.args;
}

describe("the one value that may be run", () => {
  test("R3 the finalizer's own outcome is dispatchable", async () => {
    expect(run(await genuine())).toEqual({ n: 1 });
  });

  test("R3 a copy with other arguments neither type-checks nor passes", async () => {
    const outcome = await genuine();
    const forged = { ...outcome, args: { n: 1_000_000 } };

    expect(isDispatchable(forged)).toBe(false);
    // @ts-expect-error a copy has not the private member
    run(forged);
  });

  test("R3 a literal neither type-checks nor passes", async () => {
    const { call } = await genuine();
    const forged = { kind: "dispatchable" as const, call, args: {}, parsed: {} };

    expect(isDispatchable(forged)).toBe(false);
    // @ts-expect-error a literal has not the private member
    run(forged);
  });
});
