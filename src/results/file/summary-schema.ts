import { z } from 'zod';
import type { Immutable } from './immutable.js';

const count = z.int().nonnegative();
const rate = z.number().nonnegative();

/** Does not change the JSON Schema, which cannot say it. */
function ascending<T extends z.ZodType<{ readonly low: number; readonly high: number }>>(
  interval: T,
): T {
  return interval.refine(({ low, high }) => low <= high, 'low is above high');
}

/** Items/s over the trials of one configuration. */
export const rateSchema = z.strictObject({
  mean: rate,
  stddev: rate.nullable().describe('Of the sample; null for one trial.'),
  median: rate,
  mad: rate.describe('Median absolute deviation from the median.'),
  ci95: ascending(
    z.strictObject({ low: rate, high: rate, level: z.number().describe('Exact, at least 0.95.') }),
  )
    .nullable()
    .describe('Of the median, by order statistics; null: too few trials.'),
});

/** A configuration against the baseline; a trial is one observation. */
export const comparisonSchema = z.strictObject({
  pairing: z.enum(['by-round', 'none']),
  n: count.describe('Pairs, or the smaller of the two samples.'),
  ratio: rate.nullable().describe('Median over that of the baseline; null where that is 0.'),
  ci95: ascending(z.strictObject({ low: rate, high: rate }))
    .nullable()
    .describe('Of the ratio.'),
  uTest: z
    .strictObject({ u: rate, p: z.number().min(0).max(1), exact: z.boolean() })
    .nullable()
    .describe('Mann-Whitney, two-sided.'),
  rankTestP: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Of the test the verdict rests on: signed ranks where paired, else the same U.'),
  change: z
    .strictObject({ meanPercent: z.number(), stddevPercent: rate.nullable() })
    .nullable()
    .describe('Per-round change; null unless paired.'),
  verdict: z.enum(['better', 'worse', 'no-difference', 'n-too-small']),
});

export const driftSchema = ascending(
  z.strictObject({
    slopePerRound: z.number().describe('Part of the median a round.'),
    low: z.number(),
    high: z.number(),
    significant: z.boolean(),
  }),
);

/** Spearman's rank correlation over the rounds. */
export const correlationSchema = z.strictObject({
  n: count,
  rho: z.number().min(-1).max(1),
  p: z.number().min(0).max(1).describe('Two-sided, by permutations.'),
});

const regimeSchema = z.strictObject({ n: count, median: rate });

export const regimesSchema = z.strictObject({
  low: regimeSchema,
  high: regimeSchema,
  split: rate.describe('Items/s between the two.'),
});

/** All locks of one class, over the valid trials together, as `perf lock contention` adds them up. */
export const lockClassSchema = z.strictObject({
  class: z.enum(['pool', 'downstream']),
  locks: count.describe('How many there are.'),
  acquisitions: count,
  contended: count,
  waitNs: rate.describe('Total.'),
  maxWaitNs: rate,
  heldNs: rate.nullable().describe('Total, estimated from timed holds; null: not timed.'),
});

/** Of all threads of a trial together; medians over the valid trials; null: unknown. */
export const schedulerSchema = z.strictObject({
  voluntarySwitches: rate.nullable(),
  involuntarySwitches: rate.nullable(),
  migrations: rate.nullable(),
  runQueueNs: rate.nullable().describe('Time runnable, but waiting for a CPU.'),
});

export type LockClass = Immutable<z.infer<typeof lockClassSchema>>;
export type Scheduler = Immutable<z.infer<typeof schedulerSchema>>;
export type Rate = Immutable<z.infer<typeof rateSchema>>;
export type Comparison = Immutable<z.infer<typeof comparisonSchema>>;
export type Verdict = Comparison['verdict'];
export type Correlation = Immutable<z.infer<typeof correlationSchema>>;
export type Drift = Immutable<z.infer<typeof driftSchema>>;
export type Regimes = Immutable<z.infer<typeof regimesSchema>>;
