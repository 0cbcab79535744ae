import type { FaultChoice, FaultName } from "../../shared/api.ts";

/** What kinds of things go wrong, in the order of the picker. */
const faultGroups = [
  "Nothing",
  "The stream breaks",
  "The answer is cut short",
  "The call is wrong",
  "Money is at stake",
] as const;

type FaultGroup = (typeof faultGroups)[number];

const groupOf: Readonly<Record<FaultName, FaultGroup>> = {
  none: "Nothing",
  "connection-cut": "The stream breaks",
  silence: "The stream breaks",
  "server-killed": "The stream breaks",
  "stop-pressed": "The stream breaks",
  "ceiling-half": "The answer is cut short",
  "ceiling-whole": "The answer is cut short",
  "hidden-truncation": "The answer is cut short",
  "parallel-one-cut": "The answer is cut short",
  refusal: "The answer is cut short",
  "broken-json": "The call is wrong",
  "enum-healed": "The call is wrong",
  "enum-never": "The call is wrong",
  "unknown-tool": "The call is wrong",
  "payment-again": "Money is at stake",
  "payment-in-doubt": "Money is at stake",
};

/** Faults under their headings. */
export function groupFaults(
  faults: readonly FaultChoice[],
): readonly { readonly group: FaultGroup; readonly faults: readonly FaultChoice[] }[] {
  return faultGroups.map((group) => ({ group, faults: faults.filter(({ name }) => groupOf[name] === group) }));
}
