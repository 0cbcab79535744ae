import fc from "fast-check";

import { document, freeform, shares, type PlannedDocument } from "./documents.ts";
import type { PlannedRecord } from "./said.ts";

/** One call as the generator imagines it, before a wire writes it. */
export interface PlannedCall {
  readonly kind: "call";
  readonly document: PlannedDocument;
  readonly isFreeform: boolean;
  readonly runBy: "client" | "provider";
  readonly shares: readonly number[];
  /** How the arguments arrive; a wire that has no such way takes `pieces`. */
  readonly arrival: "pieces" | "whole" | "stated";
  /** What is wrong with the call's end; a wire that has no such fault takes `none`. */
  readonly flaw: "none" | "unclosed" | "late-piece" | "unfinished" | "differs";
}

/** A run of answer text. */
export interface PlannedText {
  readonly kind: "text";
  readonly text: string;
}

/** What a message holds before its stop. */
export interface PlannedMessage {
  readonly items: readonly (PlannedCall | PlannedText)[];
  /** The records of the items take turns, instead of one item after the other. */
  readonly isInterleaved: boolean;
  readonly isRefusal: boolean;
  readonly tokens: number;
  /** A mischief of the whole message, and where among the records it strikes, as a share. */
  readonly mischief: "none" | "error" | "unreadable" | "same-stop" | "other-stop" | "no-stop" | "no-end";
  readonly mischiefAt: number;
  readonly keepAlives: readonly number[];
  readonly newline: "\n" | "\r\n";
  readonly hasByteOrderMark: boolean;
}

const jsonCall = fc.record<PlannedCall>({
  kind: fc.constant("call"),
  document,
  isFreeform: fc.constant(false),
  runBy: fc.oneof({ arbitrary: fc.constant("client"), weight: 6 }, { arbitrary: fc.constant("provider"), weight: 1 }),
  shares,
  arrival: fc.constantFrom("pieces", "pieces", "whole", "stated"),
  flaw: fc.oneof(
    { arbitrary: fc.constant("none"), weight: 8 },
    { arbitrary: fc.constantFrom("unclosed", "late-piece", "unfinished", "differs"), weight: 1 },
  ),
});

const freeformCall = fc.record<PlannedCall>({
  kind: fc.constant("call"),
  document: freeform,
  isFreeform: fc.constant(true),
  runBy: fc.constant("client"),
  shares,
  arrival: fc.constant("pieces"),
  flaw: fc.constant("none"),
});

const text = fc.record<PlannedText>({
  kind: fc.constant("text"),
  text: fc.constantFrom("I'll do that.", "é東🙂", '{"title":', "[DONE]"),
});

/** A message with texts and up to four calls. `withFreeform`: the wire has freeform tools. */
export function messageOf(withFreeform: boolean): fc.Arbitrary<PlannedMessage> {
  const call = withFreeform
    ? fc.oneof({ arbitrary: jsonCall, weight: 6 }, { arbitrary: freeformCall, weight: 1 })
    : jsonCall;
  return fc.record<PlannedMessage>({
    items: fc
      .tuple(fc.array(call, { maxLength: 4 }), fc.array(fc.tuple(text, fc.nat({ max: 4 })), { maxLength: 2 }))
      .map(([calls, texts]) => {
        const items: (PlannedCall | PlannedText)[] = [...calls];
        for (const [each, at] of texts) items.splice(Math.min(at, items.length), 0, each);
        return items;
      }),
    isInterleaved: fc.boolean(),
    isRefusal: fc.integer({ min: 0, max: 19 }).map((roll) => roll === 0),
    tokens: fc.constantFrom(20, 1024),
    mischief: fc.oneof(
      { arbitrary: fc.constant("none"), weight: 8 },
      {
        arbitrary: fc.constantFrom("error", "unreadable", "same-stop", "other-stop", "no-stop", "no-end"),
        weight: 4,
      },
    ),
    mischiefAt: fc.double({ min: 0, max: 0.999, noNaN: true }),
    keepAlives: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 2 }),
    newline: fc.constantFrom("\n", "\n", "\r\n"),
    hasByteOrderMark: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
  });
}

/** The records of several items, one after the other or by turns. */
export function arrange(
  items: readonly (readonly PlannedRecord[])[],
  isInterleaved: boolean,
): readonly PlannedRecord[] {
  if (!isInterleaved) return items.flat();
  const longest = Math.max(0, ...items.map((records) => records.length));
  return Array.from({ length: longest }, (_, turn) => items.flatMap((records) => records.slice(turn, turn + 1))).flat();
}

/** What only a wire can write of a message's end. */
export interface Ending {
  /** The records that stop and end the message. */
  readonly stop: readonly PlannedRecord[];
  readonly otherStop: PlannedRecord | null;
  readonly end: readonly PlannedRecord[];
  readonly error: PlannedRecord;
  readonly keepAlive: PlannedRecord;
  /** A record that is no JSON. */
  readonly unreadable: string;
}

/** The whole stream: opening and body, with the message's mischief and its keep-alives. */
export function assemble(
  message: PlannedMessage,
  body: readonly PlannedRecord[],
  ending: Ending,
): readonly PlannedRecord[] {
  const { mischief } = message;
  const again = mischief === "same-stop" ? ending.stop.slice(0, 1) : [];
  const other = mischief === "other-stop" && ending.otherStop !== null ? [ending.otherStop] : [];
  const stop = mischief === "no-stop" ? [] : [...ending.stop, ...again, ...other];
  const records = [...body, ...stop, ...(mischief === "no-end" ? [] : ending.end)];
  const unreadable: PlannedRecord = { lines: ending.unreadable, kind: "unreadable", says: [{ say: "error" }] };
  if (mischief === "error") insert(records, message.mischiefAt, ending.error);
  if (mischief === "unreadable") insert(records, message.mischiefAt, unreadable);
  for (const share of message.keepAlives) insert(records, share, ending.keepAlive);
  return records;
}

function insert(records: PlannedRecord[], share: number, record: PlannedRecord): void {
  records.splice(Math.floor(share * (records.length + 1)), 0, record);
}
