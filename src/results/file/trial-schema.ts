import { z } from 'zod';
import type { Immutable } from './immutable.js';
import { pairLatencySchema } from './pair-latency-schema.js';

const count = z.int().nonnegative();
const ns = z.number().nonnegative();
const ms = z.number().nonnegative();
const rate = z.number().nonnegative();

/** Percentiles by the run's `percentileMethod`. */
export const PERCENTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

export type PercentileName = keyof typeof PERCENTILES;

/** The two timed series of a trial. */
export const SERIES = ['queueNs', 'roundTripNs'] as const;

export type Series = (typeof SERIES)[number];

export const latencySchema = z.strictObject({ p50: ns, p90: ns, p95: ns, p99: ns, max: ns });

export const warningSchema = z.strictObject({
  code: z.string().regex(/^[a-z0-9-]+$/),
  message: z.string(),
});

const sampledLatencySchema = latencySchema.extend({ samples: count }).describe('In ns.');

const threadSchema = z.strictObject({
  cpu: count.describe('Modelled CPU.'),
  pool: count,
  itemsPerSecond: rate,
  boundCpu: count.nullable().describe('Real CPU the thread was bound to; null when unpinned.'),
  cpuAtEnd: count.nullable().describe('Real CPU it was on at the end; null: unknown.'),
  migrations: count.nullable(),
  involuntarySwitches: count.nullable(),
  voluntarySwitches: count.nullable(),
});

const poolSchema = z.strictObject({
  pool: count.describe("Index into the configuration's pods."),
  acquisitions: count,
  contended: count.describe('Acquisitions that found the lock held.'),
  waitNs: ns.describe('Total wait of the contended acquisitions, estimated from the timed ones.'),
  maxWaitNs: ns.describe('Longest timed wait.'),
});

/** What the machine did on the CPUs in use during a trial, summed over them, in ms of CPU time. */
const disturbanceSchema = z.strictObject({
  stealMs: ms.nullable().describe('Taken by the hypervisor; null: unknown.'),
  othersMs: ms.nullable().describe('Used by other processes and interrupts; null: unknown.'),
  throttledMs: ms.nullable().describe('Withheld by the cgroup, of all CPUs; null: unknown.'),
});

const histogramSchema = z
  .base64()
  .describe('HdrHistogram V2, compressed, base64; ns, 3 significant digits.');

/** One configuration measured once. */
export const trialSchema = z.strictObject({
  round: count.describe('From 0; each configuration runs once a round.'),
  label: z.string().describe('Of the configuration.'),
  startedAt: z.iso.datetime(),
  valid: z.boolean().describe('False when an invariant broke; such a trial is in no summary.'),
  violations: z.array(z.string()).describe('Broken invariants, in words.'),
  items: count.describe('Of all threads together.'),
  elapsedNs: ns.describe('Last end of a thread minus first start.'),
  itemsPerSecond: rate,
  queueNs: sampledLatencySchema.describe('Duration of the queue_work call alone, in ns.'),
  roundTripNs: sampledLatencySchema.describe('From before queue_work to completion seen, in ns.'),
  fairness: z
    .number()
    .min(1)
    .nullable()
    .describe('Rate of the fastest thread over that of the slowest; null when one has no rate.'),
  threads: z.array(threadSchema),
  pools: z.array(poolSchema),
  disturbance: disturbanceSchema,
  coreToCore: z
    .array(pairLatencySchema)
    .describe('Some pairs of real CPUs, measured before the round; empty: not measured.'),
  histograms: z
    .strictObject({ queueNs: histogramSchema, roundTripNs: histogramSchema })
    .nullable()
    .describe('Null where they were left out to save space.'),
  warnings: z.array(warningSchema),
});

export type Latency = Immutable<z.infer<typeof latencySchema>>;
export type SampledLatency = Immutable<z.infer<typeof sampledLatencySchema>>;
export type Disturbance = Immutable<z.infer<typeof disturbanceSchema>>;
export type TrialRecord = Immutable<z.infer<typeof trialSchema>>;
