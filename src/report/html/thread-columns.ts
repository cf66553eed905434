import type { TrialRecord } from '../../results/file/trial-schema.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatCount, formatNs } from '../text/format.js';

/** A submitter or a kworker in one trial. */
interface ThreadRow {
  readonly trial: TrialRecord;
  readonly kind: 'submitter' | 'kworker';
  /** CPU list it was bound to; null when unpinned. */
  readonly boundCpus: string | null;
  readonly thread: TrialRecord['threads'][number] | NonNullable<TrialRecord['kworkers']>[number];
}

export function threadRows(trials: readonly TrialRecord[]): ThreadRow[] {
  return trials.flatMap((trial) => [
    ...trial.threads.map((thread): ThreadRow => {
      const boundCpus = thread.boundCpu === null ? null : String(thread.boundCpu);
      return { trial, kind: 'submitter', boundCpus, thread };
    }),
    ...(trial.kworkers ?? []).map((thread): ThreadRow => {
      return { trial, kind: 'kworker', boundCpus: thread.boundCpus, thread };
    }),
  ]);
}

function schedulerColumn(
  title: string,
  field: string,
  value: (thread: ThreadRow['thread']) => number | null,
  format: (value: number) => string,
): Column<ThreadRow> {
  return numberColumn(title, field, ({ thread }) => value(thread), format);
}

export const THREAD_COLUMNS: readonly Column<ThreadRow>[] = [
  numberColumn('round', 'round', ({ trial }) => trial.round, String),
  wordColumn('configuration', 'label', ({ trial }) => trial.label),
  wordColumn('thread', 'thread', ({ kind }) => kind),
  schedulerColumn('pool', 'pool', ({ pool }) => pool, String),
  wordColumn('bound to', 'bound_cpus', ({ boundCpus }) => boundCpus ?? 'nothing'),
  schedulerColumn('CPU at end', 'cpu_at_end', ({ cpuAtEnd }) => cpuAtEnd, String),
  schedulerColumn('on a CPU', 'run_ns', ({ runNs }) => runNs, formatNs),
  schedulerColumn('run-queue wait', 'run_queue_wait_ns', ({ runQueueNs }) => runQueueNs, formatNs),
  schedulerColumn(
    'vol. switches',
    'voluntary_switches',
    ({ voluntarySwitches }) => voluntarySwitches,
    formatCount,
  ),
  schedulerColumn(
    'invol.',
    'involuntary_switches',
    ({ involuntarySwitches }) => involuntarySwitches,
    formatCount,
  ),
  schedulerColumn('migrations', 'migrations', ({ migrations }) => migrations, formatCount),
];
