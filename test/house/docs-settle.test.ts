import { describe, expect, test } from "vitest";

import { anthropicMessages } from "../../src/anthropic.ts";
import { defaultLimits, settle } from "../../src/index.ts";
import { openaiChat } from "../../src/openai.ts";
import type { Ending, Outcome } from "../../src/protocol/outcome.ts";
import type { RollEvent } from "../../src/protocol/roll-event.ts";
import { callLine, endingLine } from "../../src/view.ts";
import { callMessage } from "../support/chat-wire.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { deliver } from "../support/settle-stream.ts";
import * as made from "../view/made-outcomes.ts";
import { blocksOf, codeWords, pageAt, sectionOf, tableOf } from "./doc-page.ts";
import { conflictCodesOf, faultCodesOf } from "./fault-codes.ts";
import { mixedMessage, mixedRoll } from "./mixed-message.ts";
import { correctionOf } from "./recipes/answer.ts";
import { fileAt, filesUnder } from "./source.ts";

const page = pageAt("docs/settle.md");

test("every block of code of docs/settle.md is a recipe, and every recipe is shown", () => {
  const blocks = blocksOf(page);
  const shown = blocks.map(({ file }) => file);
  // Those of a turn stand on other pages.
  const recipes = filesUnder("test/house/recipes")
    .map(({ path }) => path)
    .filter((path) => !/\/(?:turn|hop|view)-/.test(path));

  for (const { file = "", language, text } of blocks) {
    expect(language).toBe("ts");
    expect(text).toBe(fileAt(file).text);
  }
  expect(new Set([...shown, "test/house/recipes/dialect.ts"])).toEqual(new Set(recipes));
});

test("every link inside docs/settle.md and docs/formats.md leads to a heading", () => {
  for (const text of [page, pageAt("docs/formats.md")]) {
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading.toLowerCase().replaceAll(" ", "-"),
    );
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = ""]) => target);

    expect(links.filter((target) => !headings.includes(target))).toEqual([]);
  }
});

describe("docs/settle.md, the options", () => {
  const source = fileAt("src/settle/options.ts").text;
  const rows = new Map(tableOf(sectionOf(page, "## Options")).map(([name = "", value = ""]) => [name, value]));

  test("the table has every option", () => {
    const members = /interface SettleOptions {\n([\s\S]*?)\n}/.exec(source)?.[1] ?? "";
    const names = [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);

    expect(new Set(rows.keys())).toEqual(new Set(names));
  });

  test.each([
    ["firstMs", "DEFAULT_SILENCE_MS"],
    ["progressMs", "DEFAULT_SILENCE_MS"],
    ["endMs", "DEFAULT_END_MS"],
    ["validateMs", "DEFAULT_VALIDATE_MS"],
  ])("the default of %s is the code's", (option, constant) => {
    const value = new RegExp(`const ${constant} = ([\\d_]+);`).exec(source)?.[1]?.replaceAll("_", "") ?? "none";

    expect(rows.get(option)).toMatch(new RegExp(`(?:^|\\D)${value}$`));
  });

  test("the default of liveness, the second look and the wait behind the end are the code's", () => {
    const watchdog = fileAt("src/settle/watchdog.ts").text;
    const clocks = sectionOf(page, "## Clocks");

    expect(watchdog).toContain("PINGED_LIVENESS_MS = 30_000");
    expect(clocks).toContain("30000 from the first ping");
    expect(watchdog).toContain("LONGEST_SECOND_LOOK_MS = 100");
    expect(clocks).toContain("100 ms");
    expect(fileAt("src/settle/pipe.ts").text).toContain("LINGER_MS = 1;");
    expect(clocks).toContain("looked at for 1 ms");
  });

  test("the table of limits has every limit and its default", () => {
    const limits = tableOf(sectionOf(page, "### Limits")).map(([name = "", value]) => [name, Number(value)]);

    expect(Object.fromEntries(limits)).toEqual(defaultLimits);
    expect(fileAt("src/settle/faults.ts").text).toContain("MAX_FAULTS = 100;");
  });
});

describe("docs/settle.md, events and the result", () => {
  test("the table of events has every event, with the fields that it comes with", async () => {
    const seen = new Map<string, readonly string[]>();
    const oddAndCut = callMessage({ choices: [{ index: 0, delta: { reasoning: "Hm.", content: "So." } }] });
    for (const body of [mixedMessage, oddAndCut]) {
      const format = body === mixedMessage ? anthropicMessages : openaiChat;
      const roll = settle(deliver([`${body}data: {"odd":1}\n\n`]), { format, tools: [], clock: createManualClock() });
      for await (const event of roll) seen.set(event.type, fieldsOf(event));
    }
    const oddly = settle(deliver(['data: {"odd":1}\n\n']), { format: openaiChat, tools: [] });
    for await (const event of oddly) seen.set(event.type, fieldsOf(event));

    const listed = tableOf(sectionOf(page, "## Events")).map(
      ([type = "", fields = ""]) => [type, codeWords(`\`${fields.replaceAll("`", "")}\``).flatMap(splitWords)] as const,
    );
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(seen));
  });

  test("the table of the result, of a call and of an issue have every field", async () => {
    const result = await mixedRoll().result;
    const invalid = result.outcomes.find((outcome) => outcome.kind === "invalid");

    expect(namesIn("## The result")).toEqual(new Set(Object.keys(result)));
    expect(namesIn("### What a call is known by")).toEqual(new Set(Object.keys(invalid?.call ?? {})));
    expect(new Set(["allowed", ...Object.keys(invalid?.issues[0] ?? {})])).toEqual(namesIn("### Issues"));
  });
});

describe("docs/settle.md, outcomes", () => {
  const rows = tableOf(sectionOf(page, "## Outcomes"));

  test.each(rows.map(([kind = "", cause = "", , line = ""]) => [kind, cause, line] as const))(
    "%s %s reads as the page says",
    (kind, cause, line) => {
      expect(callLine(makeOutcome(kind, cause))).toBe(line);
    },
  );

  test("the table has every cause of the code, once", () => {
    const listed = rows.map(([kind = "", cause = ""]) => (cause === "" ? kind : `${kind} ${cause}`));

    expect(new Set(listed)).toEqual(
      new Set([
        "dispatchable",
        "observed",
        ...membersOfUnion("InvalidCause").map((cause) => `invalid ${cause}`),
        ...membersOfUnion("TruncationCause").map((cause) => `failed/truncated ${cause}`),
        ...membersOfUnion("UnparseableCause").map((cause) => `failed/unparseable ${cause}`),
        ...membersOfUnion("AbandonedCause").map((cause) => `failed/abandoned ${cause}`),
      ]),
    );
    expect(listed.length).toBe(new Set(listed).size);
  });

  test("what may go back to the model is what the recipe sends back", () => {
    for (const [kind = "", cause = "", , , answer = ""] of rows) {
      if (kind === "dispatchable") continue;
      expect(correctionOf(makeOutcome(kind, cause)) !== null, `${kind} ${cause}`).toBe(answer === "yes");
    }
  });

  test("the table of endings has every class and every cause, and their lines", () => {
    const endings = tableOf(sectionOf(page, "### The ending"));

    expect(endings.map(([name]) => name)).toEqual([
      ...membersOfUnion("StopClass"),
      ...membersOfUnion("AbandonedCause"),
    ]);
    for (const [name = "", line = ""] of endings) {
      expect(endingLine(makeEnding(name), made.count()) ?? "").toBe(line);
    }
  });
});

describe("docs/settle.md, faults", () => {
  const rows = tableOf(sectionOf(page, "## Faults"));

  test("the table has every code of the code, in order", () => {
    const codes = new Set(["src/settle", "src/formats"].flatMap((folder) => filesUnder(folder)).flatMap(faultCodesOf));

    expect(rows.map(([code = ""]) => code)).toEqual([...codes].toSorted());
  });

  test("it says which of them make a call untrustworthy", () => {
    const distrusting = rows.filter(([, , effect = ""]) => effect.includes("provider-error")).map(([code]) => code);
    const conflicts = new Set(["src/settle/roll.ts", "src/formats"].flatMap(filesAt).flatMap(conflictCodesOf));

    expect(new Set(distrusting)).toEqual(conflicts);
  });
});

function fieldsOf(event: RollEvent): readonly string[] {
  return Object.keys(event).filter((key) => key !== "type");
}

function splitWords(text: string): readonly string[] {
  return text.split(", ");
}

/** Every name in the first column of a section's table. */
function namesIn(heading: string): ReadonlySet<string> {
  return new Set(tableOf(sectionOf(page, heading)).flatMap(([cell = ""]) => splitWords(cell.replaceAll("`", ""))));
}

function makeOutcome(kind: string, cause: string): Outcome {
  if (kind === "dispatchable") return made.dispatchable({});
  if (kind === "observed") return made.observed();
  // The causes come out of the page; another test holds them to those of the code.
  if (kind === "invalid") return made.invalid(cause as Parameters<typeof made.invalid>[0]);
  return made.failed(`${kind.replace("failed/", "")}/${cause}` as Parameters<typeof made.failed>[0]);
}

function makeEnding(name: string): Ending {
  const isClass = membersOfUnion("StopClass").includes(name);
  // As above.
  return isClass
    ? made.complete("word", name as Parameters<typeof made.complete>[1])
    : made.abandoned(name as Parameters<typeof made.abandoned>[0]);
}

/** The members of a union of string literals, as the vocabulary declares them. */
function membersOfUnion(name: string): readonly string[] {
  const texts = ["src/protocol/outcome.ts", "src/protocol/call-event.ts"].map((path) => fileAt(path).text).join("\n");
  const body = new RegExp(`export type ${name} =([^;]*);`).exec(texts)?.[1] ?? "";
  return [...body.matchAll(/"([a-z-]+)"/g)].map(([, member = ""]) => member);
}

function filesAt(path: string): ReturnType<typeof filesUnder> {
  return path.endsWith(".ts") ? [fileAt(path)] : filesUnder(path);
}
