/** @throws {RangeError} for an option that is no finite number from `least` up. */
export function checkNumbers(numbers: Readonly<Record<string, number>>, least: number): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (!(Number.isFinite(value) && value >= least)) {
      throw new RangeError(`${name} is a number from ${least} up: { ${name}: 5000 }`);
    }
  }
}
