import { z } from 'zod';
import type { Immutable } from './immutable.js';
import { pairLatencySchema } from './pair-latency-schema.js';
import { trialPredictionSchema } from './prediction-schema.js';

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

/** Of the work function. */
export const workLatencySchema = latencySchema.extend({ mean: ns });

export const warningSchema = z.strictObject({
  code: z.string().regex(/^[a-z0-9-]+$/),
  message: z.string(),
});

const sampledLatencySchema = latencySchema.extend({ samples: count }).describe('In ns.');

/** What the kernel's scheduler says of one thread over the trial; null: unknown. */
const scheduledFields = {
  cpuAtEnd: count.nullable().describe('Real CPU it was on at the end; null: unknown.'),
  migrations: count.nullable(),
  involuntarySwitches: count.nullable(),
  voluntarySwitches: count.nullable(),
  runNs: ns.nullable().describe('Time on a CPU.'),
  runQueueNs: ns.nullable().describe('Time runnable, but waiting for a CPU.'),
};

const threadSchema = z.strictObject({
  cpu: count.describe('Modelled CPU.'),
  pool: count,
  itemsPerSecond: rate,
  boundCpu: count.nullable().describe('Real CPU the thread was bound to; null when unpinned.'),
  ...scheduledFields,
});

const kworkerSchema = z.strictObject({
  pool: count,
  boundCpus: z.string().nullable().describe('CPU list it was bound to; null when unpinned.'),
  executed: count.describe('Items it ran.'),
  ...scheduledFields,
});

const lockFields = {
  acquisitions: count,
  contended: count.describe('Acquisitions that found the lock held.'),
  waitNs: ns.describe('Total wait of the contended acquisitions, estimated from the timed ones.'),
  maxWaitNs: ns.describe('Longest timed wait.'),
  heldNs: ns.nullable().describe('Total time held, estimated from timed holds; null: not timed.'),
};

/** Of one pool, or of all pools together. */
export const poolKworkersSchema = z.strictObject({
  created: z.number().nonnegative(),
  peakBusy: z.number().nonnegative().describe('Most at work at once.'),
  wakeUps: z.number().nonnegative(),
  foundNoneIdle: z.number().nonnegative().describe('Times that work waited and none was idle.'),
  submittersWoken: z
    .number()
    .nonnegative()
    .describe('Submitters that slept when their item was done.'),
  wakeNs: ns
    .nullable()
    .describe('From before the notify to running, mean of timed wake-ups; null: too few were.'),
});

const poolSchema = z.strictObject({
  pool: count.describe("Index into the configuration's pods."),
  ...lockFields,
  kworkers: poolKworkersSchema.nullable().describe('Null where submitters play their part.'),
});

const downstreamSchema = z.strictObject({ lock: count, ...lockFields });

const percent = z.number().nonnegative();

/** Of the CPUs in use, over a trial, in percent of their time. */
export const cpuUseSchema = z.strictObject({
  userPercent: percent,
  systemPercent: percent.describe('With interrupts.'),
  stealPercent: percent.describe('Taken by the hypervisor.'),
  ownPercent: percent.describe('Used by this process, on whatever CPU.'),
});

const deviceSchema = z.strictObject({
  name: z.string(),
  utilPercent: percent.describe('Part of the time in which it had requests in flight.'),
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
  workNs: workLatencySchema
    .extend({ samples: count })
    .nullable()
    .describe('Time in the work function, in ns; null where it does nothing.'),
  fairness: z
    .number()
    .min(1)
    .nullable()
    .describe('Rate of the fastest thread over that of the slowest; null when one has no rate.'),
  threads: z.array(threadSchema).describe('Submitters.'),
  kworkers: z
    .array(kworkerSchema)
    .nullable()
    .describe('Kworker threads that were created; null where submitters play their part.'),
  pools: z.array(poolSchema),
  downstream: z.array(downstreamSchema).describe('Locks that items take.'),
  cpuUse: cpuUseSchema.nullable().describe('Null: unknown.'),
  device: deviceSchema.nullable().describe("Of the workload's files; null: none, or unknown."),
  disturbance: disturbanceSchema,
  coreToCore: z
    .array(pairLatencySchema)
    .describe('Some pairs of real CPUs, measured before the round; empty: not measured.'),
  histograms: z
    .strictObject({ queueNs: histogramSchema, roundTripNs: histogramSchema })
    .nullable()
    .describe('Null where they were left out to save space.'),
  prediction: trialPredictionSchema.nullable().describe('Null for a measured trial.'),
  warnings: z.array(warningSchema),
});

export type Latency = Immutable<z.infer<typeof latencySchema>>;
export type SampledLatency = Immutable<z.infer<typeof sampledLatencySchema>>;
export type WorkLatency = Immutable<z.infer<typeof workLatencySchema>>;
export type CpuUse = Immutable<z.infer<typeof cpuUseSchema>>;
export type DeviceUse = Immutable<z.infer<typeof deviceSchema>>;
export type PoolKworkers = Immutable<z.infer<typeof poolKworkersSchema>>;
export type Disturbance = Immutable<z.infer<typeof disturbanceSchema>>;
export type TrialRecord = Immutable<z.infer<typeof trialSchema>>;
