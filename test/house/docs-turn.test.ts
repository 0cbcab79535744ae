import { describe, expect, test } from "vitest";
import * as z from "zod";

import { anthropicModel } from "../../src/anthropic.ts";
import { memoryLedger } from "../../src/ledger.ts";
import { reissue, settle, tool, type TurnEnding, type TurnEvent, type TurnResult } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { Ending, Failed, Outcome, ProviderError } from "../../src/protocol/outcome.ts";
import type { RollResult } from "../../src/protocol/roll-event.ts";
import type { CallResult } from "../../src/protocol/turn-event.ts";
import { callAnswer, failedAnswer, invalidAnswer } from "../../src/turn/answer-words.ts";
import { judgeRepetition, type Repetition } from "../../src/turn/repetition.ts";
import { calls, callMessage, open } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";
import * as made from "../view/made-outcomes.ts";
import { english } from "../../src/view.ts";
import { lineOf, resultVerdict, turnStatement } from "../../src/view/words/statements.ts";
import { blocksOf, codeWords, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { fileAt, filesUnder } from "./source.ts";

const page = pageAt("docs/turn.md");
const call = { ...made.observed().call, name: "pay", runBy: "client" } as const;

describe("docs/turn.md, docs/tools.md and docs/history.md", () => {
  const pages = ["README.md", "docs/tools.md", "docs/turn.md", "docs/history.md"].map(pageAt);

  test("every block of code is a recipe, and every recipe of a turn is shown", () => {
    // Another test holds the README's first block.
    const [, ...blocks] = pages.flatMap(blocksOf).filter(({ language }) => language === "ts");
    const recipes = filesUnder("test/house/recipes").map(({ path }) => path);

    for (const { file = "", text } of blocks) expect(text, file).toBe(fileAt(file).text);
    expect(new Set(blocks.map(({ file }) => file))).toEqual(new Set(recipes.filter((path) => path.includes("/turn-"))));
  });

  test("every link to a heading leads to one", () => {
    const broken = ["turn", "tools", "history", "ledger", "settle"].flatMap((name) =>
      [...pageAt(`docs/${name}.md`).matchAll(/\]\((?:(\w+)\.md)?#([^)]+)\)/g)]
        .filter(([, other = name, target = ""]) => !headingsOf(pageAt(`docs/${other}.md`)).includes(target))
        .map(([link]) => `docs/${name}.md: ${link}`),
    );

    expect(broken).toEqual([]);
  });
});

describe("docs/turn.md, the options", () => {
  const rows = new Map(
    tableOf(sectionOf(page, "## Options")).map(([name = "", value = "", says = ""]) => [name, [value, says] as const]),
  );

  test("the table has every option, in order", () => {
    expect([...rows.keys()]).toEqual(membersOf("src/turn/turn-options.ts", "TurnOptions"));
  });

  test("the defaults are the code's", () => {
    const code = fileAt("src/turn/read-turn-options.ts").text;
    const defaults = [...code.matchAll(/options\.(\w+) \?\? ([\d_]+|false)/g)].map(
      ([, name = "", value = ""]) => [name, value.replaceAll("_", "")] as const,
    );

    expect(defaults).toHaveLength(7);
    for (const [name, value] of defaults) expect(rows.get(name)?.[0], name).toBe(value);
  });

  test("the options of settle that a turn takes are named", () => {
    const pick = /StreamOptions = Pick<\s*SettleOptions,\s*([^>]*)>/.exec(fileAt("src/turn/turn-options.ts").text)?.[1];
    const names = [...(pick ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => name);

    expect(names.length).toBeGreaterThan(5);
    expect(codeWords(rows.get("stream")?.[1] ?? "")).toEqual(names);
  });
});

describe("docs/turn.md, events and the result", () => {
  test("the table of events has every event, with its fields", () => {
    const fields: { readonly [Type in TurnEvent["type"]]: readonly (keyof Extract<TurnEvent, { type: Type }>)[] } = {
      request: ["message", "because"],
      message: ["message", "event"],
      running: ["message", "index", "intentKey"],
      answered: ["message", "index", "result"],
      correcting: ["message", "correction", "indexes"],
      withdrawn: ["message", "ending", "waitMs"],
      "turn-ended": ["ending"],
    };
    const rows = tableOf(sectionOf(page, "## Events")).map(([type = "", cells = ""]) => [
      type,
      cells.replaceAll("`", "").split(", "),
    ]);

    expect(Object.fromEntries(rows)).toEqual(fields);
  });

  test("every reason for a request is named", () => {
    const row = tableOf(sectionOf(page, "## Events")).find(([type]) => type === "request");

    expect(codeWords(row?.[2] ?? "")).toEqual(unionOf("RequestReason"));
  });

  test("the tables of the result have every field", () => {
    const section = sectionOf(page, "## The result");
    const behind = section.slice(section.indexOf("Of each message:"));
    const names = (text: string): readonly string[] =>
      tableOf(text).flatMap(([cell = ""]) => cell.replaceAll("`", "").split(", "));

    expect(names(section)).toEqual(membersOf("src/turn/turn-report.ts", "TurnResult"));
    expect(names(behind)).toEqual(membersOf("src/turn/turn-report.ts", "MessageReport"));
  });

  test("the table of corrections has every result, and the text every field", () => {
    const section = sectionOf(page, "## Corrections");
    const source = fileAt("src/turn/turn-report.ts").text;
    const results = [...(/CorrectionResult =([^;]*);/.exec(source)?.[1] ?? "").matchAll(/"([\w-]+)"/g)];

    expect(tableOf(section).map(([name]) => name)).toEqual(results.map(([, name]) => name));
    expect(codeWords(section)).toEqual(
      expect.arrayContaining([...membersOf("src/turn/turn-report.ts", "CorrectionAttempt")]) as readonly string[],
    );
  });
});

describe("docs/turn.md, what a call comes to", () => {
  const rows = tableOf(sectionOf(page, "## What a call comes to"));

  test("the table has every result and every cause, and the lines of the view", () => {
    const kinds = rows.map(([kind = "", cause = ""]) => (cause === "" ? kind : `${kind} ${cause}`));

    expect(kinds).toEqual([
      "done",
      "done isReplay",
      "errored",
      ...unionOf("NotRunCause").map((cause) => `not-run ${cause}`),
      "in-doubt",
    ]);
    for (const [kind = "", cause = "", , line] of rows) expect(resultLine(resultOf(kind, cause))).toBe(line);
  });

  test("R9: what cannot be known never reads as not run", () => {
    const [line, answer] = [resultLine(resultOf("in-doubt", "")), callAnswer(resultOf("in-doubt", "")).text];

    for (const text of [line, answer]) expect(text).toContain("may have run");
    for (const text of [line, answer]) expect(text).not.toContain("not run");
  });

  test("what goes back to the model is what the table says", () => {
    const answers = tableOf(sectionOf(page, "## What goes back to the model"));

    expect(answers.map(([cell = ""]) => cell.replaceAll("`", ""))).toEqual([
      "done",
      "done, nothing given",
      "done, a replay",
      "errored",
      ...unionOf("NotRunCause").map((cause) => `not-run, ${cause}`),
      "in-doubt",
    ]);
    for (const [cell = "", text] of answers) {
      const [kind = "", second = ""] = cell.replaceAll("`", "").split(", ");
      expect(callAnswer(resultOf(kind, second)).text, cell).toBe(text);
    }
  });

  test("what goes back of a call that does not fit is what the blocks say", async () => {
    const [misfit, unknown, unreadable] = blocksOf(sectionOf(page, "## What goes back to the model"));
    const tools = [
      { name: "create_ticket", input: z.object({ title: z.string(), priority: z.enum(["low", "normal", "urgent"]) }) },
    ];
    const outcomeOf = async (name: string, text: string): Promise<Outcome | undefined> =>
      (
        await settle(deliver([callMessage(calls(open(0, "call_1", name, text)))]), {
          format: openaiChat,
          tools,
          clock: createManualClock(),
        }).result
      ).outcomes[0];

    const bad = await outcomeOf("create_ticket", '{"priority":"high"}');
    const madeUp = await outcomeOf("delete_everything", "{}");
    const broken = await outcomeOf("create_ticket", '{"title":"Pr');
    if (bad?.kind !== "invalid" || madeUp?.kind !== "invalid" || broken?.kind !== "failed")
      throw new Error("unplanned");

    expect(`${invalidAnswer(bad).text}\n`).toBe(misfit?.text);
    expect(`${invalidAnswer(madeUp).text}\n`).toBe(unknown?.text);
    expect(`${failedAnswer(broken).text}\n`).toBe(unreadable?.text);
  });
});

describe("docs/turn.md, how a turn ends", () => {
  const nothing = { detail: "", advice: null };

  test("the table has every ending", () => {
    const kinds: Readonly<Record<TurnEnding["kind"], true>> = {
      done: true,
      "not-corrected": true,
      "not-checked": true,
      truncated: true,
      unparseable: true,
      abandoned: true,
      endless: true,
      cancelled: true,
    };
    const rows = tableOf(sectionOf(page, "## How a turn ends"));

    expect(new Set(rows.map(([kind]) => kind))).toEqual(new Set(Object.keys(kinds)));
    expect(rows).toHaveLength(8);
    const endings: readonly TurnEnding[] = [
      { kind: "not-corrected", cause: "bound", ...nothing },
      { kind: "not-checked", ...nothing },
      { kind: "unparseable", cause: "not-json", ...nothing },
      { kind: "endless", ...nothing },
      { kind: "cancelled", by: "person", ...nothing },
    ];
    for (const ending of endings) {
      expect(rows.find(([kind]) => kind === ending.kind)?.[4]).toBe(turnStatement(ending, english));
    }
    const who = rows.find(([kind]) => kind === "cancelled")?.[1] ?? "";
    expect(codeWords(who)).toEqual(unionOf("CancelledBy"));
  });

  test("the grace of a drain is the code's", () => {
    expect(fileAt("src/turn/drain.ts").text).toContain("DEFAULT_GRACE_MS = 10_000;");
    expect(sectionOf(page, "## Drain")).toContain("`graceMs` (10000)");
    expect(fileAt("src/turn/retries.ts").text).toContain("LONGEST_WAIT_MS = 60_000;");
    expect(sectionOf(page, "## Sending a request again")).toContain("no more than a minute");
  });
});

describe("docs/turn.md, sending a request again", () => {
  const rows = tableOf(sectionOf(page, "## Sending a request again"));
  const model = anthropicModel(() => Promise.reject(new Error("nobody asks it")), { model: "m", max_tokens: 1024 });

  test.each(rows.map(([ended = "", answer = "", advice = ""]) => [ended, answer, advice] as const))(
    "after %s the answer is %s",
    (ended, answer, advice) => {
      const repetition = judgeRepetition(rollOf(ended), model);

      expect(sayRepetition(repetition)).toBe(answer.replaceAll("`", ""));
      expect(repetition.kind === "yes-but" ? repetition.advice : "").toBe(advice);
    },
  );

  test("the table has every way in which a message ends, and every cause of a call that changes the answer", () => {
    const causes = rows.map(([ended = ""]) => codeWords(`\`${ended.replaceAll("`", "").split(",")[0] ?? ""}\``)[0]);
    const ofCalls = rows.flatMap(([ended = ""]) => /^`?clean`?, a call is `([\w-]+)`/.exec(ended)?.[1] ?? []);
    const unanswered = [
      ...unionOf("UnparseableCause"),
      ...unionOf("AbandonedCause"),
      ...unionOf("TruncationCause"),
    ].filter((cause) => sayRepetition(judgeRepetition(rollOf(`clean, a call is ${cause}`), model)) !== "no, pointless");

    expect(new Set(causes)).toEqual(
      new Set([...unionOf("AbandonedCause"), ...unionOf("StopClass").filter((word) => word !== "failed")]),
    );
    // A filter and a full context window are in the table as endings of a message; a refusal behind which another model
    // took over is no reason.
    expect(new Set([...ofCalls, "content-filter", "context-window"])).toEqual(
      new Set(unanswered.filter((cause) => cause !== "refused")),
    );
  });

  test("R9: an effect in doubt outranks the table", async () => {
    const ledger = memoryLedger();
    const place = { conversation: "c-17", turn: "t-3" };
    const turn: TurnResult = {
      ...place,
      ending: { kind: "abandoned", cause: "disconnected", detail: "", advice: null },
      history: { messages: [] },
      messages: [
        {
          message: 0,
          because: "asked",
          isWithdrawn: false,
          roll: rollOf("disconnected"),
          results: [],
          mayHaveActed: false,
        },
      ],
      corrections: [],
    };

    expect((await reissue(turn, { ledger, model })).kind).toBe("yes");
    await ledger.claim({ key: "k", fingerprint: "f", tool: "pay", callId: "call_1", ...place });
    expect(await reissue(turn, { ledger, model })).toMatchObject({ kind: "no", cause: "effect" });
  });
});

test("a tool of docs/turn.md is careful where it says nothing", () => {
  const careful = tool({ name: "pay", description: "Pays.", input: z.object({}), run: () => undefined });

  expect(careful.effect).toBe("once");
});

function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replaceAll(/[`()]/g, "").replaceAll(" ", "-"),
  );
}

/** The names of an interface's members, in order. */
function membersOf(path: string, name: string): readonly string[] {
  const body = new RegExp(`interface ${name} {\\n([\\s\\S]*?)\\n}`).exec(fileAt(path).text)?.[1] ?? "";
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member = ""]) => member);
}

/** The members of a union of string literals of the vocabulary. */
function unionOf(name: string): readonly string[] {
  const texts = ["outcome", "call-event", "turn-event"]
    .map((file) => fileAt(`src/protocol/${file}.ts`).text)
    .join("\n");
  const body = new RegExp(`export type ${name} =([^;]*);`).exec(texts)?.[1] ?? "";
  return [...body.replaceAll(/\/\*\*.*?\*\//g, "").matchAll(/"([a-z-]+)"/g)].map(([, member = ""]) => member);
}

/** A result of the kind and cause that a table names, as the page has it. */
function resultOf(kind: string, second: string): CallResult {
  if (kind === "done") {
    return {
      kind,
      call,
      value: second === "nothing given" ? undefined : { id: "ch_1" },
      isReplay: ["a replay", "isReplay"].includes(second),
      note: null,
    };
  }
  if (kind === "errored") return { kind, call, note: "Error: no such account", error: new Error("no such account") };
  if (kind === "in-doubt") return { kind, call, intentKey: "key", note: "the tool timed out" };
  // Another test holds the causes of the page to those of the code.
  const cause = second as Extract<CallResult, { kind: "not-run" }>["cause"];
  return { kind: "not-run", call, cause, note: "the bank is closed" };
}

function resultLine(result: CallResult): string {
  const { status, statement } = resultVerdict(result, english);
  return lineOf(status, result.call.name, statement);
}

function sayRepetition(repetition: Repetition): string {
  if (repetition.kind === "yes") return "yes";
  return repetition.kind === "yes-but" ? `yes-but, ${repetition.change}` : `no, ${repetition.cause}`;
}

/** A message that ended as the first cell of a row says. */
function rollOf(cell: string): RollResult {
  const [how = "", rest = ""] = cell.replaceAll("`", "").split(/, (.*)/);
  const outcomes: Outcome[] = [];
  const called = /^a call is ([\w-]+)/.exec(rest)?.[1];
  if (called !== undefined) outcomes.push(failedBy(called));
  if (rest === "the context window") outcomes.push(failedBy("context-window"));
  return { outcomes, ending: endingOf(how, rest), count: made.count(), faults: [] };
}

function failedBy(cause: string): Failed {
  const reason = ["UnparseableCause", "TruncationCause", "AbandonedCause"].find((name) =>
    unionOf(name).includes(cause),
  );
  // As above.
  const because = `${(reason ?? "").replace("Cause", "").replace("Truncation", "truncated").toLowerCase()}/${cause}`;
  return made.failed(because as Parameters<typeof made.failed>[0]);
}

function endingOf(how: string, rest: string): Ending {
  // As above.
  if (unionOf("StopClass").includes(how)) return made.complete("word", how as Parameters<typeof made.complete>[1]);
  const ending = made.abandoned(how as Parameters<typeof made.abandoned>[0]);
  const error = errorOf(rest);
  return error === undefined || ending.kind !== "abandoned" ? ending : { ...ending, error };
}

function errorOf(rest: string): ProviderError | undefined {
  if (rest === "") return undefined;
  if (rest.startsWith("of the key")) return { code: "authentication_error", status: 401 };
  const isTimed = rest.endsWith("a time to wait");
  return { code: "overloaded_error", status: 529, ...(isTimed ? { retryAfterMs: 30_000 } : {}) };
}
