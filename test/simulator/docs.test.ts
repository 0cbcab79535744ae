import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { parseScript, scenarios } from "../../src/simulator.ts";

const page = readFileSync(new URL("../../docs/simulator.md", import.meta.url), "utf8");

describe("docs/simulator.md", () => {
  test("lists every scenario with its title", () => {
    const untold = scenarios.filter(({ name, title }) => !page.includes(`\n| \`${name}\` | ${title}`));

    expect(untold.map(({ name }) => name)).toEqual([]);
  });

  test("lists every kind of step", () => {
    const known = /expected one of (.*), got/.exec(
      messageOf(() => parseScript({ format: "openai-chat", steps: [{ kind: "?" }] })),
    );
    const kinds = (known?.[1] ?? "").split(", ").map((word) => word.replaceAll('"', ""));

    const steps = /\n### Steps\n[^#]*/.exec(page)?.[0] ?? "";
    expect(kinds).toHaveLength(23);
    expect(kinds.filter((kind) => !steps.includes(`\n| \`${kind}\` |`))).toEqual([]);
  });

  test("shows a script that can be played", () => {
    const example = /```json\n([^`]*)```/.exec(page)?.[1] ?? "";

    expect(parseScript(JSON.parse(example)).format).toBe("anthropic-messages");
  });
});

function messageOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return String(error);
  }
  return "";
}
