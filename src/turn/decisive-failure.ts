import type { Failed } from "../protocol/outcome.ts";
import type { RollResult } from "../protocol/roll-event.ts";

/**
 * The call that says what is wrong with a message. One from before another model took over says nothing: the answer of the
 * other model stands.
 */
export function decisiveFailure({ ending, outcomes }: RollResult): Failed | undefined {
  return outcomes
    .filter((outcome) => outcome.kind === "failed")
    .find(({ cause }) => cause !== "refused" || ending.class === "filtered");
}
