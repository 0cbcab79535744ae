/** Who runs a call: the application, or the provider on its own side (a web search, an MCP connector). */
export type RunBy = "client" | "provider";

/** What the argument text of a call is: one JSON document, or raw text (a freeform tool). */
export type InputKind = "json" | "text";

/** What a stop word means for the calls of the message. */
export type StopClass = "clean" | "ceiling" | "filtered" | "paused" | "failed" | "unknown";

/** Why a message that stopped did not stop cleanly. */
export type TruncationCause =
  | "token-limit"
  | "context-window"
  | "refused"
  | "content-filter"
  | "paused"
  | "unknown-stop";

/** The reason that the provider gave for the end of the generation. */
export interface Stop {
  /** The word as the provider wrote it. */
  readonly word: string;
  readonly class: StopClass;
  /** Present for every class but `clean` and `failed`. */
  readonly cause?: TruncationCause;
}

/** Something odd that was seen. A fault never makes a call run; some of them keep one from running. */
export interface Fault {
  /** A stable, kebab-case name of the kind of fault. */
  readonly code: string;
  /** What was seen, for a developer. Never argument text. */
  readonly detail: string;
}

/**
 * What a format reader reports of one message. `call` numbers the calls of the message from 0 in the order in which
 * they first appeared. A reader translates and never judges: what the events amount to is for the roll to decide.
 */
export type CallEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
      readonly type: "call-start";
      readonly call: number;
      /** `null` while the provider has not said it. */
      readonly id: string | null;
      readonly name: string | null;
      readonly runBy: RunBy;
      readonly input: InputKind;
      /** Whether this wire says when a call is closed. Where it does not, the stop closes the calls. */
      readonly closes: boolean;
    }
  /** The provider named the call, now or again. A `null` says nothing. */
  | { readonly type: "call-name"; readonly call: number; readonly id: string | null; readonly name: string | null }
  | { readonly type: "call-delta"; readonly call: number; readonly text: string }
  /** What comes next for this call is no continuation of its text: a value among text, or another call's fragment. */
  | { readonly type: "call-stray"; readonly call: number }
  /** The provider sent the whole document of this call again. */
  | { readonly type: "call-repeat"; readonly call: number }
  /** Something that is neither a call nor text began: whatever came before it was gone past. */
  | { readonly type: "block-start" }
  /** The provider stated the whole text so far; it must equal or continue the fragments. */
  | { readonly type: "call-snapshot"; readonly call: number; readonly text: string }
  | { readonly type: "call-end"; readonly call: number }
  /** The provider contradicted itself about this call, which can therefore not be trusted. */
  | { readonly type: "call-conflict"; readonly call: number; readonly fault: Fault }
  /** The call has a status of its own, and it is not the one of a finished call. */
  | { readonly type: "call-unfinished"; readonly call: number; readonly status: string }
  /** Every call announced so far comes from a model that then refused. */
  | { readonly type: "calls-refused" }
  /** The model refused in words, whatever the stop says. */
  | { readonly type: "refusal" }
  /** Tokens that the provider counted, and the ceiling it says was asked for. */
  | { readonly type: "usage"; readonly outputTokens?: number; readonly maxOutputTokens?: number }
  /** Of a failure: `code` is the provider's own, which may say more than the stop word, `detail` is what it says in words. */
  | { readonly type: "message-stop"; readonly stop: Stop; readonly code?: string; readonly detail?: string }
  /** The stream's own end marker. */
  | { readonly type: "message-end" }
  /**
   * The provider reported an error in the stream; `code` is its own, `""` where it gave none. With `isUnreadable` it said
   * nothing of that kind: a record could not be read, and `code` is the reader's.
   */
  | { readonly type: "message-error"; readonly code: string; readonly detail: string; readonly isUnreadable?: true }
  | { readonly type: "fault"; readonly fault: Fault };

/** Takes the events of a reader, in order. */
export type Emit = (event: CallEvent) => void;
