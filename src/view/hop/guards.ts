/** Says whether something is of a type. */
export type Guard<Value> = (value: unknown) => value is Value;

export const isText: Guard<string> = (value) => typeof value === "string";

/** JSON writes no other number; what overflows is read as infinite. */
export const isNumber: Guard<number> = (value): value is number => typeof value === "number" && Number.isFinite(value);

export const isBoolean: Guard<boolean> = (value) => typeof value === "boolean";

/** A JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One of these values. */
export function oneOf<const Values extends readonly (string | boolean | null)[]>(
  ...values: Values
): Guard<Values[number]> {
  return (value): value is Values[number] => values.some((known) => known === value);
}

/** This or nothing. */
export function orNull<Value>(guard: Guard<Value>): Guard<Value | null> {
  return (value): value is Value | null => value === null || guard(value);
}

/** A list of such. */
export function listOf<Value>(guard: Guard<Value>): Guard<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every((item) => guard(item));
}

/** An object with these members; it may have others. */
export function shape<Value extends object>(members: {
  readonly [Key in keyof Value]-?: Guard<Value[Key]>;
}): Guard<Value> {
  const guards: readonly (readonly [string, Guard<unknown>])[] = Object.entries<Guard<unknown>>(members);
  return (value): value is Value => isRecord(value) && guards.every(([key, guard]) => guard(value[key]));
}

/** One of these. */
export function either<Left, Right>(left: Guard<Left>, right: Guard<Right>): Guard<Left | Right> {
  return (value): value is Left | Right => left(value) || right(value);
}

/** Of a union, whichever member the tag names. */
export function tagged<Union extends { readonly [Name in Tag]: string }, Tag extends "kind" | "type">(
  tag: Tag,
  guards: { readonly [Kind in Union[Tag]]: Guard<Extract<Union, { readonly [Name in Tag]: Kind }>> },
): Guard<Union> {
  const known = new Map<unknown, Guard<unknown>>(Object.entries<Guard<unknown>>(guards));
  return (value): value is Union => isRecord(value) && known.get(value[tag])?.(value) === true;
}
