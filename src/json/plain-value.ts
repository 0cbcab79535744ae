/**
 * Lists and plain objects, such as JSON makes, taken apart from all else: what a schema may have made of arguments (a
 * `Date`, an instance of a class, an object with accessors) is neither copied nor frozen, since it would no longer work.
 * Nothing here recurses: a value may nest as deeply as it likes.
 */
import { isList } from "./is-list.ts";

type Plain = object & { [key: string]: unknown };

/** Freezes a value that came out of JSON, in place, and all that is in it. */
export function freezeJson(value: unknown): void {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    for (const member of Object.values(next)) if (typeof member === "object") waiting.push(member);
  }
}

/** A copy of all lists and plain objects of `value`; whoever gets it may change it. What is shared in it stays shared. */
export function copyPlain<Value>(value: Value): Value;
export function copyPlain(value: unknown): unknown {
  return copyAll(value).copy;
}

/** Like {@link copyPlain}, and nobody can change it. */
export function frozenCopy(value: unknown): unknown {
  const { copy, made } = copyAll(value);
  for (const part of made) Object.freeze(part);
  return copy;
}

function copyAll(value: unknown): { readonly copy: unknown; readonly made: Iterable<object> } {
  const copies = new Map<object, Plain>();
  const waiting: (readonly [from: Plain, to: Plain])[] = [];
  const copyOf = (member: unknown): unknown => {
    if (!isPlain(member)) return member;
    const known = copies.get(member);
    if (known !== undefined) return known;
    const copy = emptyLike(member);
    copies.set(member, copy);
    waiting.push([member, copy]);
    return copy;
  };
  const copy = copyOf(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    for (const key of Object.keys(from)) put(to, key, copyOf(from[key]));
  }
  return { copy, made: copies.values() };
}

function put(target: Plain, key: string, value: unknown): void {
  // An assignment to this key would change what the object inherits from.
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

function emptyLike(value: Plain): Plain {
  const origin: unknown = Object.getPrototypeOf(value);
  const empty: unknown = isList(value) ? [] : Object.create(typeof origin === "object" ? origin : null);
  if (isPlain(empty)) return empty;
  throw new TypeError("a list or a plain object was to be copied");
}

/** Whether it holds data alone. An object that cannot be looked into, such as a revoked proxy, is not plain. */
function isPlain(value: unknown): value is Plain {
  if (typeof value !== "object" || value === null) return false;
  try {
    const origin: unknown = Object.getPrototypeOf(value);
    const isKnown = isList(value) ? origin === Array.prototype : origin === Object.prototype || origin === null;
    return isKnown && Reflect.ownKeys(value).every((key) => isData(value, key));
  } catch {
    return false;
  }
}

function isData(value: object, key: PropertyKey): boolean {
  if (typeof key === "symbol") return false;
  const property = Object.getOwnPropertyDescriptor(value, key);
  return property !== undefined && "value" in property && (property.enumerable === true || key === "length");
}
