/** Refuses a name that there is not: a mistyped option or limit would be none. @throws {TypeError} that lists what there is */
export function refuseUnknown(complaint: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${complaint} ${unknown}; there are ${known.join(", ")}`);
}
