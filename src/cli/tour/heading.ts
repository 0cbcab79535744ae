import { displayWidth } from "../screen/display-width.ts";
import type { Paint } from "../screen/style.ts";
import { wrap } from "../screen/wrap.ts";

/** The head of a scene. */
export interface Heading {
  readonly title: string;
  readonly remarks: readonly string[];
  readonly width: number;
  readonly paint: Paint;
}

const WIDEST_RULE = 76;

/** A rule with a title in it, and what the scene is about. */
export function heading({ title, remarks, width, paint }: Heading): string {
  const start = `── ${title} `;
  const rule = "─".repeat(Math.max(0, Math.min(width, WIDEST_RULE) - displayWidth(start)));
  const lines = wrap(start + rule, width, { first: 0, rest: 3 }).map((line) => paint("heading", line));
  const below = remarks.flatMap((remark) => wrap(remark, Math.min(width, WIDEST_RULE), { first: 2, rest: 2 }));
  return [...lines, ...below.map((line) => paint("quiet", line)), "", ""].join("\n");
}

/** What the tour is, and where its provider is. */
export function opening(url: string, width: number): string {
  const lines = [
    `A provider that fails on purpose listens on ${url}.`,
    "The official SDKs of Anthropic and OpenAI stream a ticket assistant from it, over HTTP.",
    "Whatever happens to an answer, every call that it announced ends in one stated line.",
  ];
  return `${lines.flatMap((line) => wrap(line, width)).join("\n")}\n\n`;
}
