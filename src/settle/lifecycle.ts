import { RollcallError } from "../protocol/errors.ts";

/** Where a call stands. The second row is terminal: a settled call never changes (R5). */
export type CallStateName =
  | "announced"
  | "accumulating"
  | "closed"
  | "trusted"
  | "parsed"
  | "dispatchable"
  | "invalid"
  | "truncated"
  | "unparseable"
  | "abandoned"
  | "observed";

/** What moves a call. */
export type LifecycleTrigger =
  /** A piece of its text came. */
  | "fragment"
  /** The provider said that no more will come, or the stop did where the wire has no such word. */
  | "close"
  /** The message stopped cleanly, or a policy spared the call. */
  | "clean-stop"
  /** The message stopped for a reason that puts the call in doubt. */
  | "unclean-stop"
  /** Nothing that could be trusted came: end of stream, silence, error, cancel. */
  | "lose"
  /** The text is one strict document, or raw text. */
  | "parse"
  /** The text is no document. */
  | "misread"
  /** The document does not fit, or cannot be trusted as a value. */
  | "misfit"
  /** The arguments fit the tool. */
  | "fit"
  /** The message is over, and the provider is the one that ran the call. */
  | "observe";

type Edges = Readonly<Partial<Record<LifecycleTrigger, CallStateName>>>;

const SETTLED: Edges = {};

/** Every state of a call and every edge between them. Drawn in `ARCHITECTURE.md`. */
export const lifecycle: Readonly<Record<CallStateName, Edges>> = {
  announced: {
    fragment: "accumulating",
    close: "closed",
    "unclean-stop": "truncated",
    lose: "abandoned",
    observe: "observed",
  },
  accumulating: {
    fragment: "accumulating",
    close: "closed",
    "unclean-stop": "truncated",
    lose: "abandoned",
    observe: "observed",
  },
  // A snapshot behind the close may still complete the text.
  closed: {
    fragment: "closed",
    close: "closed",
    "clean-stop": "trusted",
    "unclean-stop": "truncated",
    lose: "abandoned",
    observe: "observed",
  },
  trusted: { parse: "parsed", misread: "unparseable", misfit: "invalid" },
  parsed: { fit: "dispatchable", misfit: "invalid" },
  dispatchable: SETTLED,
  invalid: SETTLED,
  truncated: SETTLED,
  unparseable: SETTLED,
  abandoned: SETTLED,
  observed: SETTLED,
};

/** The state that `trigger` leads to. @throws {RollcallError} where the table has no such edge. */
export function advance(state: CallStateName, trigger: LifecycleTrigger): CallStateName {
  const next = lifecycle[state][trigger];
  if (next === undefined) throw new RollcallError("illegal-transition", `a call that is ${state} cannot ${trigger}`);
  return next;
}
