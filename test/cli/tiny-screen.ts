const CONTROL = /\u{1B}\[(\d+)A|\u{1B}\[0J|\u{1B}\[[\d;]*m|[\n\r]|[^\u{1B}\n\r]+/gu;

/** What a terminal shows after this output: the few controls that the command line uses, and nothing else. */
export function shownOn(output: string): readonly string[] {
  const lines: string[] = [""];
  let row = 0;
  let column = 0;
  for (const [token, up] of output.matchAll(CONTROL)) {
    if (up !== undefined) row -= Number(up);
    else if (token === "\u{1B}[0J") lines.splice(row, lines.length - row, "");
    else if (token === "\r") column = 0;
    else if (token === "\n") {
      row += 1;
      column = 0;
      lines[row] ??= "";
    } else if (!token.startsWith("\u{1B}")) {
      const line = lines[row] ?? "";
      lines[row] = line.slice(0, column) + token + line.slice(column + token.length);
      column += token.length;
    }
  }
  return lines;
}
