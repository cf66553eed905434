import { z } from 'zod';
import type { Immutable } from './immutable.js';
import { machineSchema } from './machine-schema.js';

const ns = z.number().nonnegative();

/** Where the time of an item goes, in the order in which reports show it. */
export const PARTS = [
  'lockWait',
  'hold',
  'inLockWake',
  'wakeToRun',
  'runQueue',
  'kworkersBusy',
  'work',
  'downstreamWait',
  'complete',
] as const;

export type Part = (typeof PARTS)[number];

/** Of a trial that a model ran. */
export const trialPredictionSchema = z.strictObject({
  seed: z.int().nonnegative(),
  start: z.enum(['together', 'staggered']).describe('Of the submitters.'),
  events: z.int().nonnegative().describe('Simulated; 0 for a formula.'),
  parts: z
    .strictObject({
      lockWait: ns.describe("For the pool's lock, of queue_work and of the kworker that pops."),
      hold: ns.describe('Under the lock without the wake-up.'),
      inLockWake: ns,
      wakeToRun: ns.describe('From a wake-up to running, of kworker and submitter.'),
      runQueue: ns.describe('Woken, while something else ran on the CPU.'),
      kworkersBusy: ns.describe('On the worklist, no kworker being free.'),
      work: ns.describe('With the downstream lock held.'),
      downstreamWait: ns,
      complete: ns.describe('Waking the submitter.'),
    })
    .nullable()
    .describe('Mean of an item, in ns; together the round trip. Null: the model does not say.'),
});

/** Of a run whose trials a model ran. */
export const predictionSchema = z.strictObject({
  model: z.enum(['simulation', 'closed-form']),
  machine: machineSchema,
});

export type Prediction = Immutable<z.infer<typeof predictionSchema>>;
export type TrialPrediction = Immutable<z.infer<typeof trialPredictionSchema>>;
