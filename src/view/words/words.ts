import type { StopClass, TruncationCause } from "../../protocol/call-event.ts";
import type { AbandonedCause, InvalidCause, UnparseableCause } from "../../protocol/outcome.ts";
import type { CancelledBy, NotRunCause } from "../../protocol/turn-event.ts";
import type { EndCause } from "../blocks/block-view.ts";

/**
 * All that Rollcall says to a person, in one language. A line names the tool, says whether it ran, and gives a cause that
 * tells whether trying again is worth it; it never quotes the request, an error or a schema.
 *
 * Another language is another value of this type. A key that is missing does not compile:
 *
 * ```ts
 * import type { Words } from "rollcall/view";
 *
 * export const french: Words = { language: "fr", aTool: "un outil", … };
 * const store = createBlockStore({ words: french });
 * ```
 *
 * Statements stand behind the name of a tool and a dash, such as `create_ticket — not run (connection lost)`, so they begin
 * as the rest of a sentence does and end without a full stop. `test/view/words.test.ts` lists what a language is held to.
 */
export interface Words {
  /** A language tag (BCP 47), such as `en`. */
  readonly language: string;
  /** Stands for the name of a tool that the provider never named. */
  readonly aTool: string;
  /** What has not ended yet. */
  readonly live: LiveWords;
  /** How a call ended that ran, or may have. */
  readonly results: ResultWords;
  /** Why a call did not run, by its outcome. */
  readonly invalid: Readonly<Record<InvalidCause, string>>;
  readonly truncated: Readonly<Record<TruncationCause, string>>;
  readonly unparseable: Readonly<Record<UnparseableCause, string>>;
  readonly abandoned: Readonly<Record<AbandonedCause, string>>;
  /** Why a call that could have run did not. */
  readonly notRun: Readonly<Record<NotRunCause, string>>;
  /** How a message ended that stopped, but not cleanly. */
  readonly stops: Readonly<Record<Exclude<StopClass, "clean">, string>>;
  /** How a message ended that never stopped, or a view without its turn. */
  readonly losses: Readonly<Record<EndCause, string>>;
  /** How a turn ended in the other ways. */
  readonly turns: TurnWords;
  readonly tally: TallyWords;
}

/** @see Words */
export interface LiveWords {
  readonly preparing: string;
  readonly ready: string;
  readonly running: string;
  readonly reasoning: string;
  /** The model was asked and has not said anything. */
  readonly waiting: string;
  /** Nothing came for so long. */
  readonly silentFor: (seconds: number) => string;
  /** So much of the request came. */
  readonly received: (bytes: number) => string;
}

/** @see Words */
export interface ResultWords {
  readonly observed: string;
  readonly done: string;
  /** It had been done before, and was not done again. */
  readonly replayed: string;
  /** It ran and failed; to run it again does no harm. */
  readonly errored: string;
  /** Nobody knows whether it ran. Must not say that it did not. */
  readonly inDoubt: string;
  /** It may run where nobody hears of it any more. Must not say that it did not. */
  readonly lostSight: string;
}

/** @see Words */
export interface TurnWords {
  readonly notCorrected: string;
  readonly notChecked: string;
  /** For what could not be read; what was cut short has its own words. */
  readonly unreadable: string;
  readonly endless: string;
  readonly cancelled: Readonly<Record<CancelledBy, string>>;
}

/** What did and what did not happen, behind the dash of a notice. */
export interface TallyWords {
  readonly nothing: string;
  /** The provider ran something on its own side. */
  readonly nothingElse: string;
  readonly done: (names: string) => string;
  readonly observed: (names: string) => string;
  readonly errored: (names: string) => string;
  readonly inDoubt: (names: string) => string;
  readonly notRun: (names: string) => string;
  /** Between names, and between the parts above. */
  readonly comma: string;
  readonly semicolon: string;
  /** Behind some names, for how many more there are. */
  readonly more: (count: number) => string;
}
