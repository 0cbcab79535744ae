/**
 * What to say of a value that fits none of several shapes. Everything that is wrong with it by each of them would be
 * long, and mostly beside the point: what counts is the shape that it was meant to have.
 */
import type { Issue } from "../protocol/outcome.ts";
import { anyOf, NO_SUCH_PROPERTY, type Wanted } from "./issue-words.ts";
import { NOTHING } from "./received.ts";

/** Shapes that fit equally badly are told up to this many. */
const MAX_SHAPES = 4;

/** The whole that fits none of several shapes. */
export type Whole = Pick<Issue, "path" | "keyword" | "received" | "message">;

/** What is wrong with a value by each of several shapes, brought down to what helps. */
export function chooseIssues(whole: Whole, branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const shapes = branches.filter((issues) => issues.length > 0);
  const near = nearest(shapes, (issues) => (isOtherKind(whole, issues) ? [1] : [0, issues.filter(isTelling).length]));
  const tags = near.length > 1 ? tagsOf(near) : [];
  if (tags.length > 0) return tags.map((path) => mergePlace(path, whole, near));
  const closest = nearest(near, (issues) =>
    isOtherKind(whole, issues) ? [] : [issues.filter(({ received }) => received !== NOTHING).length, issues.length],
  );
  const [only, ...others] = closest;
  if (only === undefined) return [{ ...whole, expected: whole.message }];
  return others.length === 0 ? only : mergeShapes(whole, closest);
}

/** A value that is none of a shape's kind is further from it than one that has something wrong in it, or missing. */
function isOtherKind({ path }: Whole, issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.path === path);
}

/** A field that is there and takes other values is most often what tells the shapes apart. */
function isTelling({ allowed, expected, received }: Issue): boolean {
  return received !== NOTHING && allowed !== undefined && expected !== NO_SUCH_PROPERTY;
}

/** The fields that each shape takes other values of than the one that came, and not all the same ones. */
function tagsOf(shapes: readonly (readonly Issue[])[]): readonly string[] {
  const paths = new Set(shapes[0]?.filter(isTelling).map(({ path }) => path));
  return [...paths].filter((path) => {
    const told = shapes.flatMap((issues) => issues.filter((issue) => issue.path === path && isTelling(issue)));
    return told.length >= shapes.length && new Set(told.map(({ expected }) => expected)).size > 1;
  });
}

type Measure = (issues: readonly Issue[]) => readonly number[];

function nearest(shapes: readonly (readonly Issue[])[], measure: Measure): readonly (readonly Issue[])[] {
  const distances = shapes.map(measure);
  const least = distances.toSorted(compare)[0] ?? [];
  return shapes.filter((_issues, at) => compare(distances[at] ?? [], least) === 0);
}

/** The first of two measures that differs decides. */
function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Places that all shapes complain of are told once, for all of them; else each shape's own. */
function mergeShapes(whole: Whole, shapes: readonly (readonly Issue[])[]): readonly Issue[] {
  const [first = [], ...rest] = shapes;
  const shared = first.filter(({ path }) => rest.every((issues) => issues.some((issue) => issue.path === path)));
  if (shared.length > 0) {
    const paths = [...new Set(shared.map(({ path }) => path))];
    return paths.map((path) => mergePlace(path, whole, shapes));
  }
  const note = `, for one of ${shapes.length} shapes that it may have`;
  return shapes.slice(0, MAX_SHAPES).flatMap((issues) => issues.map((issue) => sayToo(issue, note)));
}

function sayToo(issue: Issue, note: string): Issue {
  return { ...issue, expected: issue.expected + note };
}

function mergePlace(path: string, whole: Whole, shapes: readonly (readonly Issue[])[]): Issue {
  const told = shapes.flatMap((issues) => issues.filter((issue) => issue.path === path));
  const wanted: Wanted = anyOf(told) ?? { expected: whole.message };
  const { received } = told[0] ?? whole;
  const { keyword, message } = path === whole.path ? whole : (told[0] ?? whole);
  const { expected, allowed } = wanted;
  return { path, keyword, expected, ...(allowed === undefined ? {} : { allowed }), received, message };
}
