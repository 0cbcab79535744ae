import fc from "fast-check";

/** Whole streams, driven through every machine, are dear: more of them than this find nothing that these do not. */
const MOST_RUNS = 300;
/** Where only the set-up is tried, with no bug planted: the properties themselves run in the suite. */
const FEW_RUNS = 10;

const bug = process.env["ROLLCALL_MUTANT"] ?? "";

function usualRuns(): number {
  if (bug === "none") return FEW_RUNS;
  return Math.min(fc.readConfigureGlobal()?.numRuns ?? 100, MOST_RUNS);
}

/** Holds a property to its promise. `share` is the part of the usual number of runs that an expensive one gets. */
export async function holds<Inputs>(property: fc.IAsyncProperty<Inputs>, share = 1): Promise<void> {
  // Under a planted bug a property has only to fail: nobody reads the smallest input.
  await fc.assert(property, { numRuns: Math.ceil(usualRuns() * share), endOnFailure: bug !== "" });
}
