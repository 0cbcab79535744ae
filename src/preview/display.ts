/** What a person may see of a value: all of it, that it is there, or that it is there and secret. */
export type Display = "show" | "hide" | "sensitive";

/**
 * What a person may see of a tool's arguments, by path. What no path names is hidden: whoever forgets a field loses sight
 * of it, and never shows it.
 *
 * - `customer.name` is a key of a key. A rule holds for everything inside the value too, until a longer path says otherwise.
 * - `items.price` conceals the price of every item as well, for whoever writes no step for the list; it shows none.
 * - `items[].price` and `items.*.price` are the same: `*` stands for every key or index at its place, `items.0` for one.
 * - `""` is the whole document, `*` is everything in it.
 * - Where several paths of one length fit a value, the one with fewer `*` counts, and of equals the stricter.
 * - Inside of a sensitive value everything is sensitive.
 * - A backslash in front of `.`, `*`, `[`, `]` and itself takes the character for a part of the key.
 */
export type DisplayMap = Readonly<Record<string, Display>>;

/** The rule for one value of a document, and the way to the rules for what is in it. Made once a tool, used for every call. */
export interface DisplayRule {
  readonly display: Display;
  /** Whether the map writes the key of this value out, so that the key itself tells nothing new. */
  readonly isNamed: boolean;
  /** Whether something inside may be shown. */
  readonly opens: boolean;
  /** The rule for a member or an element. */
  child(key: string | number): DisplayRule;
}

/** Stands for every key or index. */
const ANY = Symbol("*");

interface PathRule {
  readonly path: string;
  readonly steps: readonly (string | typeof ANY)[];
  readonly display: Display;
}

const strictness: Readonly<Record<Display, number>> = { show: 0, hide: 1, sensitive: 2 };

/**
 * Reads a display map.
 *
 * @throws {TypeError} for a path or a word that is none, and for two paths of which one contradicts the other.
 */
export function createDisplay(map: DisplayMap): DisplayRule {
  const rules = Object.entries(map).map(([path, display]) => readRule(path, display));
  for (const rule of rules) refuseContradiction(rule, rules);
  const root = rules.find(({ steps }) => steps.length === 0);
  const below = rules.filter((rule) => rule !== root).flatMap(throughLists);
  return new Place({ display: root?.display ?? "hide", isNamed: true, rules: below, depth: 0 });
}

interface PlaceOptions {
  readonly display: Display;
  readonly isNamed: boolean;
  /** Every rule that fits the way to this place and goes further. */
  readonly rules: readonly PathRule[];
  readonly depth: number;
}

/** One place of a document. The places below are made when a document first comes there; there are never more than the map tells apart. */
class Place implements DisplayRule {
  readonly display: Display;
  readonly isNamed: boolean;
  readonly opens: boolean;
  readonly #rules: readonly PathRule[];
  readonly #depth: number;
  readonly #written: ReadonlySet<string | typeof ANY>;
  readonly #named = new Map<string, Place>();
  #others: Place | undefined;

  constructor({ display, isNamed, rules, depth }: PlaceOptions) {
    this.display = display;
    this.isNamed = isNamed;
    this.#rules = display === "sensitive" ? [] : rules;
    this.#depth = depth;
    this.opens = display === "show" || this.#rules.some((rule) => rule.display === "show");
    this.#written = new Set(this.#rules.map(({ steps }) => steps[depth] ?? ANY));
  }

  child(key: string | number): DisplayRule {
    if (this.#rules.length > 0) {
      const name = String(key);
      if (this.#written.has(name)) return this.#namedChild(name);
    }
    this.#others ??= this.#rules.length === 0 && !this.isNamed ? this : this.#below(undefined);
    return this.#others;
  }

  #namedChild(name: string): Place {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const place = this.#below(name);
    this.#named.set(name, place);
    return place;
  }

  #below(name: string | undefined): Place {
    const depth = this.#depth + 1;
    const fitting = this.#rules.filter(({ steps }) => {
      const step = steps[this.#depth];
      return step === ANY || (name !== undefined && step === name);
    });
    const deciding = fitting.filter(({ steps }) => steps.length === depth).toSorted(bySpecificity);
    return new Place({
      display: deciding[0]?.display ?? this.display,
      isNamed: name !== undefined,
      rules: fitting.filter(({ steps }) => steps.length > depth),
      depth,
    });
  }
}

/** A rule that conceals, and the same with a list behind any step of its path: what is secret stays so, however it is written. */
function throughLists(rule: PathRule): readonly PathRule[] {
  if (rule.display === "show") return [rule];
  const [first, ...rest] = rule.steps.slice(0, MOST_STEPS_WITH_LISTS);
  if (first === undefined) return [rule];
  const beginnings = rest.reduce<readonly PathRule["steps"][]>(
    (ways, step) =>
      ways.flatMap((way) => [
        [...way, step],
        [...way, ANY, step],
      ]),
    [[first]],
  );
  return beginnings.map((steps) => ({ ...rule, steps: [...steps, ...rule.steps.slice(MOST_STEPS_WITH_LISTS)] }));
}

/** Each step doubles the ways to write a path. Behind so many, a list is written out. */
const MOST_STEPS_WITH_LISTS = 6;

function bySpecificity(left: PathRule, right: PathRule): number {
  return wildcards(left) - wildcards(right) || strictness[right.display] - strictness[left.display];
}

function wildcards({ steps }: PathRule): number {
  return steps.filter((step) => step === ANY).length;
}

function readRule(path: string, display: Display): PathRule {
  if (!Object.hasOwn(strictness, display)) {
    throw new TypeError(`"${path}" is displayed as "show", "hide" or "sensitive": { "${path}": "show" }`);
  }
  return { path, steps: readSteps(path), display };
}

function readSteps(path: string): PathRule["steps"] {
  if (path === "") return [];
  const tokens = path.match(/\\.|\[\]|[^]/gsu) ?? [];
  const expanded = tokens.flatMap((token, place) => (token !== "[]" ? [token] : place === 0 ? ["*"] : [".", "*"]));
  const steps: string[][] = [[]];
  for (const token of expanded) {
    if (token === ".") steps.push([]);
    else steps.at(-1)?.push(token);
  }
  return steps.map((step) => readStep(step, path));
}

function readStep(tokens: readonly string[], path: string): string | typeof ANY {
  if (tokens.length === 1 && tokens[0] === "*") return ANY;
  if (tokens.length === 0) throw new TypeError(`a step of the path "${path}" is empty: write "a.b"`);
  if (tokens.some((token) => token === "\\" || token === "*" || token === "[" || token === "]")) {
    throw new TypeError(`"*" and "[]" stand for whole steps, which they do not in "${path}": "a.*", "a[]" or "a\\*"`);
  }
  return tokens.map((token) => (token.startsWith("\\") ? token.slice(1) : token)).join("");
}

function refuseContradiction(rule: PathRule, rules: readonly PathRule[]): void {
  for (const other of rules) {
    const isPrefix = other.steps.every((step, place) => step === rule.steps[place]);
    const isSame = other !== rule && other.steps.length === rule.steps.length;
    if (!isPrefix || other.display === rule.display) continue;
    if (isSame) throw new TypeError(`"${rule.path}" and "${other.path}" are one path: keep one of them`);
    if (other.display === "sensitive") {
      throw new TypeError(`"${rule.path}" is inside of "${other.path}", which is sensitive: leave one of them out`);
    }
  }
}
