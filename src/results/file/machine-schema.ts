import { z } from 'zod';
import type { Immutable } from './immutable.js';

/** A second: no step takes that long. */
const LONGEST_NS = 1e9;

const ns = z.number().nonnegative().max(LONGEST_NS);

/** What a machine's steps cost, in ns, in the order in which reports name them. */
export const COST_NAMES = [
  'lock',
  'section',
  'crossLlc',
  'crossNode',
  'wake',
  'complete',
  'wakeToRun',
  'contextSwitch',
  'think',
  'clockRead',
  'createKworker',
] as const;

export type CostName = (typeof COST_NAMES)[number];

const costSchema = z
  .strictObject({
    ns,
    provenance: z.enum(['fitted', 'measured', 'derived', 'borrowed', 'assumed']),
    from: z.string().min(1).describe('Rows, machine or reasoning that it is from.'),
    interval: z
      .strictObject({ low: ns, high: ns })
      .refine(({ low, high }) => low <= high, 'low is above high')
      .nullable()
      .describe('Of a fitted one: the values that explain the rows nearly as well.'),
  })
  .describe('In ns.');

/** Of a file that does not tell: the kernel's module reads the clock, too, and it is in `section`. */
const NO_CLOCK = {
  ns: 0,
  provenance: 'assumed',
  from: "the kernel's module reads it, too; in section",
  interval: null,
} as const;

/** A file of a machine that need not be there: what it looks like and what its steps cost. */
export const machineSchema = z.strictObject({
  machineVersion: z.literal(1),
  name: z.string().regex(/^[\w.+-]+$/),
  description: z.string(),
  topology: z.string().describe('As an hwloc synthetic string, with [numa] where it has nodes.'),
  engine: z
    .enum(['kernel', 'inline'])
    .describe("kernel: kworkers of the kernel; inline: wqbench's own submitters on this machine."),
  costs: z
    .strictObject({
      lock: costSchema.describe('Hand-over of the lock between CPUs of one LLC.'),
      section: costSchema.describe('Under the lock beside that.'),
      crossLlc: costSchema.describe('What the hand-over costs more to another LLC of the node.'),
      crossNode: costSchema.describe('What it costs more again to another node.'),
      wake: costSchema.describe('Waking a kworker, under the lock.'),
      complete: costSchema.describe('Waking the submitter of an item that is done.'),
      wakeToRun: costSchema.describe('From a wake-up to running on an idle CPU.'),
      contextSwitch: costSchema,
      think: costSchema.describe('From an item seen done to the next queue_work.'),
      clockRead: costSchema
        .default(NO_CLOCK)
        .describe("Of wqbench's own loop: the read that ends queue_work's time."),
      createKworker: costSchema,
    })
    .refine(({ section, lock }) => section.ns + lock.ns > 0, 'lock and section are both 0'),
  calibration: z
    .strictObject({
      source: z.string(),
      rows: z.array(z.string()).describe('Labels of the rows that costs were fitted to.'),
      residuals: z
        .array(
          z.strictObject({
            row: z.string(),
            itemsPerSecond: z.number().describe('Predicted over measured, minus 1.'),
            queueP50: z.number().nullable(),
          }),
        )
        .describe('What the fit leaves unexplained of those rows.'),
    })
    .nullable()
    .describe('Null where no cost is fitted.'),
});

export type MachineProfile = Immutable<z.infer<typeof machineSchema>>;
export type Cost = MachineProfile['costs'][CostName];
