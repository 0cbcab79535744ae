/** What the signs of Rollcall become. */
const signs: ReadonlyMap<string, string> = new Map([
  ["✓", "+"],
  ["✗", "!"],
  ["⊘", "x"],
  ["·", "-"],
  ["—", "-"],
  ["–", "-"],
  ["…", "..."],
  ["×", "x"],
  ["‘", "'"],
  ["’", "'"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["ß", "ss"],
  ["\u{A0}", " "],
]);

/** A text for a screen that knows nothing but ASCII: letters lose their accents, and what has no likeness is a `?`. */
export function asciiOf(text: string): string {
  return text.replace(/\P{ASCII}\p{M}*/gu, (piece) => {
    const [character = ""] = piece;
    const sign = signs.get(character);
    if (sign !== undefined) return sign;
    const plain = piece.normalize("NFKD").replace(/\p{M}/gu, "");
    return /^\p{ASCII}+$/u.test(plain) ? plain : "?";
  });
}
