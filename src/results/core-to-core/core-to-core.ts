import type { PairLatency } from '../file/pair-latency-schema.js';

/**
 * Reduces the samples of a pair, in ns a round trip and in any order, which they keep. Throws
 * RangeError without samples.
 */
export function pairLatency(a: number, b: number, samplesNs: Float64Array): PairLatency {
  if (samplesNs.length === 0) throw new RangeError(`no samples of CPUs ${a} and ${b}`);
  const sorted = samplesNs.toSorted();
  return {
    cpus: a < b ? [a, b] : [b, a],
    medianNs: quantileOf(sorted, 0.5),
    p10Ns: quantileOf(sorted, 0.1),
    p90Ns: quantileOf(sorted, 0.9),
    samples: sorted.length,
  };
}

/** By nearest rank, of ascending values, at least one. */
export function quantileOf(sorted: ArrayLike<number>, q: number): number {
  const rank = Math.min(Math.floor(sorted.length * q), sorted.length - 1);
  return sorted[rank] as number;
}
