/** Where the effect of an intent stands. */
export type LedgerState =
  /** Somebody may be bringing it about right now. */
  | "claimed"
  /** It happened, and its result is kept. */
  | "done"
  /** The tool said that nothing happened. */
  | "did-not-happen"
  /** Nobody knows: it may have happened. */
  | "in-doubt"
  /** It was in doubt, and somebody has found out. */
  | "reconciled";

/** What moves an intent from one state to another. */
export type LedgerTrigger =
  /** The tool came to its end and said so. */
  | "finish"
  /** The tool said that nothing happened. */
  | "decline"
  /** A throw, a timeout, a cancel, or a lease that ran out. */
  | "lose"
  /** Somebody has found out: a reconciler, a person, or the tool itself, later than it was waited for. */
  | "resolve"
  /** The same intent again. A reconciled one only where it turned out that nothing had happened. */
  | "claim-again";

type Edges = Readonly<Partial<Record<LedgerTrigger, LedgerState>>>;

/** Every state of an intent and every edge between them. Drawn in `docs/ledger.md`. */
export const ledgerStates: Readonly<Record<LedgerState, Edges>> = {
  claimed: { finish: "done", decline: "did-not-happen", lose: "in-doubt" },
  done: {},
  "did-not-happen": { "claim-again": "claimed" },
  "in-doubt": { resolve: "reconciled" },
  reconciled: { "claim-again": "claimed" },
};

/** The state that `trigger` leads to, or `undefined` where the table has no such edge. */
export function nextState(state: LedgerState, trigger: LedgerTrigger): LedgerState | undefined {
  return ledgerStates[state][trigger];
}
