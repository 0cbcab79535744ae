import type { Output } from "../ports.ts";

/** What a piece of text is for. State is never told by color alone. */
export type Tone = "plain" | "heading" | "quiet" | "good" | "warning";

/** Dresses text in a tone. Takes inert text only. */
export type Paint = (tone: Tone, text: string) => string;

const ESCAPE = "\u{1B}[";

const codes: Readonly<Record<Tone, string>> = { plain: "", heading: "1", quiet: "2", good: "32", warning: "33" };

/** No color at all. */
export const plainPaint: Paint = (_tone, text) => text;

const colorPaint: Paint = (tone, text) =>
  text === "" || codes[tone] === "" ? text : `${ESCAPE}${codes[tone]}m${text}${ESCAPE}0m`;

/** Colors only where a person looks, and never against NO_COLOR (https://no-color.org). */
export function paintFor(output: Output, environment: Readonly<Record<string, string | undefined>>): Paint {
  const refused = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
  return output.isTerminal && !refused ? colorPaint : plainPaint;
}
