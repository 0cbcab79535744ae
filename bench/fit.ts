/** One measurement of growth: how large the input was, and what it cost. Both are positive; the units do not matter. */
export interface GrowthPoint {
  readonly size: number;
  readonly cost: number;
}

/**
 * The exponent `k` of the power law `cost = c * size ** k` that fits the points best: least squares of log cost over log
 * size. 1 is linear, 2 quadratic.
 *
 * @throws {RangeError} for fewer than two different sizes, or for a number that has no logarithm.
 */
export function growthExponent(points: readonly GrowthPoint[]): number {
  const logs = points.map(({ size, cost }) => ({ size: logOf(size), cost: logOf(cost) }));
  const meanSize = mean(logs.map((point) => point.size));
  const meanCost = mean(logs.map((point) => point.cost));
  let covariance = 0;
  let variance = 0;
  for (const point of logs) {
    covariance += (point.size - meanSize) * (point.cost - meanCost);
    variance += (point.size - meanSize) ** 2;
  }
  if (!(variance > 0)) throw new RangeError("a fit needs two different sizes");
  return covariance / variance;
}

/** The middle of the numbers, or the mean of the two in the middle. @throws {RangeError} if there are none. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The number below which the given share of the numbers lies, between two of them by interpolation. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError("there are no numbers");
  return below + (above - below) * (place - Math.floor(place));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function logOf(number: number): number {
  if (!(number > 0 && number < Infinity)) throw new RangeError(`${number} has no logarithm`);
  return Math.log(number);
}
