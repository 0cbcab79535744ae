import { expect, test } from "vitest";

import { faultChoices } from "../../playground/server/assistant/faults.ts";
import { usage } from "../../playground/server/launch/read-flags.ts";
import { pageAt, sectionOf, tableOf } from "./doc-page.ts";

const page = pageAt("docs/playground.md");

test("docs/playground.md names every option that the help names", () => {
  const options = [...usage.matchAll(/^ {2}(--\S+(?: [A-Z]+)?) {2,}/gm)].map(([, option]) => option);

  expect(options).toHaveLength(6);
  expect(tableOf(page).map(([option]) => option)).toEqual(options);
});

test("docs/playground.md names every fault as the picker does", () => {
  const rows = tableOf(sectionOf(page, "## What can go wrong"));

  expect(rows).toEqual(faultChoices.map(({ label, sentence }) => [label, sentence]));
});
