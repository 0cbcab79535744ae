import { gzipSync } from "node:zlib";

import { bundleDoor } from "./bundle.ts";

interface Weighed {
  readonly door: string;
  /** What an application takes from it. Default: everything. */
  readonly only?: readonly string[];
  /** Bytes of its own code. */
  readonly own: number;
  /** Bytes with the packages that it uses. */
  readonly whole: number;
}

/**
 * The most that a door may weigh in a browser, in bytes, minified and gzipped. Raise a number only with the reason in the
 * message of the commit. Whoever settles only must not pay for turns, and whoever reads a format not for its histories:
 * the rows with `only` hold that.
 */
const budgets: readonly Weighed[] = [
  { door: "dist/index.js", only: ["settle"], own: 21_000, whole: 66_000 },
  // `runTurn` brings the loop, the checks and words of tools, and the ledger in memory.
  { door: "dist/index.js", own: 39_000, whole: 84_000 },
  { door: "dist/anthropic.js", only: ["anthropicMessages"], own: 4_000, whole: 4_000 },
  { door: "dist/anthropic.js", own: 10_000, whole: 10_000 },
  { door: "dist/openai.js", only: ["openaiChat", "openaiResponses"], own: 8_000, whole: 8_000 },
  { door: "dist/openai.js", own: 18_000, whole: 18_000 },
  { door: "dist/react.js", own: 5_000, whole: 15_000 },
  { door: "dist/view.js", only: ["callLine", "endingLine"], own: 3_000, whole: 3_000 },
  { door: "dist/view.js", own: 18_000, whole: 18_000 },
  { door: "dist/terminal.js", own: 18_000, whole: 18_000 },
  // What a page loads; the server's side is the rest.
  { door: "dist/hop.js", only: ["followHop"], own: 3_500, whole: 5_500 },
  { door: "dist/hop.js", own: 5_000, whole: 7_000 },
];

let isOver = false;
for (const budget of budgets) {
  const own = await weigh(budget, "outside");
  const whole = await weigh(budget, "inside");
  const verdict = own > budget.own || whole > budget.whole ? "over budget" : "ok";
  isOver ||= verdict !== "ok";
  const name = budget.only === undefined ? budget.door : `${budget.door} ${budget.only.join(", ")}`;
  console.log(
    `${name.padEnd(42)} own ${own} of ${budget.own} bytes, with packages ${whole} of ${budget.whole}: ${verdict}`,
  );
}
if (isOver) process.exitCode = 1;

async function weigh({ door, only }: Weighed, packages: "inside" | "outside"): Promise<number> {
  const { code, nodeModules } = await bundleDoor(door, {
    format: "es",
    packages,
    ...(only === undefined ? {} : { only }),
  });
  if (nodeModules.length > 0) throw new Error(`${door} asks for ${nodeModules.join(", ")}: it must run in a browser`);
  return gzipSync(code).byteLength;
}
