import { fileAt } from "./source.ts";

/** One fenced block of a page. */
export interface DocBlock {
  readonly language: string;
  readonly text: string;
  /** The file that the comment in front of the block names; `undefined` where there is none. */
  readonly file: string | undefined;
}

/** What one example of a page says: records of the wire, and what they come to. */
export interface DocExample {
  readonly records: readonly string[];
  readonly comesTo: readonly string[];
}

/** The text from this heading, such as `## Faults`, to the next heading that is not below it. */
export function sectionOf(page: string, heading: string): string {
  const start = page.indexOf(`${heading}\n`);
  if (start === -1) throw new Error(`the page has no heading "${heading}"`);
  const level = heading.length - heading.replace(/^#+/, "").length;
  const rest = page.slice(start + heading.length);
  const next = new RegExp(`^#{1,${level}} `, "m").exec(rest);
  return next === null ? rest : rest.slice(0, next.index);
}

/** The rows of the first table of a section, cell by cell, without its head. Backticks are taken off whole cells. */
export function tableOf(section: string): readonly (readonly string[])[] {
  const table = /(?:^\|.*\|\n)+/m.exec(section)?.[0];
  if (table === undefined) throw new Error("the section has no table");
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1")),
    );
}

/** Every word of a text that stands in backticks. */
export function codeWords(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = ""]) => word);
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly DocBlock[] {
  return [...page.matchAll(/(?:^<!-- (\S+) -->\n\n)?^```([a-z]*)\n([\s\S]*?)^```$/gm)].map(
    ([, file, language = "", text = ""]) => ({ language, text, file }),
  );
}

/** The examples of a section: a `json` block of records, one a line, and the `text` block behind it. */
export function examplesOf(section: string): readonly DocExample[] {
  const blocks = blocksOf(section);
  return blocks.flatMap((block, at) => {
    if (block.language !== "json") return [];
    const answer = blocks[at + 1];
    if (answer?.language !== "text") throw new Error(`nothing says what this comes to: ${block.text}`);
    return [{ records: linesOf(block.text), comesTo: linesOf(answer.text) }];
  });
}

/** A document of the repository. */
export function pageAt(path: string): string {
  return fileAt(path).text;
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split("\n");
}
