import { gzipSync } from "node:zlib";

import { bundleDoor } from "./bundle.ts";

/**
 * The most that a door may weigh in a browser, in bytes, minified and gzipped: its own code, and with the packages
 * that it uses. Raise a number only with the reason in the message of the commit.
 */
const budgets: Readonly<Record<string, { readonly own: number; readonly whole: number }>> = {
  "dist/index.js": { own: 16_000, whole: 64_000 },
  "dist/anthropic.js": { own: 4_000, whole: 4_000 },
  "dist/openai.js": { own: 8_000, whole: 8_000 },
  "dist/view.js": { own: 2_000, whole: 2_000 },
};

let isOver = false;
for (const [door, budget] of Object.entries(budgets)) {
  const own = await weigh(door, "outside");
  const whole = await weigh(door, "inside");
  const verdict = own > budget.own || whole > budget.whole ? "over budget" : "ok";
  isOver ||= verdict !== "ok";
  console.log(
    `${door.padEnd(18)} own ${own} of ${budget.own} bytes, with packages ${whole} of ${budget.whole}: ${verdict}`,
  );
}
if (isOver) process.exitCode = 1;

async function weigh(door: string, packages: "inside" | "outside"): Promise<number> {
  const { code, nodeModules } = await bundleDoor(door, { format: "es", packages });
  if (nodeModules.length > 0) throw new Error(`${door} asks for ${nodeModules.join(", ")}: it must run in a browser`);
  return gzipSync(code).byteLength;
}
