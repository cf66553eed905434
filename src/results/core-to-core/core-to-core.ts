import { z } from 'zod';
import type { Immutable } from '../file/immutable.js';

const cpu = z.int().nonnegative();
const ns = z.number().positive();

/** How long a cache line takes from one CPU to another and back. */
export const pairLatencySchema = z.strictObject({
  cpus: z.tuple([cpu, cpu]).describe('The two CPUs, the lower one first.'),
  medianNs: ns.describe('Of a round trip, in ns; one way is half of it.'),
  p10Ns: ns.describe('A tenth of the samples took less.'),
  p90Ns: ns.describe('A tenth of the samples took more.'),
  samples: z.int().positive().describe('Each the mean of a batch of round trips.'),
});

export type PairLatency = Immutable<z.infer<typeof pairLatencySchema>>;

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
