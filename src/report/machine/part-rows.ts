import { sumOf } from '../../core/sum-of.js';
import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Run } from '../../results/file/run-file.js';
import type { TrialRecord } from '../../results/file/trial-schema.js';
import { median } from '../../results/statistics/sample.js';

/** Where the time of an item of a configuration goes, medians over the valid trials. */
export interface PartRow {
  readonly label: string;
  /** In ns, mean of an item. */
  readonly parts: Readonly<Record<Part, number>>;
  /**
   * Threads over items/s, less twice p50: outside an item's two visits to the lock, in ns. Null
   * where a submitter has several items in flight.
   */
  readonly zNs: number | null;
  /** Threads that wait for the lock of a pool, mean over time and pools. */
  readonly waiting: number;
  /** Kworkers woken an item; null where submitters play their part. */
  readonly wakes: number | null;
}

export const PART_TITLES: Readonly<Record<Part, string>> = {
  lockWait: 'lock wait',
  hold: 'hold',
  inLockWake: 'in-lock wake',
  wakeToRun: 'wake to run',
  runQueue: 'run queue',
  kworkersBusy: 'kworkers busy',
  work: 'work',
  downstreamWait: 'downstream wait',
  complete: 'complete',
};

/** Of the configurations of a run of which a model tells; empty for a measured run. */
export function partRows(run: Run): PartRow[] {
  return run.summary.flatMap(({ label }) => {
    const trials = run.trials.filter((trial) => trial.valid && trial.label === label);
    const told = trials.flatMap(({ prediction }) => (prediction?.parts ? [prediction.parts] : []));
    if (told.length === 0) return [];
    const over = (figure: (trial: TrialRecord) => number) => median(trials.map(figure));
    const parts = PARTS.map((part) => [part, median(told.map((own) => own[part]))]);
    return [
      {
        label,
        parts: Object.fromEntries(parts) as PartRow['parts'],
        zNs:
          run.depth > 1
            ? null
            : over(({ itemsPerSecond, queueNs }) => cycleNs(run, itemsPerSecond) - 2 * queueNs.p50),
        waiting: over(
          ({ pools, elapsedNs }) => sumOf(pools, ({ waitNs }) => waitNs) / elapsedNs / pools.length,
        ),
        wakes:
          run.kworkers === 'inline'
            ? null
            : over(
                ({ pools, items }) => sumOf(pools, (pool) => pool.kworkers?.wakeUps ?? 0) / items,
              ),
      },
    ];
  });
}

/** The parts that any of the rows has, in order. */
export function partsShown(rows: readonly PartRow[]): Part[] {
  return PARTS.filter((part) => rows.some(({ parts }) => parts[part] > 0));
}

function cycleNs({ threads }: Run, itemsPerSecond: number): number {
  return (threads * 1e9) / itemsPerSecond;
}
