/**
 * Raw argument text as it came, without what may not be shown.
 *
 * - C1 A value is copied only behind a key whose rule is "show". A word without quotes counts as one: it is what a reader
 *   of broken arguments wants to see.
 * - C2 From the first other place that is no flat JSON object on, nothing is copied: what it belongs to is not known.
 * - C3 What is left out says neither its kind nor its length.
 */

/** What may be shown, by field: the display map of a tool. `*` is for fields that are not named. */
export type FieldRules = Readonly<Record<string, "show" | "hide" | "sensitive">>;

const CONCEALED = "•••";

const OPENING = /\s*\{\s*/uy;
const KEY = /"(?:[^"\\]|\\.)*"\s*:\s*/uy;
const TEXT = /"(?:[^"\\]|\\.)*"/uy;
const HALF_TEXT = /"(?:[^"\\]|\\.?)*$/uy;
const WORD = /[^\s,{}[\]"]+/uy;
const SEPARATOR = /\s*,\s*/uy;
const CLOSING = /\s*\}\s*$/uy;

/** Redacts the arguments of one call, whole or not. */
export function redact(text: string, rules: FieldRules): string {
  const scan = createScan(text);
  let shown = scan.take(OPENING) ?? "";
  if (shown === "") return text === "" ? "" : CONCEALED;
  for (;;) {
    const member = takeMember(scan, rules);
    shown += member.text;
    if (member.isLast) return shown;
    const separator = scan.take(SEPARATOR);
    if (separator === undefined) return shown + (scan.take(CLOSING) ?? scan.rest());
    shown += separator;
  }
}

interface Member {
  readonly text: string;
  readonly isLast: boolean;
}

function takeMember(scan: Scan, rules: FieldRules): Member {
  const key = scan.take(KEY);
  if (key === undefined) return { text: scan.take(CLOSING) ?? scan.rest(), isLast: true };
  const name = key.slice(0, key.lastIndexOf('"') + 1);
  const isNamed = isNamedIn(rules, name);
  const isShown = isNamed !== undefined && rules[isNamed] === "show";
  const shownKey = isNamed === undefined ? key.replace(name, `"${CONCEALED}"`) : key;
  const value = scan.take(TEXT) ?? scan.take(WORD);
  if (value !== undefined) return { text: shownKey + (isShown ? value : CONCEALED), isLast: false };
  const half = scan.take(HALF_TEXT);
  const rest = half === undefined ? scan.rest() : isShown ? half : CONCEALED;
  return { text: shownKey + rest, isLast: true };
}

/** The rule that a key falls under; `undefined` where none does. */
function isNamedIn(rules: FieldRules, name: string): string | undefined {
  const key = parseKey(name);
  if (Object.hasOwn(rules, key)) return key;
  return Object.hasOwn(rules, "*") ? "*" : undefined;
}

function parseKey(name: string): string {
  try {
    const key: unknown = JSON.parse(name);
    return String(key);
  } catch {
    return "";
  }
}

interface Scan {
  take(pattern: RegExp): string | undefined;
  /** What stands for everything that is left. */
  rest(): string;
}

function createScan(text: string): Scan {
  let place = 0;
  return {
    take(pattern) {
      pattern.lastIndex = place;
      const found = pattern.exec(text)?.[0];
      place += found?.length ?? 0;
      return found;
    },
    rest: () => (place === text.length ? "" : CONCEALED),
  };
}
