import { displayWidth } from "../../view/terminal/display-width.ts";
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
  const [first = "", ...rest] = wrap(`── ${title}`, width, { first: 0, rest: 3 });
  const ruled = rest.length === 0 ? extendRule(first, Math.min(width, WIDEST_RULE)) : first;
  const lines = [ruled, ...rest].map((line) => paint("heading", line));
  const below = remarks.flatMap((remark) => wrap(remark, Math.min(width, WIDEST_RULE), { first: 2, rest: 2 }));
  return [...lines, ...below.map((line) => paint("quiet", line)), "", ""].join("\n");
}

/** A title that takes the width for itself gets no rule behind it. */
function extendRule(line: string, width: number): string {
  const columns = width - displayWidth(line) - 1;
  return columns > 0 ? `${line} ${"─".repeat(columns)}` : line;
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
