import { z } from 'zod';
import { SCOPES } from '../../scopes/scope.js';
import { environmentSchema } from './environment-schema.js';
import type { Immutable } from './immutable.js';
import { predictionSchema } from './prediction-schema.js';
import { SCHEMA_VERSION } from './schema-version.js';
import {
  comparisonSchema,
  correlationSchema,
  driftSchema,
  lockClassSchema,
  rateSchema,
  regimesSchema,
  schedulerSchema,
} from './summary-schema.js';
import {
  cpuUseSchema,
  latencySchema,
  poolKworkersSchema,
  trialSchema,
  warningSchema,
  workLatencySchema,
} from './trial-schema.js';

const count = z.int().nonnegative();
const positive = z.int().positive();
const cpuList = z.string().describe("Linux CPU list, e.g. '0-7,88-95'.");
const lockKind = z.enum(['tas', 'ttas', 'ticket', 'mcs', 'parking']);

const topologySchema = z.strictObject({
  source: z.strictObject({
    kind: z.enum(['sysfs', 'synthetic', 'hwloc-xml', 'lscpu']),
    name: z.string(),
  }),
  modelled: z.boolean().describe('True when it is not the machine the threads ran on.'),
  realCpus: positive.describe('CPUs really there for the threads.'),
  cpus: z
    .array(
      z.strictObject({
        cpu: count,
        core: count,
        llc: count.nullable().describe('Last-level cache, cut at node borders; null: none known.'),
        node: z.int(),
        package: z.int(),
      }),
    )
    .min(1),
});

const shardPolicySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shard-size'), size: positive.describe('In cores.') }),
  z.strictObject({ kind: z.literal('shards'), shards: positive.describe('Per LLC.') }),
  z.strictObject({ kind: z.literal('max-shards'), maxShards: positive }),
]);

const configurationSchema = z.strictObject({
  label: z.string().describe('Unique in a run; the first of `names`.'),
  names: z.array(z.string()).min(1).describe('All scopes and shard policies that coincide here.'),
  scope: z.enum(SCOPES),
  scopes: z.array(z.enum(SCOPES)).min(1),
  policies: z.array(shardPolicySchema).describe('How cache_shard cuts; empty without that scope.'),
  shards: z.exactOptional(positive).describe('Shards per LLC of the first such policy.'),
  shardSize: z.exactOptional(positive).describe('Cores per shard of the first such policy.'),
  maxShards: z.exactOptional(positive).describe('Shards per machine of the first such policy.'),
  nr_pods: positive,
  cpus_per_pod: z.strictObject({ min: positive, max: positive }),
  pods: z.array(cpuList).min(1).describe('In order of their lowest CPU; one pool each.'),
  kworkers: count.describe('Most kworker threads; 0 where submitters play their part.'),
  affinityStrict: z.boolean().describe("Kworkers are bound to their pod's CPUs."),
  wake: z
    .enum(['lifo', 'local', 'llc', 'node', 'any'])
    .nullable()
    .describe('Which idle kworker is woken; null where submitters play their part.'),
});

/** A workload with all its parameters. */
const WORKLOAD_NAME =
  /^(microbench|(spin|crypto|fsync):\d+|file:\d+:(read|write)|downstream:\d+:(node|system))$/;

const latencyFigures = latencySchema
  .nullable()
  .describe('Median over the valid trials, of max the maximum, in ns; null without any.');

const summarySchema = z.strictObject({
  label: z.string(),
  n: count.describe('Valid trials; only they enter the figures.'),
  invalid: count.describe('Trials that broke an invariant.'),
  doubtful: count.describe('Valid trials with a warning about their course.'),
  itemsPerSecond: rateSchema.nullable().describe('Over the valid trials; null without any.'),
  queueNs: latencyFigures,
  roundTripNs: latencyFigures,
  workNs: workLatencySchema.nullable().describe('As queueNs, of the work function.'),
  kworkers: poolKworkersSchema.nullable().describe('Of all pools; medians over the valid trials.'),
  cpuUse: cpuUseSchema.nullable().describe('Medians over the valid trials; null: unknown.'),
  deviceUtilPercent: z.number().nonnegative().nullable().describe('Median; null: unknown.'),
  locks: z.array(lockClassSchema).describe('By class.'),
  scheduler: schedulerSchema.nullable().describe('Null without valid trials.'),
  warnings: z
    .array(warningSchema.extend({ trials: positive.describe('Valid trials it was raised in.') }))
    .describe('Each code once, with the message of the first trial.'),
  comparison: z
    .strictObject({ itemsPerSecond: comparisonSchema, queueP50: comparisonSchema })
    .nullable()
    .describe('With the baseline; null for the baseline itself, or without valid trials.'),
  drift: driftSchema.nullable().describe('Of items/s over the rounds; null: too few trials.'),
  regimes: regimesSchema.nullable().describe('Of items/s; null where the trials are of one kind.'),
  placement: correlationSchema
    .nullable()
    .describe('Of items/s with the core-to-core latency of the round; null: too few, or constant.'),
});

/** The file `run.json`. Times are UTC; units are the last word of a name, or in its description. */
export const runSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  toolVersion: z.string(),
  source: z.enum(['measured', 'predicted']),
  prediction: predictionSchema.nullable().describe('Null for a measured run.'),
  partial: z.boolean().describe('True while trials of the plan are missing.'),
  valid: z.boolean().describe('False when a trial broke an invariant.'),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().describe('Of the last save.'),
  host: z.string(),
  command: z.array(z.string()).describe('Arguments as typed.'),
  options: z.record(z.string(), z.unknown()).describe('As resolved, in base units.'),
  seed: count,
  topology: topologySchema,
  environment: environmentSchema,
  workload: z
    .string()
    .regex(WORKLOAD_NAME)
    .describe("What an item does, e.g. 'microbench', 'crypto:32768': sizes in bytes, times in ns."),
  bytesPerItem: positive.nullable().describe('Payload that an item moves; null: none.'),
  kworkers: z
    .enum(['inline', 'threads'])
    .describe("inline: each submitter plays its pod's kworker while it waits."),
  maxKworkers: positive.nullable().describe('Of a pool; null: as many as its pod has CPUs.'),
  depth: positive.describe('Items of a submitter in flight.'),
  arrivalsPerSecond: z
    .number()
    .positive()
    .nullable()
    .describe(
      'Of a submitter, in an open loop: latencies are from the intended start; null: closed.',
    ),
  lockStats: z.boolean().describe('Also times how long locks are held.'),
  files: z
    .strictObject({ directory: z.string(), fileSystem: z.string().nullable() })
    .nullable()
    .describe('Of the workload; null where it has none.'),
  scenario: z
    .strictObject({ name: z.string(), part: z.string() })
    .nullable()
    .describe('That the run is a part of.'),
  lock: z.strictObject({ kind: lockKind, requested: z.union([lockKind, z.literal('auto')]) }),
  threads: positive.describe('Submitters.'),
  itemsPerThread: positive,
  sampleEvery: positive.describe('Every such item is timed.'),
  pinning: z.enum(['taskset', 'none']),
  oversubscribed: z.boolean().describe('More threads than CPUs.'),
  warmUp: z.strictObject({
    rounds: count,
    stable: z.boolean(),
    slowestItemsPerSecond: z.number().nonnegative(),
  }),
  configurations: z.array(configurationSchema).min(1).describe("In the domain's order."),
  order: z.array(z.array(z.string())).describe('Labels per round, as executed.'),
  percentileMethod: z.literal('kernel-index').describe('sorted[min(floor(n * q), n - 1)]'),
  trials: z.array(trialSchema).describe('As executed.'),
  summary: z.array(summarySchema).describe('One a configuration, in the same order.'),
  baseline: z.string().nullable().describe('Label the others are compared with; null: none.'),
  threshold: z.number().nonnegative().describe('A change up to this part of 1 is no difference.'),
  warnings: z.array(warningSchema).describe('About the run as a whole.'),
  silenced: z.array(z.string()).describe('Codes of warnings that reports leave out.'),
});

export type Run = Immutable<z.infer<typeof runSchema>>;
export type ConfigurationRecord = Run['configurations'][number];
export type ConfigurationSummary = Run['summary'][number];
