import { z } from 'zod';
import type { Immutable } from '../file/immutable.js';

const positive = z.int().positive();
const amount = z.number().nonnegative();

/** What every reference file says; figures are in the units of their source, last in their names. */
const common = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  source: z.string(),
  workload: z.string(),
};

const machine = {
  machine: z.string(),
  topology: z.string().describe('hwloc synthetic string.'),
};

const sideSchema = z.strictObject({ items_per_s: amount, p50_us: amount });

/** The kernel's microbenchmark: `cache` beside `cache_shard` at several shard counts. */
const microbenchSchema = z.strictObject({
  ...common,
  ...machine,
  workload: z.literal('microbench'),
  items_per_thread: positive,
  shards_per_llc: z
    .array(
      z.strictObject({
        shards: positive,
        cache: sideSchema,
        cache_shard: sideSchema,
        throughput_gain_pct: z.number(),
        latency_reduction_pct: z.number().describe('Change of p50; negative is faster.'),
      }),
    )
    .min(1),
  scopes: z.partialRecord(
    z.enum(['cpu', 'smt', 'numa', 'system']),
    z.strictObject({ items_per_s: amount, note: z.string() }),
  ),
});

const deltaSchema = z.strictObject({ mean: z.number(), stddev: amount });

/** How much bandwidth `cache_shard` gains over `cache`, by machine and shard count. */
const bandwidthChangeSchema = z.strictObject({
  ...common,
  deltas_pct: z.record(
    z.string(),
    z.array(z.strictObject({ shards: positive, write: deltaSchema, read: deltaSchema })),
  ),
});

const waitSchema = z.strictObject({
  contentions: amount,
  total_wait_us: z.exactOptional(amount),
  total_wait_ms: z.exactOptional(amount),
  total_wait_min: z.exactOptional(amount),
  avg_wait_us: z.exactOptional(amount),
});

/** One workload under every scope, with what lock statistics and the scheduler say of it. */
const scopeLadderSchema = z.strictObject({
  ...common,
  ...machine,
  scope_ladder_gb_s: z.record(z.string(), amount),
  affinity_strict_under_smt_gb_s: z.record(z.string(), z.array(amount)),
  lock_contention: z.record(z.string(), z.record(z.string(), waitSchema)),
  scheduler_counters: z.record(
    z.string(),
    z.strictObject({ context_switches: amount, cpu_migrations: amount, sched_wakeup: amount }),
  ),
  reading: z.string(),
});

/** Bandwidth and CPU time of a saturating workload under `system` and `cache`. */
const utilisationSchema = z.strictObject({
  ...common,
  ...machine,
  rows: z.array(
    z.strictObject({
      config: z.string(),
      bw_mib_s: amount,
      bw_stddev: amount,
      cpu_util_pct: amount,
      cpu_util_stddev: amount,
      vs_system_pct: z.number(),
    }),
  ),
  wakeup_placement: z.array(z.string()),
});

/** Small synced writes at two shard sizes and several numbers of jobs. */
const fsyncSchema = z.strictObject({
  ...common,
  ...machine,
  rows: z.array(
    z.strictObject({
      jobs: positive,
      shard_size: positive,
      iops: amount,
      bw_mib_s: amount,
      fsync_avg_us: amount,
    }),
  ),
  observations: z.strictObject({
    device_util_pct: z.tuple([amount, amount]).describe('Lowest and highest.'),
    reading: z.string(),
  }),
});

/** A published table; which kind it is shows in the keys it has. */
export const referenceSchema = z.union([
  microbenchSchema,
  bandwidthChangeSchema,
  scopeLadderSchema,
  utilisationSchema,
  fsyncSchema,
]);

export type MicrobenchReference = Immutable<z.infer<typeof microbenchSchema>>;
export type BandwidthChangeReference = Immutable<z.infer<typeof bandwidthChangeSchema>>;
export type ScopeLadderReference = Immutable<z.infer<typeof scopeLadderSchema>>;
export type UtilisationReference = Immutable<z.infer<typeof utilisationSchema>>;
export type FsyncReference = Immutable<z.infer<typeof fsyncSchema>>;
export type LockWait = Immutable<z.infer<typeof waitSchema>>;
export type Reference =
  | MicrobenchReference
  | BandwidthChangeReference
  | ScopeLadderReference
  | UtilisationReference
  | FsyncReference;
