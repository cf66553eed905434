import { PERCENTILES, type SampledLatency } from './file/trial-schema.js';

/**
 * The kernel benchmark's rule: `sorted[floor(n * q)]`, clamped to the last sample. No interpolation,
 * so that rows can be laid beside a kernel log. Throws RangeError without samples.
 */
export function percentile(sorted: Uint32Array, q: number): number {
  const value = sorted[indexOf(sorted.length, q)];
  if (value === undefined) throw new RangeError('a percentile needs at least one sample');
  return value;
}

/** Percentiles and maximum of a series in ns, sorted in ascending order. */
export function latencyOf(sorted: Uint32Array): SampledLatency {
  return {
    p50: percentile(sorted, PERCENTILES.p50),
    p90: percentile(sorted, PERCENTILES.p90),
    p95: percentile(sorted, PERCENTILES.p95),
    p99: percentile(sorted, PERCENTILES.p99),
    max: percentile(sorted, 1),
    samples: sorted.length,
  };
}

/** How many of `n` samples lie beyond the percentile `q`. */
export function samplesBeyond(n: number, q: number): number {
  return Math.max(0, n - 1 - indexOf(n, q));
}

/** Of the percentile `q` among `n` samples in order. */
export function indexOf(n: number, q: number): number {
  return Math.min(Math.floor(n * q), n - 1);
}
