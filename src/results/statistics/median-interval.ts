/** An interval of the median in the unit of the values; `level` is its exact coverage. */
export interface MedianInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/**
 * The shortest symmetric pair of order statistics that covers the median of a continuous
 * distribution with at least `confidence`, whatever its shape (Conover, Practical Nonparametric
 * Statistics, 3rd ed., section 3.2). The coverage takes discrete values, so `level` says which one
 * it is. Null where even the extremes do not reach it: under 6 values for 95 %.
 */
export function medianInterval(
  values: readonly number[],
  confidence = 0.95,
): MedianInterval | null {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const allowed = (1 - confidence) / 2;
  let tail = 0;
  let cut = 0;
  for (let term = binomialAtHalf(n, cut); tail + term <= allowed; ) {
    tail += term;
    cut++;
    term = binomialAtHalf(n, cut);
  }
  if (cut === 0) return null;
  return { low: sorted[cut - 1] as number, high: sorted[n - cut] as number, level: 1 - 2 * tail };
}

/** Probability of k heads in n throws; by halves, so that 2^n cannot overflow. */
function binomialAtHalf(n: number, k: number): number {
  let logarithm = -n * Math.LN2;
  for (let i = 1; i <= k; i++) logarithm += Math.log((n - i + 1) / i);
  return Math.exp(logarithm);
}
