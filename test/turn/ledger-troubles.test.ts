import { describe, expect, test } from "vitest";

import { drain, runTurn, tool, type ToolOptions, type TurnResult } from "../../src/index.ts";
import { LedgerError } from "../../src/ledger/ledger-error.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { memoryLedger } from "../../src/ledger/memory/memory-ledger.ts";
import type { Script } from "../../src/simulator.ts";
import { createManualClock, settleTasks } from "../support/manual-clock.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const input = { type: "object", properties: { to: { type: "string" } }, required: ["to"] } as const;
type PayOptions = Pick<ToolOptions<typeof input>, "effect" | "reconcile" | "timeoutMs">;

function calling(...texts: readonly string[]): Script {
  const calls = texts.map(
    (text, index) => ({ kind: "call", id: `toolu_${index}`, name: "pay", arguments: text }) as const,
  );
  return { format: "anthropic-messages", steps: [...calls, { kind: "stop", reason: "calls" }, { kind: "done" }] };
}

const paying = calling('{"to":"Ada"}');
const closing: Script = { format: "anthropic-messages", steps: [{ kind: "stop", reason: "end" }, { kind: "done" }] };

interface Parts extends PayOptions {
  readonly scripts?: readonly Script[];
  readonly ledger?: Ledger;
  readonly run?: (call: number) => unknown;
}

/** A turn whose one tool pays, and how often it did. */
function begin({ scripts = [paying, closing], ledger = memoryLedger(), run = () => "paid", ...options }: Parts) {
  const clock = createManualClock();
  const person = new AbortController();
  const seen = { runs: 0 };
  const pay = tool({
    name: "pay",
    description: "Pays.",
    input,
    ...options,
    run: () => {
      seen.runs += 1;
      return run(seen.runs);
    },
  });
  const turn = runTurn({
    model: scriptedModel("anthropic-messages", scripts, { clock }).model,
    messages: [{ role: "user", content: "Pay." }],
    tools: [pay],
    conversation: "c-1",
    turn: "t-1",
    ledger,
    signal: person.signal,
    graceMs: 500,
    retries: 1,
    clock,
    chance: () => 0,
  });
  return { clock, person, seen, ledger, result: turn.result.then((result) => result) };
}

function ends({ messages }: TurnResult): readonly string[] {
  return messages.flatMap(({ results }) =>
    results.map((result) => (result.kind === "not-run" ? `not-run: ${result.cause}` : result.kind)),
  );
}

const never = () => new Promise<never>(() => {});

/** A ledger one of whose methods never answers, and when it is asked. */
function stuck(method: keyof Ledger, kept: Ledger = memoryLedger()) {
  const asked = Promise.withResolvers<void>();
  const hang = () => {
    asked.resolve();
    return never();
  };
  return { ledger: { ...kept, [method]: hang }, asked: asked.promise };
}

const down = async (): Promise<never> => {
  throw new Error("the database is down");
};
const happened = () => ({ kind: "happened", value: "ch_1" }) as const;
const didNot = () => ({ kind: "did-not-happen", reason: "nothing was booked" }) as const;
const fails = () => {
  throw new Error("socket hang up");
};

/** A ledger in which the first payment of the turn is done. */
async function paidBefore(): Promise<Ledger> {
  const ledger = memoryLedger();
  await begin({ ledger }).result;
  return ledger;
}

describe("R9: a ledger that fails never makes a call be called not run that happened", () => {
  test("a claim that fails is looked up, and answered by what is there", async () => {
    const { seen, result } = begin({ ledger: { ...(await paidBefore()), claim: down } });

    expect((await result).messages[0]?.results).toMatchObject([{ kind: "done", value: "paid", isReplay: true }]);
    expect(seen.runs).toBe(0);
  });

  test("a claim that fails, under a key that is in doubt, is in doubt", async () => {
    const ledger = memoryLedger();
    await begin({ ledger, run: fails }).result;

    expect(ends(await begin({ ledger: { ...ledger, claim: down } }).result)).toEqual(["in-doubt"]);
  });

  test("a claim that fails where nothing happened is not run", async () => {
    expect(ends(await begin({ ledger: { ...memoryLedger(), claim: down } }).result)).toEqual(["not-run: ledger"]);
  });

  test("a claim that fails and cannot be looked up is said so", async () => {
    const { result } = begin({ ledger: { ...(await paidBefore()), claim: down, read: down } });

    expect(ends(await result)).toEqual(["not-run: not-looked-up"]);
    expect(JSON.stringify((await result).history)).toContain("it may have happened before");
  });

  test("a key that cannot be looked up is the ledger's fault, and no fault of the intent", async () => {
    const ledger: Ledger = {
      ...memoryLedger(),
      read: async () => {
        throw new LedgerError("unavailable", "the database is down");
      },
    };

    expect(ends(await begin({ ledger, scripts: [paying, paying, closing] }).result)).toEqual([
      "done",
      "not-run: not-looked-up",
    ]);
  });

  test("what the other side says happened is the answer, also where it cannot be written down", async () => {
    const ledger = memoryLedger();
    await begin({ ledger, run: fails }).result;
    const { seen, result } = begin({ ledger: { ...ledger, resolve: down }, reconcile: happened });

    expect((await result).messages[0]?.results).toMatchObject([{ kind: "done", value: "ch_1", isReplay: true }]);
    expect(seen.runs).toBe(0);
  });

  test("what the other side says did not happen stays in doubt where it cannot be written down", async () => {
    const ledger = memoryLedger();
    await begin({ ledger, run: fails }).result;

    expect(ends(await begin({ ledger: { ...ledger, resolve: down }, reconcile: didNot }).result)).toEqual(["in-doubt"]);
  });

  test("a kept result that is no JSON takes nothing from it", async () => {
    const kept = await paidBefore();
    const ledger: Ledger = {
      ...kept,
      claim: async (intent) => {
        const answer = await kept.claim(intent);
        return { ...answer, record: { ...answer.record, result: "{" } };
      },
    };

    expect(ends(await begin({ ledger }).result)).toEqual(["done"]);
  });

  test("a resolution whose result is no JSON is refused", async () => {
    const ledger = memoryLedger();
    await begin({ ledger, run: fails }).result;
    const [record] = await ledger.list();

    await expect(
      ledger.resolve(record?.key ?? "", { verdict: "happened", result: "ch_1", note: "asked" }),
    ).rejects.toThrow(TypeError);
    expect((await ledger.list())[0]?.state).toBe("in-doubt");
  });

  test("a ledger of one's own that fails behind a tool that returned leaves it done", async () => {
    expect(ends(await begin({ ledger: { ...memoryLedger(), conclude: down } }).result)).toEqual(["done"]);
  });

  test("a ledger that is told what became of an effect and stays in doubt is told once", async () => {
    let told = 0;
    const ledger = memoryLedger();
    await begin({ ledger, run: fails }).result;
    const deaf: Ledger = {
      ...ledger,
      resolve: async () => {
        told += 1;
        if (told > 10) throw new Error("told again and again");
        return { kind: "unknown" };
      },
    };

    expect(ends(await begin({ ledger: deaf, reconcile: didNot }).result)).toEqual(["in-doubt"]);
    expect(told).toBe(1);
  });
});

describe("R14: a ledger that never answers holds up no cancel", () => {
  test.each([
    ["claim", "in-doubt"],
    ["conclude", "done"],
  ] as const)("%s", async (method, end) => {
    const { ledger, asked } = stuck(method);
    const { clock, person, result } = begin({ ledger });
    await asked;
    person.abort();
    await clock.advance(1000);

    expect(ends(await result)).toEqual([end]);
  });

  test("read", async () => {
    const { ledger, asked } = stuck("read");
    const { clock, person, result } = begin({ ledger, scripts: [paying, paying, closing] });
    await asked;
    person.abort();
    await clock.advance(1000);

    expect(ends(await result)).toEqual(["done", "not-run: not-looked-up"]);
  });

  test("list", async () => {
    const lost: Script = { ...paying, cut: { call: 0, byte: 4, end: { kind: "reset" } } };
    const { ledger, asked } = stuck("list");
    const { clock, person, result } = begin({ ledger, scripts: [lost, closing] });
    await asked;
    person.abort();
    await clock.advance(1000);

    expect((await result).ending.kind).toBe("abandoned");
  });

  test("resolve", async () => {
    const kept = memoryLedger();
    await begin({ ledger: kept, run: fails }).result;
    const { ledger, asked } = stuck("resolve", kept);
    const { clock, person, result } = begin({ ledger, reconcile: happened });
    await asked;
    person.abort();
    await clock.advance(1000);

    expect(ends(await result)).toEqual(["done"]);
  });

  test("a claim that comes too late is freed again", async () => {
    const kept = memoryLedger();
    const late = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const ledger: Ledger = {
      ...kept,
      claim: async (intent) => {
        asked.resolve();
        await late.promise;
        return kept.claim(intent);
      },
    };
    const { clock, person, seen, result } = begin({ ledger });
    await asked.promise;
    person.abort();
    await clock.advance(1000);
    await result;
    late.resolve();
    await settleTasks();

    expect((await kept.list()).map(({ state }) => state)).toEqual(["did-not-happen"]);
    expect(seen.runs).toBe(0);
  });

  test("a drain ends, and turns that begin behind it run", async () => {
    const { ledger, asked } = stuck("claim");
    const { clock, result } = begin({ ledger });
    await asked;
    const drained = drain({ graceMs: 100, clock });
    await clock.advance(1100);
    expect(ends(await result)).toEqual(["in-doubt"]);
    await drained;

    expect(ends(await begin({}).result)).toEqual(["done"]);
  });

  test("a drain ends also where a turn does not", async () => {
    const begun = Promise.withResolvers<void>();
    const { clock, person } = begin({
      run: () => {
        begun.resolve();
        return never();
      },
    });
    await begun.promise;
    // Nothing of this turn moves on: its own clock stands still.
    const ownClock = createManualClock();
    const drained = drain({ graceMs: 100, clock: ownClock });
    await ownClock.advance(2600);

    await expect(drained).resolves.toBeUndefined();
    person.abort();
    await clock.advance(5000);
  });
});

describe("R9: an equal call behind one that was answered in doubt", () => {
  test("is answered with what the first one came to later, and does not run", async () => {
    const first = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const scripts = [paying, paying, paying, closing];
    const { clock, seen, ledger, result } = begin({
      scripts,
      timeoutMs: 100,
      run: (call) => {
        begun.resolve();
        return call === 1 ? first.promise : "paid again";
      },
      ledger: lateAware(memoryLedger(), () => first.resolve("paid")),
    });
    await begun.promise;
    await clock.advance(600);

    expect(ends(await result)).toEqual(["in-doubt", "done", "done"]);
    expect((await result).messages[1]?.results).toMatchObject([{ value: "paid", isReplay: true }]);
    // The model was told of the first one's end: the third call means another payment.
    expect((await result).messages[2]?.results).toMatchObject([{ value: "paid again", isReplay: false }]);
    expect([seen.runs, (await ledger.list()).length]).toEqual([2, 2]);
  });

  test("one that turns out not to have happened may run, under the same key", async () => {
    const kept = memoryLedger();
    const ledger: Ledger = {
      ...kept,
      conclude: async (claimed, conclusion) => {
        const answer = await kept.conclude(claimed, conclusion);
        if (conclusion.kind === "in-doubt") await kept.resolve(claimed.key, { verdict: "did-not-happen", note: "no" });
        return answer;
      },
    };
    const { seen, result } = begin({
      ledger,
      scripts: [paying, paying, closing],
      run: (call) => (call === 1 ? fails() : "paid"),
    });

    expect(ends(await result)).toEqual(["in-doubt", "done"]);
    expect([seen.runs, (await kept.list()).map(({ attempt }) => attempt)]).toEqual([2, [2]]);
  });

  test("R9: the other side is asked once where equal calls ask at once", async () => {
    let asked = 0;
    const answer = Promise.withResolvers<{ readonly kind: "unknown" }>();
    const twice = calling('{"to":"Ada"}', '{"to":"Ada"}');
    const kept = memoryLedger();
    let claims = 0;
    const ledger: Ledger = {
      ...kept,
      claim: async (intent) => {
        claims += 1;
        // Both have their answer, and then time to ask, before the other side says anything.
        if (claims === 3) setImmediate(() => answer.resolve({ kind: "unknown" }));
        return kept.claim(intent);
      },
    };
    const { result } = begin({
      ledger,
      scripts: [paying, twice, closing],
      run: fails,
      reconcile: () => {
        asked += 1;
        return answer.promise;
      },
    });

    expect(ends(await result)).toEqual(["in-doubt", "in-doubt", "in-doubt"]);
    expect(asked).toBe(1);
  });
});

/** Calls `onDoubt` once a doubt is written down, and goes on when what that set off is written down too. */
function lateAware(kept: Ledger, onDoubt: () => void): Ledger {
  return {
    ...kept,
    conclude: async (claimed, conclusion) => {
      const answer = await kept.conclude(claimed, conclusion);
      if (conclusion.kind === "in-doubt") {
        onDoubt();
        await settleTasks();
      }
      return answer;
    },
  };
}

describe("half of a character in the arguments", () => {
  const half = [calling('{"to":"\\ud83d"}'), closing];

  test("keeps no read tool from running", async () => {
    expect(ends(await begin({ scripts: half, effect: "read" }).result)).toEqual(["done"]);
  });

  test.each(["once", "idempotent"] as const)("is told to the model, which can send it without: %s", async (effect) => {
    const { seen, result } = begin({ scripts: half, effect });

    expect(ends(await result)).toEqual(["not-run: half-character"]);
    expect(JSON.stringify((await result).history)).toContain("Send the call again with that text written without it.");
    expect(seen.runs).toBe(0);
  });
});
