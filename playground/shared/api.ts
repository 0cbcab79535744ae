/**
 * What the page and the server of the playground say to each other, as JSON.
 *
 * | request | answer |
 * | --- | --- |
 * | `GET /api/state` | {@link PlaygroundState} |
 * | `GET /api/news` | server-sent events: `changed` with {@link News} at once and whenever the state may be another one |
 * | `POST /api/turns` with {@link StartTurn} | 202 {@link StartedRun} |
 * | `GET /api/turns/:turn/runs/:run/events` | the run as `followHop` of `rollcall/hop` reads it; may be asked for again and by two pages |
 * | `GET /api/turns/:turn/runs/:run/roll` | {@link RunRoll}, also while the run goes on |
 * | `POST /api/turns/:turn/stop` with `{}` | 202 {@link Empty}: the person stops the latest run. 409 where it is over |
 * | `POST /api/turns/:turn/again` with `{}` | 202 {@link StartedRun}: the same turn once more. 409 while it runs |
 * | `POST /api/conversation` with `{}` | 200 {@link PlaygroundState}: a new conversation; the rows stay |
 * | `POST /api/reset` with `{}` | 200 {@link PlaygroundState}: a new conversation and no rows. 409 while a turn runs |
 *
 * Whatever fails is answered with a status of 400 or above and a {@link Complaint}. A body is JSON with the content type
 * `application/json`. Times that end in `AtMs` are milliseconds since 1970 in rows and summaries, and milliseconds since the
 * run began in a roll.
 */

/** The dialect that the assistant's model speaks. */
export type WireName = "anthropic-messages" | "openai-chat" | "openai-responses";

/** Who answers: the simulator on this machine, or a real service where the environment has a key. */
export type ServiceName = "simulator" | "anthropic" | "openai";

/** What goes wrong. `none`: nothing does. Real services know `none` alone. */
export type FaultName =
  | "none"
  | "connection-cut"
  | "silence"
  | "ceiling-half"
  | "ceiling-whole"
  | "refusal"
  | "broken-json"
  | "enum-healed"
  | "enum-never"
  | "unknown-tool"
  | "hidden-truncation"
  | "parallel-one-cut"
  | "server-killed"
  | "stop-pressed"
  | "payment-again"
  | "payment-in-doubt";

/** One entry of the picker of wires. */
export interface WireChoice {
  readonly name: WireName;
  readonly label: string;
}

/** One entry of the picker of faults. */
export interface FaultChoice {
  readonly name: FaultName;
  /** A few words. */
  readonly label: string;
  /** What happens, in one sentence. */
  readonly sentence: string;
  /** Words for the person to say that fit this fault. */
  readonly prompt: string;
  /** What the person does beside asking: press stop while it runs, or ask for the same turn again when it is over. */
  readonly person: "asks" | "stops" | "asks-again";
}

/** One entry of the picker of services. */
export interface ServiceChoice {
  readonly name: ServiceName;
  readonly label: string;
  /** The model that is asked; `null` for the simulator. */
  readonly model: string | null;
  readonly wires: readonly WireName[];
  /** `null`, or why it cannot be chosen, such as a key that the environment does not have. */
  readonly missing: string | null;
}

/** One run of a turn: the first one, or the same turn once more. */
export interface RunSummary {
  /** From 1. */
  readonly run: number;
  /**
   * `running`; `ended`, in one of the turn's own endings; `lost`: the process that ran it is gone, and nobody saw its end.
   */
  readonly state: "running" | "ended" | "lost";
  /** How it ended, in words; `null` while it runs. */
  readonly ending: string | null;
  /** Whether its events can still be watched. */
  readonly isWatchable: boolean;
}

/** One request of the person. */
export interface TurnSummary {
  readonly id: string;
  readonly text: string;
  readonly wire: WireName;
  readonly fault: FaultName;
  readonly service: ServiceName;
  readonly startedAtMs: number;
  /** In their order; never empty. */
  readonly runs: readonly RunSummary[];
}

/** A ticket in the database. */
export interface TicketRow {
  readonly id: number;
  readonly project: string;
  readonly title: string;
  readonly priority: "low" | "normal" | "urgent";
  readonly description: string;
  /** The turn that it comes from. */
  readonly turn: string;
  readonly createdAtMs: number;
}

/** A payment in the database. Its memo is sensitive and never sent. */
export interface PaymentRow {
  readonly id: number;
  readonly to: string;
  readonly amount: number;
  readonly hasMemo: boolean;
  readonly turn: string;
  readonly createdAtMs: number;
}

/** An intent in the ledger. */
export interface LedgerRow {
  /** The first characters of the key. */
  readonly key: string;
  readonly tool: string;
  readonly turn: string | null;
  readonly state: "claimed" | "done" | "did-not-happen" | "in-doubt" | "reconciled";
  /** How often it was claimed, from 1. */
  readonly attempt: number;
  readonly note: string | null;
  readonly claimedAtMs: number;
}

/** Everything that the page shows beside running turns. */
export interface PlaygroundState {
  /** Grows with every change. */
  readonly revision: number;
  readonly version: string;
  readonly wires: readonly WireChoice[];
  readonly faults: readonly FaultChoice[];
  readonly services: readonly ServiceChoice[];
  /** Words to begin with, where nothing is to go wrong. */
  readonly prompts: readonly string[];
  /** The longest text of a turn, in UTF-16 code units. */
  readonly maxTextChars: number;
  readonly conversation: string;
  /** The turns of this conversation, the oldest first. */
  readonly turns: readonly TurnSummary[];
  /** The newest first, at most 100; so are the others. */
  readonly tickets: readonly TicketRow[];
  readonly payments: readonly PaymentRow[];
  readonly ledger: readonly LedgerRow[];
}

/** @see the head of this file */
export interface News {
  readonly revision: number;
}

/** What a turn begins with. */
export interface StartTurn {
  readonly text: string;
  readonly wire: WireName;
  readonly fault: FaultName;
  readonly service: ServiceName;
}

/** Where to watch. */
export interface StartedRun {
  readonly turn: string;
  readonly run: number;
}

/** Nothing to say. */
export type Empty = Readonly<Record<string, never>>;

/** Why a request was not done, for the person. */
export interface Complaint {
  readonly error: string;
}

/** What the inspector shows of one run. */
export interface RunRoll {
  readonly turn: string;
  readonly run: number;
  /** How long it has been going on, or went on. */
  readonly lastsMs: number;
  readonly state: RunSummary["state"];
  /** The answers of the model, withdrawn ones included, in their order. */
  readonly messages: readonly RolledMessage[];
  /** How the turn ended and why, in words; `null` while it runs and where nobody saw it. */
  readonly because: string | null;
}

/** One answer of the model. */
export interface RolledMessage {
  /** From 0. */
  readonly message: number;
  readonly askedAtMs: number;
  /** Why the model was asked, in words. */
  readonly asked: string;
  /** Its request was sent again, and the next message stands in its place. */
  readonly isWithdrawn: boolean;
  readonly calls: readonly RolledCall[];
  /** `null` until it is over. */
  readonly stop: RolledStop | null;
}

/** How an answer ended. */
export interface RolledStop {
  readonly atMs: number;
  /** The provider's own word; `null` where it gave none. */
  readonly word: string | null;
  /** Whether it is one behind which calls may run. */
  readonly isClean: boolean;
  /** What it means, in words. */
  readonly because: string;
}

/** One call, from its announcement to what became of it. */
export interface RolledCall {
  /** From 0, in its message. */
  readonly index: number;
  readonly tool: string;
  readonly announcedAtMs: number;
  readonly fragments: readonly RolledFragment[];
  /** `null` where the provider never closed it. */
  readonly closedAtMs: number | null;
  /** The argument text as it came; what may not be shown is replaced by `•••`. */
  readonly raw: string;
  /** `null` until it is settled. */
  readonly settled: RolledSettlement | null;
  /** The tool began; `null` where it did not. */
  readonly runningAtMs: number | null;
  /** What became of a call that could run; `null` for others. */
  readonly result: RolledResult | null;
}

/** A piece of argument text. */
export interface RolledFragment {
  readonly atMs: number;
  /** In UTF-8. */
  readonly bytes: number;
}

/** The outcome of a call. */
export interface RolledSettlement {
  readonly atMs: number;
  readonly kind: "dispatchable" | "invalid" | "failed" | "observed";
  /** Such as `token-limit` or `schema`; `null` for a call that may run and for one of the provider. */
  readonly cause: string | null;
  /** Why the outcome is what it is, in words. */
  readonly because: string;
}

/** What a tool came to. */
export interface RolledResult {
  readonly atMs: number;
  readonly kind: "done" | "errored" | "not-run" | "in-doubt";
  /** Nothing ran: it had happened before. */
  readonly isReplay: boolean;
  readonly because: string;
}
