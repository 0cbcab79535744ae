import type { Outcome } from "../../protocol/outcome.ts";
import type { Tone } from "./style.ts";

/** A call that did not run is no alarm: nothing happened. */
export const outcomeTones: Readonly<Record<Outcome["kind"], Tone>> = {
  dispatchable: "good",
  invalid: "warning",
  failed: "warning",
  observed: "quiet",
};
