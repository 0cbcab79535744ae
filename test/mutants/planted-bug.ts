/** The promises that the properties of `test/promises` hold. */
export type PromiseNumber = "R1" | "R2" | "R3" | "R5" | "R6" | "R7" | "R8" | "R9" | "R10" | "R13" | "R14";

/** A bug that somebody could make, as one change of one file. */
export interface PlantedBug {
  readonly name: string;
  /** The promise that it breaks: a property with this number in its title must turn red. */
  readonly promise: PromiseNumber;
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** The name under which nothing is planted: the same run, of the code as it is. */
export const NO_BUG = "none";

/** Says how often the place of a bug is found in its file; anything but once means that the bug is out of date. */
export function placesOf(bug: PlantedBug, source: string): number {
  return source.split(bug.find).length - 1;
}

/** The source with the bug in it. @throws {Error} if its place is not found exactly once. */
export function plant(bug: PlantedBug, source: string): string {
  const places = placesOf(bug, source);
  if (places !== 1) throw new Error(`the place of the planted bug ${bug.name} is in ${bug.file} ${places} times`);
  return source.replace(bug.find, () => bug.replace);
}
