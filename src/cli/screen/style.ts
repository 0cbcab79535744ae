import { readAbilities } from "../../view/terminal/abilities.ts";
import type { Output } from "../ports.ts";
import { terminalOf } from "./terminal-of.ts";

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

/** Colors only where a person looks, unless FORCE_COLOR or NO_COLOR say otherwise. */
export function paintFor(output: Output, environment: Readonly<Record<string, string | undefined>>): Paint {
  const stated = { color: undefined, live: undefined, unicode: undefined };
  return readAbilities({ output: terminalOf(output), environment, ...stated }).hasColor ? colorPaint : plainPaint;
}
