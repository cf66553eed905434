import { z } from 'zod';
import type { Immutable } from './immutable.js';

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
