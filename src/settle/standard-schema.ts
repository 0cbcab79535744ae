import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isList } from "../json/is-list.ts";
import { parseJson } from "../json/parse-json.ts";
import { toPointer } from "../json/scan.ts";
import type { Issue } from "../protocol/outcome.ts";
import { NO_SUCH_PROPERTY, oneOf, type Wanted } from "./issue-words.ts";
import { quietly } from "./quietly.ts";
import { describeReceived, NOTHING, valueAt } from "./received.ts";
import { declaredNames, valibotExpectsAt, valibotShapesAt } from "./standard-declared.ts";
import { chooseIssues } from "./union-issues.ts";

/** Whether `value` is a schema of zod, valibot, arktype or any other library that follows the Standard Schema. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  return isHolder && "~standard" in value;
}

/** What was checked: the value, and by which schema. */
export interface Checked {
  readonly value: unknown;
  readonly schema: StandardSchemaV1;
}

/** What libraries add to an issue; arktype has it as getters of a class. */
const EXTRA_KEYS = ["code", "type", "kind", "expected", "values", "options", "requirement", "errors", "keys"] as const;

/** How libraries say that a property has no place: valibot and arktype. */
const UNWANTED = new Set(["never", "removed"]);

type Steps = readonly PropertyKey[];

/** What is known of an issue, in the words of its library. */
interface Said {
  readonly steps: Steps;
  readonly extra: ReadonlyMap<string, unknown>;
  readonly message: string;
}

/** Brings what any library found into our shape; what it knows beyond the standard is taken where it is recognized. */
export function toIssues(issues: readonly StandardSchemaV1.Issue[], checked: Checked): readonly Issue[] {
  let names: readonly string[] | undefined;
  let namesOf: string | undefined;
  /** Asked once for each place: a value may have thousands of properties that nobody knows. */
  const namesIn = (steps: Steps): readonly string[] | undefined => {
    const place = toPointer(steps);
    if (place !== namesOf) names = declaredNames(checked.schema, steps);
    namesOf = place;
    return names;
  };
  return issues.flatMap((issue) =>
    tell(issue, { ...checked, above: [], namesIn, shape: { schema: checked.schema, steps: 0 } }),
  );
}

interface Telling extends Checked {
  /** Where the value stands that the issue's own path begins at. */
  readonly above: Steps;
  readonly namesIn: (steps: Steps) => readonly string[] | undefined;
  /** The schema that is asked, and how deep in the whole it stands. */
  readonly shape: { readonly schema: unknown; readonly steps: number };
}

function tell(issue: StandardSchemaV1.Issue, telling: Telling): readonly Issue[] {
  const own = (issue.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  const extra = new Map<string, unknown>(EXTRA_KEYS.map((key) => [key, Reflect.get(issue, key)]));
  const said: Said = { steps: [...telling.above, ...own], extra, message: issue.message };
  const keys = extra.get("keys");
  if (extra.get("code") === "unrecognized_keys" && isList(keys)) {
    return keys.map((key) => unwanted({ ...said, steps: [...said.steps, String(key)] }, telling));
  }
  if (UNWANTED.has(String(extra.get("expected"))) && isThere(said, telling)) return [unwanted(said, telling)];
  const branches = branchesOf(said, telling);
  if (branches === undefined) return [plain(said, telling)];
  // Several rules of one value are told one by one.
  return extra.get("code") === "intersection" ? branches.flat() : chooseIssues(plain(said, telling), branches);
}

function isThere({ steps }: Said, { value }: Telling): boolean {
  return valueAt(value, toPointer(steps)) !== undefined;
}

/** What is wrong by each shape that a value may have; `undefined` where the library does not say. */
function branchesOf({ steps, extra }: Said, telling: Telling): readonly (readonly Issue[])[] | undefined {
  const errors = extra.get("errors");
  if (isList(errors) && errors.length > 0) {
    return errors.map((branch) =>
      // A list for each shape, with paths from there on, as zod has it; or single ones with whole paths, as arktype does.
      isList(branch)
        ? branch.filter(isIssue).flatMap((inner) => tell(inner, { ...telling, above: steps }))
        : [branch].filter(isIssue).flatMap((inner) => tell(inner, telling)),
    );
  }
  const received = valueAt(telling.value, toPointer(steps));
  if (extra.get("type") !== "union" || typeof received !== "object") return undefined;
  // valibot runs all of them together.
  return valibotShapesAt(telling.shape.schema, steps.slice(telling.shape.steps))?.map((shape) =>
    issuesOf(shape, received).flatMap((inner) =>
      tell(inner, { ...telling, above: steps, shape: { schema: shape, steps: steps.length } }),
    ),
  );
}

function isIssue(value: unknown): value is StandardSchemaV1.Issue {
  return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}

/** A shape that takes time to ask is not asked again. */
function issuesOf(shape: unknown, value: unknown): readonly StandardSchemaV1.Issue[] {
  if (!isStandardSchema(shape)) return [];
  try {
    const result = shape["~standard"].validate(structuredClone(value));
    if ("issues" in result) return result.issues ?? [];
    quietly(() => result);
  } catch {
    // What the whole schema said of the value stands.
  }
  return [];
}

function unwanted({ steps, extra, message }: Said, { value, namesIn }: Telling): Issue {
  const path = toPointer(steps);
  const allowed = namesIn(steps.slice(0, -1));
  return {
    path,
    keyword: firstText(extra, ["code", "type"]) ?? "invalid",
    expected: NO_SUCH_PROPERTY,
    ...(allowed === undefined ? {} : { allowed }),
    received: describeReceived(valueAt(value, path)),
    message,
  };
}

function plain({ steps, extra, message }: Said, { value, shape }: Telling): Issue {
  const path = toPointer(steps);
  const received = describeReceived(valueAt(value, path));
  // Where a key is missing, valibot expects nothing but the key.
  const isKeyAlone = received === NOTHING && extra.get("expected") === JSON.stringify(steps.at(-1));
  const declared = isKeyAlone ? valibotExpectsAt(shape.schema, steps.slice(shape.steps)) : undefined;
  return {
    path,
    keyword: firstText(extra, ["code", "type"]) ?? "invalid",
    ...wantedOf(extra, message, declared),
    received,
    message,
  };
}

/** What the library says, or what its schema declares where it says too little. */
function wantedOf(extra: Said["extra"], message: string, declared: string | undefined): Wanted {
  const values = listedValues(extra);
  if (values !== undefined) return oneOf(values);
  const expected = declared ?? firstText(extra, ["expected"]);
  if (expected === undefined) return { expected: message };
  const spelled = isRule(extra) ? undefined : spelledOutValues(expected);
  return spelled === undefined ? { expected: inWords(expected) } : oneOf(spelled);
}

/** zod lists `values`, or `options` to choose a shape by; valibot's rule has them in `requirement`. */
function listedValues(extra: Said["extra"]): readonly unknown[] | undefined {
  const values = extra.get("values") ?? extra.get("options") ?? extra.get("requirement");
  return isList(values) && !isRule(extra) ? values : undefined;
}

/** A rule of valibot about something else than which values there are: its list may be what is forbidden. */
function isRule(extra: Said["extra"]): boolean {
  const type = extra.get("type");
  return extra.get("kind") === "validation" && type !== "values" && type !== "value";
}

/** `(string | Object)`, as valibot writes it, like the others do. */
function inWords(expected: string): string {
  const inner = /^\((.*)\)$/s.exec(expected)?.[1];
  const kinds = inner === undefined ? [expected] : inner.split(" | ");
  return kinds.map((kind) => (kind === "Object" || kind === "Array" ? kind.toLowerCase() : kind)).join(" or ");
}

const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)`;
const VALUES = new RegExp(String.raw`^\(?${VALUE}(?:(?: \| |, | or )${VALUE})*\)?$`);

/** `("low" | "normal" | 3)`, as valibot writes a picklist, or `"low", "normal" or 3`, as arktype does. */
function spelledOutValues(expected: string): readonly unknown[] | undefined {
  if (!VALUES.test(expected)) return undefined;
  return expected.match(new RegExp(VALUE, "g"))?.flatMap((value) => {
    try {
      return [parseJson(value)];
    } catch {
      return [];
    }
  });
}

function firstText(extra: ReadonlyMap<string, unknown>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = extra.get(key);
    if (typeof value === "string") return value;
  }
  return undefined;
}
