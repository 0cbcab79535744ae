import fc from "fast-check";

/** Under a planted bug a property has only to fail: no shrinking, and not more inputs than it takes. */
const isMutated = (process.env["ROLLCALL_MUTANT"] ?? "") !== "";

/** Whole streams, driven through every machine, are dear: more of them than this find nothing that these do not. */
const MOST_RUNS = 300;

/** Holds a property to its promise. `share` is the part of the usual number of runs that an expensive one gets. */
export async function holds<Inputs>(property: fc.IAsyncProperty<Inputs>, share = 1): Promise<void> {
  const runs = Math.min(fc.readConfigureGlobal()?.numRuns ?? 100, MOST_RUNS);
  await fc.assert(property, { numRuns: Math.ceil(runs * share), endOnFailure: isMutated });
}
