import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  checkHistory,
  type HistoryRule,
  historyRules,
  type StoredResponse,
} from "../../../src/simulator/rules/check-history.ts";
import type { Json, JsonObject, ScriptFormat } from "../../../src/simulator/script/script.ts";
import { anthropicSamples } from "./anthropic-samples.ts";
import { chatSamples } from "./chat-samples.ts";
import { responsesSamples } from "./responses-samples.ts";
import type { RuleSample } from "./sample.ts";

const suites: readonly (readonly [ScriptFormat, readonly RuleSample[]])[] = [
  ["anthropic-messages", anthropicSamples],
  ["openai-chat", chatSamples],
  ["openai-responses", responsesSamples],
];

type Find = ((id: string) => StoredResponse | undefined) | undefined;

function memoryOf({ stored }: RuleSample): Find {
  return stored === undefined ? undefined : (id) => stored.find((response) => response.id === id);
}

function rulesOf(format: ScriptFormat): readonly HistoryRule[] {
  return historyRules.filter((rule) => rule.format === format);
}

describe.each(suites)("the rules of %s", (format, samples) => {
  test("each has a history of its own, and no history is for a rule that is gone", () => {
    expect(samples.map((sample) => sample.rule).toSorted()).toEqual(
      rulesOf(format)
        .map((rule) => rule.name)
        .toSorted(),
    );
  });

  test.each(samples.map((sample) => [sample.rule, sample] as const))(
    "R10: %s refuses its history, in the words of the API, and it alone",
    (rule, sample) => {
      const violations = checkHistory(format, sample.rejected, memoryOf(sample));

      expect(violations.map((violation) => violation.rule).filter((name) => name !== rule)).toEqual([]);
      expect(violations[0]).toMatchObject({ rule, path: sample.path, message: sample.message });
    },
  );

  test.each(samples.map((sample) => [sample.rule, sample] as const))(
    "R10: the neighbor of what %s refuses is accepted",
    (_rule, sample) => {
      expect(checkHistory(format, sample.accepted, memoryOf(sample))).toEqual([]);
    },
  );

  test.each(samples.map((sample) => [sample.rule, sample] as const))(
    "without %s its history passes",
    (rule, sample) => {
      const others = rulesOf(format).filter(({ name }) => name !== rule);

      expect(others.flatMap((other) => other.check(sample.rejected, memoryOf(sample)))).toEqual([]);
    },
  );
});

const page = /^https:\/\/\S+$/;
const typeOfPackage = /^(?:@[a-z-]+\/)?[a-z-]+@\d+\.\d+\.\d+ \S+\.d\.ts, [A-Z]\S+$/;

describe("every rule", () => {
  test("is counted: who takes one away or adds one says so here", () => {
    expect(suites.map(([format]) => [format, rulesOf(format).length])).toEqual([
      ["anthropic-messages", 34],
      ["openai-chat", 18],
      ["openai-responses", 24],
    ]);
  });

  test("says in a sentence what it asks for, where that was read and when", () => {
    const namesOf = (isRight: (rule: HistoryRule) => boolean): readonly string[] =>
      historyRules.filter((rule) => !isRight(rule)).map((rule) => `${rule.format} ${rule.name}`);

    expect(namesOf((rule) => /^[a-z]+(?:-[a-z]+)*$/.test(rule.name))).toEqual([]);
    expect(namesOf((rule) => /^[A-Z].*\.$/.test(rule.title))).toEqual([]);
    expect(namesOf((rule) => page.test(rule.source) || typeOfPackage.test(rule.source))).toEqual([]);
    expect(namesOf((rule) => rule.readOn === "2026-12-01")).toEqual([]);
  });

  test("that no source states as plainly says so itself", () => {
    const unverified = historyRules.filter((rule) => rule.title.includes("unverified"));

    expect(unverified.map((rule) => `${rule.format} ${rule.name}`)).toEqual([
      "anthropic-messages empty-result-text",
      "anthropic-messages call-id-length",
      "openai-chat arguments-json",
      "openai-responses input-required",
      "openai-responses output-type",
      "openai-responses duplicate-output",
    ]);
  });

  test("carries its source into the violation", () => {
    expect(checkHistory("openai-chat", { messages: [{ role: "tool", tool_call_id: "a", content: "b" }] })).toEqual([
      {
        rule: "answer-without-calls",
        path: "messages[0].role",
        message:
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        source: "https://github.com/miurla/morphic/issues/136",
      },
    ]);
  });
});

const words = `messages input role content type text id tool_use_id tool_call_id call_id tool_calls function custom name
  arguments output tools input_schema properties parameters thinking signature store previous_response_id environment
  model summary user assistant tool tool_use tool_result server_tool_use web_search_tool_result function_call
  function_call_output reasoning message shell_call item_reference enabled`.split(/\s+/);

const word = fc.constantFrom(...words);

/** JSON in the vocabulary of the wires, so that chance gets past the first look. */
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, "", "__proto__"),
    word,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(word, tie("json"), { maxKeys: 5 }),
  ),
}));

/** Every value that comes of one when a single value inside it is another. */
function spoil(value: Json, by: Json): readonly Json[] {
  if (isList(value)) {
    return [by, ...value.flatMap((item, at) => spoil(item, by).map((other) => value.with(at, other)))];
  }
  return isBody(value) ? [by, ...spoilFields(value, by)] : [by];
}

function spoilFields(body: JsonObject, by: Json): readonly JsonObject[] {
  return Object.entries(body).flatMap(([key, item]) => spoil(item, by).map((other) => ({ ...body, [key]: other })));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isBody(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe("whatever a body holds", () => {
  test("a check ends with a list, for bodies by chance", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...suites.map(([format]) => format)),
        fc.dictionary(word, json, { maxKeys: 6 }),
        (format, body) => {
          expect(checkHistory(format, body, () => ({ id: "resp_1", calls: [] }))).toBeInstanceOf(Array);
          expect(checkHistory(format, body)).toBeInstanceOf(Array);
        },
      ),
    );
  });

  test.each(suites)("a check of %s ends with a list, for samples with one value spoiled", (format, samples) => {
    const values: readonly Json[] = [null, 7, "x", [null], { type: 7 }];
    const spoiled = samples.flatMap((sample) =>
      values.flatMap((by) => spoilFields(sample.rejected, by).map((body) => ({ body, find: memoryOf(sample) }))),
    );

    expect(spoiled.filter(({ body, find }) => !Array.isArray(checkHistory(format, body, find)))).toEqual([]);
  });

  test("a body without anything is refused, not stumbled over", () => {
    expect(suites.map(([format]) => checkHistory(format, {}).map((violation) => violation.rule))).toEqual([
      ["messages-required", "max-tokens-required"],
      ["messages-required"],
      ["input-required"],
    ]);
  });
});
