import { z } from 'zod';
import { SCOPES } from '../../scopes/scope.js';
import { environmentSchema } from '../file/environment-schema.js';
import type { Immutable } from '../file/immutable.js';
import { SCHEMA_VERSION } from '../file/schema-version.js';
import { comparisonSchema, rateSchema } from '../file/summary-schema.js';
import { cpuUseSchema, warningSchema } from '../file/trial-schema.js';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

const figureSchema = z.strictObject({
  name: z.string(),
  unit: z.string(),
  better: z.enum(['higher', 'lower']),
  from: z.enum(['fio', 'regexp', 'wall-time']),
});

/** Any command under each of the running kernel's own scopes. */
export const kernelRunSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  toolVersion: z.string(),
  source: z.literal('kernel'),
  partial: z.boolean().describe('True while trials of the plan are missing.'),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().describe('Of the last save.'),
  host: z.string(),
  command: z.array(z.string()).describe('Arguments as typed.'),
  knob: z.string().describe("'default', or the workqueue whose scope was written."),
  swept: z.array(z.string()).min(1).describe('The command that ran.'),
  figure: figureSchema,
  seed: count,
  environment: environmentSchema,
  configurations: z
    .array(
      z.strictObject({
        label: z.string(),
        scope: z.enum(SCOPES),
        affinityStrict: z.boolean().nullable().describe('Null: left as it was.'),
      }),
    )
    .min(1),
  order: z.array(z.array(z.string())).describe('Labels per round, as executed.'),
  trials: z
    .array(
      z.strictObject({
        round: count,
        label: z.string(),
        startedAt: z.iso.datetime(),
        value: amount.describe('Of the figure.'),
        wallSeconds: amount,
        cpuUse: cpuUseSchema.nullable().describe('Of the CPUs online; null: unknown.'),
      }),
    )
    .min(1),
  summary: z.array(
    z.strictObject({
      label: z.string(),
      n: count,
      value: rateSchema.nullable().describe('Of the figure over the trials.'),
      comparison: comparisonSchema.nullable().describe('With the baseline; null for itself.'),
    }),
  ),
  baseline: z.string().nullable(),
  threshold: amount,
  warnings: z.array(warningSchema),
  silenced: z.array(z.string()),
});

export type KernelRun = Immutable<z.infer<typeof kernelRunSchema>>;
export type KernelFigure = Immutable<z.infer<typeof figureSchema>>;
export type KernelTrial = KernelRun['trials'][number];
