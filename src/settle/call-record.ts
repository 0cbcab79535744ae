import type { InputKind, RunBy } from "../protocol/call-event.ts";
import type { CallFacts } from "../protocol/outcome.ts";
import { createTextPieces, type TextPieces } from "../wire/text-pieces.ts";
import type { CallStateName } from "./lifecycle.ts";

/** Everything that the roll holds of one call while its message is open. Only the roll and the finalizer write to it. */
export interface CallRecord {
  state: CallStateName;
  /** `null` until the call is announced: an entry with neither an id nor a name is none yet. */
  index: number | null;
  id: string | null;
  name: string | null;
  readonly runBy: RunBy;
  readonly input: InputKind;
  readonly closes: boolean;
  /** The argument text as it is being collected, and as it reads so far. */
  readonly written: TextPieces;
  readonly text: string;
  bytes: number;
  isTooLarge: boolean;
  /** Where in the text another document began although the first had not ended. */
  strayTextAt: number | null;
  fragments: number;
  readonly announcedAtMs: number;
  lastFragmentAtMs: number | null;
  closedAtMs: number | null;
  largestGapMs: number;
  /** How many openings (calls, texts) the message had seen when this call was last added to. */
  openingsSeen: number;
  /** Why the call cannot be trusted although its message can. */
  conflict: string | null;
  isRefused: boolean;
  unfinishedStatus: string | null;
}

/** Makes the record of a call that a reader reports. */
export function createCallRecord(beginning: CallBeginning): CallRecord {
  return new OpenCallRecord(beginning);
}

/** What is known of a call when it begins. */
export type CallBeginning = Pick<CallRecord, "runBy" | "input" | "closes" | "openingsSeen" | "announcedAtMs">;

class OpenCallRecord implements CallRecord {
  state: CallStateName = "announced";
  index: number | null = null;
  id: string | null = null;
  name: string | null = null;
  readonly runBy: RunBy;
  readonly input: InputKind;
  readonly closes: boolean;
  readonly written: TextPieces = createTextPieces();
  bytes = 0;
  isTooLarge = false;
  strayTextAt: number | null = null;
  fragments = 0;
  readonly announcedAtMs: number;
  lastFragmentAtMs: number | null = null;
  closedAtMs: number | null = null;
  largestGapMs = 0;
  openingsSeen: number;
  conflict: string | null = null;
  isRefused = false;
  unfinishedStatus: string | null = null;

  constructor(beginning: CallBeginning) {
    this.runBy = beginning.runBy;
    this.input = beginning.input;
    this.closes = beginning.closes;
    this.openingsSeen = beginning.openingsSeen;
    this.announcedAtMs = beginning.announcedAtMs;
  }

  get text(): string {
    return this.written.text;
  }
}

/** What the outcome says of the call. */
export function toFacts(call: CallRecord): CallFacts {
  return Object.freeze({
    index: call.index ?? -1,
    id: call.id ?? "",
    name: call.name ?? "",
    runBy: call.runBy,
    input: call.input,
    text: call.text,
    bytes: call.bytes,
    fragments: call.fragments,
    announcedAtMs: call.announcedAtMs,
    lastFragmentAtMs: call.lastFragmentAtMs,
    closedAtMs: call.closedAtMs,
    largestGapMs: call.largestGapMs,
  });
}
