import type { RunBy } from "../../protocol/call-event.ts";
import type { Preview } from "../../preview/patch.ts";

/**
 * One thing that a person sees of a turn. Never changes; a later state is another object with the same `key`. Every string
 * in it is plain text and inert: nothing moves a cursor, turns the direction of the text or is markup. Times are
 * milliseconds of the store's clock.
 */
export type Block = TextBlock | ReasoningBlock | CallBlock | NoticeBlock;

/** What the model says. May hold line feeds and tabs. */
export interface TextBlock {
  readonly kind: "text";
  readonly key: string;
  readonly message: number;
  readonly text: string;
  readonly startedAtMs: number;
  /** `null` while more may come. */
  readonly endedAtMs: number | null;
}

/** What the model thinks; to be shown folded. */
export interface ReasoningBlock {
  readonly kind: "reasoning";
  readonly key: string;
  readonly message: number;
  readonly text: string;
  readonly startedAtMs: number;
  /** `null` while more may come. */
  readonly endedAtMs: number | null;
}

/** What a call is doing. A call rests in `ready` only where nobody told the store what became of it. */
export type LiveStatus = "preparing" | "ready" | "running";

/** How a call ended. `in-doubt`: it may have run. `observed`: the provider ran it. */
export type EndStatus = "done" | "errored" | "in-doubt" | "not-run" | "cancelled" | "observed";

/** @see LiveStatus @see EndStatus */
export type CallStatus = LiveStatus | EndStatus;

/** A call of a tool, from its announcement to its one ending. */
export interface CallBlock {
  readonly kind: "call";
  /** Stays the same while the model corrects the call, and when its request is sent again. */
  readonly key: string;
  /** The message that speaks of it now. */
  readonly message: number;
  readonly index: number;
  /** The name of the tool; "a tool" in the words of the store where the provider gave none. One line. */
  readonly tool: string;
  readonly runBy: RunBy;
  readonly status: CallStatus;
  /** How it ended, such as `not run (connection lost)`; `null` before. */
  readonly statement: string | null;
  /** The same as one line, such as `⊘ create_ticket — not run (connection lost)`; `null` before. */
  readonly line: string | null;
  /** What may be seen of the arguments. */
  readonly preview: Preview;
  /** UTF-8 bytes of arguments that came, in every attempt: never fewer than before. */
  readonly bytes: number;
  /** Pieces in which they came. */
  readonly fragments: number;
  readonly startedAtMs: number;
  /** With the store's clock it tells slow from stuck. `null` before the first piece. */
  readonly lastFragmentAtMs: number | null;
  /** `null` before it ended. */
  readonly endedAtMs: number | null;
  /** How often the model has been asked to correct it: for a developer, the person need not know. */
  readonly correction: number;
}

/** A line of the store's own: a message or a turn that did not end well. Ended when it appears. */
export interface NoticeBlock {
  readonly kind: "notice";
  readonly key: string;
  /** `null` for the whole turn. */
  readonly message: number | null;
  /** Such as `the answer ended early — nothing was run`. */
  readonly statement: string;
  /** Such as `⊘ the answer ended early — nothing was run`. */
  readonly line: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** What a person sees of a turn, from top to bottom. Never changes; blocks that did not change keep their identity. */
export interface TurnView {
  readonly blocks: readonly Block[];
  /** Whether more may come. */
  readonly isOpen: boolean;
  /** Since when the model has been asked and has not said anything; `null` while nothing is waited for. */
  readonly waitingSinceMs: number | null;
}
