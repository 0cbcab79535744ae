import type { InputKind, RunBy } from "../protocol/call-event.ts";
import type { CallFacts } from "../protocol/outcome.ts";
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
  text: string;
  bytes: number;
  isTooLarge: boolean;
  /** Where in the text another document began although the first had not ended. */
  strayDocumentAt: number | null;
  fragments: number;
  announcedAtMs: number;
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
