/** Marks that sit on the character before them. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Characters that fill two columns: East Asian scripts and full-width forms, and pictures. */
const DOUBLE_WIDTH =
  /^[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{A4CF}\u{A960}-\u{A97C}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u;

const PLAIN = /^[\u{20}-\u{7E}]*$/u;

/** Asks for the picture of a sign that is also a character: two columns in most terminals. */
const AS_PICTURE = "\u{FE0F}";

/**
 * How many columns a text takes in a terminal. Where terminals differ, as with joined pictures, it is the most that one
 * takes.
 */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  let latest = 0;
  for (const character of text) {
    const width = character === AS_PICTURE && latest === 1 ? 1 : characterWidth(character);
    columns += width;
    if (width > 0) latest = width;
  }
  return columns;
}

/** Fills a text with blanks up to `columns`. */
export function padTo(text: string, columns: number, side: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, columns - displayWidth(text)));
  return side === "left" ? text + blanks : blanks + text;
}

/** Cuts a text to `columns`; its last column is then `…`. */
export function cutTo(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > columns - 1) break;
    kept += character;
  }
  return columns < 1 ? "" : `${kept}…`;
}

function characterWidth(character: string): 0 | 1 | 2 {
  if (ZERO_WIDTH.test(character)) return 0;
  return DOUBLE_WIDTH.test(character) ? 2 : 1;
}
