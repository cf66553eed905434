/** Statistics of a sample; each throws RangeError where it is not defined. */

export function mean(values: readonly number[]): number {
  requireAtLeast(1, values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation of the sample (n - 1). */
export function sampleStddev(values: readonly number[]): number {
  requireAtLeast(2, values);
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  requireAtLeast(1, values);
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/**
 * Median distance from the median, in the unit of the values and unscaled: times 1.4826 it would
 * estimate the standard deviation of a normal distribution (Hampel 1974).
 */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}

function requireAtLeast(n: number, values: readonly number[]): void {
  if (values.length < n) throw new RangeError(`needs ${n} values, got ${values.length}`);
}
