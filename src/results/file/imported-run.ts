import { z } from 'zod';
import { SCOPES } from '../../scopes/scope.js';
import type { Immutable } from './immutable.js';
import { SCHEMA_VERSION } from './schema-version.js';
import { rateSchema } from './summary-schema.js';
import { warningSchema } from './trial-schema.js';

const count = z.int().nonnegative();
const positive = z.int().positive();
const ns = z.number().nonnegative();

/** What a row of the kernel module's log tells of `queue_work`. */
const kernelLatencySchema = z.strictObject({ p50: ns, p90: ns, p95: ns }).describe('In ns.');

/**
 * The log of a kernel's `test_workqueue` module as a result: the figures of its rows, each run of
 * the module being a round. The log says nothing of pods, locks or the machine.
 */
export const importedRunSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  toolVersion: z.string(),
  source: z.literal('imported'),
  importedAt: z.iso.datetime(),
  log: z.string().describe('Name of the log as given; - is standard input.'),
  workload: z.literal('microbench'),
  threads: positive,
  itemsPerThread: positive,
  percentileMethod: z.literal('kernel-index').describe('sorted[min(floor(n * q), n - 1)]'),
  configurations: z
    .array(z.strictObject({ label: z.string().min(1), scope: z.enum(SCOPES).nullable() }))
    .min(1)
    .describe('In order of their first row.'),
  trials: z
    .array(
      z.strictObject({
        round: count.describe('Which run of the module in the log, from 0.'),
        label: z.string(),
        itemsPerSecond: z.number().positive(),
        queueNs: kernelLatencySchema,
      }),
    )
    .min(1),
  summary: z.array(
    z.strictObject({
      label: z.string(),
      n: positive,
      itemsPerSecond: rateSchema,
      queueNs: kernelLatencySchema.describe('Median over the rows, in ns.'),
    }),
  ),
  baseline: z.string().nullable(),
  warnings: z.array(warningSchema),
});

export type ImportedRun = Immutable<z.infer<typeof importedRunSchema>>;
