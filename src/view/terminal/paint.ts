/** What a piece of text is for. State is never told by color alone. */
export type Tone = "plain" | "strong" | "quiet" | "good" | "warning" | "bad" | "moving";

/** Dresses text in a tone. Takes inert text only. */
export type Paint = (tone: Tone, text: string) => string;

const codes: Readonly<Record<Tone, string>> = {
  plain: "",
  strong: "1",
  quiet: "2",
  good: "32",
  warning: "33",
  bad: "31",
  moving: "36",
};

/** No color at all. */
export const plainPaint: Paint = (_tone, text) => text;

/** The sixteen colors that every theme of every terminal makes readable. */
export const colorPaint: Paint = (tone, text) =>
  text === "" || codes[tone] === "" ? text : `\u{1B}[${codes[tone]}m${text}\u{1B}[0m`;
