import { UsageError } from "../usage-error.ts";

/** A line of a text file, with the number under which an editor shows it. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

const LINE_FEED = 0x0a;

/** The first line of some bytes, without its line feed. */
export function firstLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(LINE_FEED);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** Decodes the lines of a file that are not blank. @throws UsageError naming a line that is not UTF-8 */
export function decodeLines(bytes: Uint8Array, fileName: string): readonly NumberedLine[] {
  const lines: NumberedLine[] = [];
  let start = 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const line = firstLine(bytes.subarray(start));
    start += line.length + 1;
    const text = decodeLine(line);
    if (text === null) {
      throw new UsageError(`${fileName}, line ${number}: not UTF-8; write such bytes as "base64"`);
    }
    if (text.trim() !== "") lines.push({ number, text });
  }
  return lines;
}

/** Decodes one line; `null` when it is not UTF-8. A byte order mark is taken off. */
export function decodeLine(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
