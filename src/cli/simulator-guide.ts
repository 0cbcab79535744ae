import { scenarios } from "../simulator.ts";
import { wrap } from "./screen/wrap.ts";

/** Where a simulator is, and what it plays besides its own scenarios. */
export interface GuideOptions {
  readonly url: string;
  readonly ownScenarios: readonly string[];
  readonly width: number;
}

/** What a person needs in order to point a client at the simulator: addresses, and the names to choose from. */
export function simulatorGuide({ url, ownScenarios, width }: GuideOptions): string {
  const listed = [...ownScenarios.map((name) => ({ name, title: "Your own script." })), ...scenarios];
  const lines = [
    `A provider that fails on purpose listens on ${url}`,
    "",
    ...pair("  Anthropic base URL", url, { width, column: 22 }),
    ...pair("  OpenAI base URL", `${url}/v1`, { width, column: 22 }),
    ...pair("  API key", "anything", { width, column: 22 }),
    "",
    "The model's name chooses what happens:",
    "",
    ...listed.flatMap(({ name, title }) => pair(`  rollcall/${name}`, title, { width, column: 45 })),
    "",
    ...wrap('Behind a "?", parameters change a scenario: rollcall/disconnect?at=40&pace=5&seed=7', width),
    "Ctrl-C ends it.",
  ];
  return `${lines.join("\n")}\n`;
}

/** Two texts side by side; one below the other where the second would be left too little room. */
function pair(
  left: string,
  right: string,
  { width, column }: { readonly width: number; readonly column: number },
): readonly string[] {
  if (width - column < 30) return [left, ...wrap(right, width, { first: 4, rest: 4 })];
  const [first = "", ...rest] = wrap(right, width, { first: 0, rest: column });
  return [left.padEnd(column) + first, ...rest];
}
