import type { Run } from '../../results/file/run-file.js';
import type { Scheduler } from '../../results/file/summary-schema.js';
import type { CpuUse, PoolKworkers, WorkLatency } from '../../results/file/trial-schema.js';
import { type Column, numberColumn } from '../text/columns.js';
import { formatCount, formatNs, formatRate } from '../text/format.js';
import { type RunRow, rowsOf, shortName } from './run-tables.js';

/** A table below the main one. */
export interface CostTable {
  readonly title: string;
  readonly columns: readonly Column<RunRow>[];
  readonly rows: readonly RunRow[];
}

/** What items did, and what that took of CPUs and kworkers: only where it says something. */
export function costTables(run: Run): CostTable[] {
  const rows = rowsOf(run).filter(({ summary }) => summary.n > 0);
  if (rows.length === 0) return [];
  return [
    ...(hasWork(run) ? [{ title: workTitle(run), columns: workColumns(run), rows }] : []),
    ...(run.kworkers === 'threads'
      ? [
          { title: 'Kworkers, medians over the trials', columns: KWORKER_COLUMNS, rows },
          {
            title: 'CPUs in use and scheduler, medians over the trials',
            columns: CPU_COLUMNS,
            rows,
          },
        ]
      : []),
  ];
}

/** Those of all tables, for programs. */
export function costColumns(run: Run): Column<RunRow>[] {
  return [
    ...(hasWork(run) ? workColumns(run) : []),
    ...(run.kworkers === 'threads' ? [...KWORKER_COLUMNS, ...CPU_COLUMNS] : []),
  ];
}

function hasWork({ workload }: Run): boolean {
  return workload !== 'microbench';
}

function isSync({ workload }: Run): boolean {
  return workload.startsWith('fsync');
}

function workTitle(run: Run): string {
  const what = isSync(run) ? 'Synced writes' : `Work function of ${run.workload}`;
  return `${what}, medians over the trials`;
}

const scopeColumn: Column<RunRow> = {
  title: 'scope',
  align: 'left',
  text: ({ configuration }) => shortName(configuration),
  field: 'names',
  raw: ({ configuration }) => configuration.names.join(' '),
};

/** A rate in items as one in MiB, where items move bytes. */
export function mibPerSecond(run: Pick<Run, 'bytesPerItem'>, itemsPerSecond: number): number {
  return ((run.bytesPerItem ?? 0) * itemsPerSecond) / 2 ** 20;
}

function workColumns(run: Run): Column<RunRow>[] {
  const rateTitle = run.files === null ? 'items/s' : 'IOPS';
  const of = (pick: (work: WorkLatency) => number) => (row: RunRow) =>
    row.summary.workNs && pick(row.summary.workNs);
  const median = ({ summary }: RunRow) => summary.itemsPerSecond?.median ?? null;
  return [
    scopeColumn,
    numberColumn(rateTitle, 'items_per_second_median', median, formatRate),
    ...(run.bytesPerItem === null
      ? []
      : [
          numberColumn<RunRow>(
            'MiB/s',
            'mib_per_second',
            (row) => {
              const rate = median(row);
              return rate === null ? null : mibPerSecond(run, rate);
            },
            (value) => value.toPrecision(3),
          ),
        ]),
    numberColumn(
      `${isSync(run) ? 'fsync' : 'work'} mean`,
      'work_mean_ns',
      of(({ mean }) => mean),
      formatNs,
    ),
    numberColumn(
      'p50',
      'work_p50_ns',
      of(({ p50 }) => p50),
      formatNs,
    ),
    numberColumn(
      'p99',
      'work_p99_ns',
      of(({ p99 }) => p99),
      formatNs,
    ),
    ...(run.files === null
      ? []
      : [
          numberColumn<RunRow>(
            'device busy',
            'device_util_percent',
            ({ summary }) => summary.deviceUtilPercent,
            formatShare,
          ),
        ]),
  ];
}

function kworkerColumn(
  title: string,
  field: string,
  key: keyof PoolKworkers,
  format = whole,
): Column<RunRow> {
  return numberColumn(title, field, ({ summary }) => summary.kworkers?.[key] ?? null, format);
}

const KWORKER_COLUMNS: readonly Column<RunRow>[] = [
  scopeColumn,
  numberColumn('most', 'kworkers', ({ configuration }) => configuration.kworkers, whole),
  kworkerColumn('created', 'kworkers_created', 'created'),
  kworkerColumn('peak busy', 'kworkers_peak_busy', 'peakBusy'),
  kworkerColumn('wake-ups', 'kworker_wake_ups', 'wakeUps'),
  kworkerColumn('each', 'kworker_wake_ns', 'wakeNs', formatNs),
  kworkerColumn('none idle', 'kworkers_found_none_idle', 'foundNoneIdle'),
  kworkerColumn('submitters woken', 'submitters_woken', 'submittersWoken'),
];

function cpuColumn(title: string, field: string, key: keyof CpuUse): Column<RunRow> {
  return numberColumn(title, field, ({ summary }) => summary.cpuUse?.[key] ?? null, formatShare);
}

function schedulerColumn(
  title: string,
  field: string,
  key: keyof Scheduler,
  format: (value: number) => string,
): Column<RunRow> {
  return numberColumn(title, field, ({ summary }) => summary.scheduler?.[key] ?? null, format);
}

const CPU_COLUMNS: readonly Column<RunRow>[] = [
  scopeColumn,
  cpuColumn('%usr', 'cpu_user_percent', 'userPercent'),
  cpuColumn('%sys', 'cpu_system_percent', 'systemPercent'),
  cpuColumn('%steal', 'cpu_steal_percent', 'stealPercent'),
  cpuColumn('own', 'cpu_own_percent', 'ownPercent'),
  schedulerColumn('vol. switches', 'voluntary_switches', 'voluntarySwitches', whole),
  schedulerColumn('invol.', 'involuntary_switches', 'involuntarySwitches', whole),
  schedulerColumn('migrations', 'migrations', 'migrations', whole),
  schedulerColumn('run-queue wait', 'run_queue_wait_ns', 'runQueueNs', formatNs),
];

function whole(value: number): string {
  return formatCount(Math.round(value));
}

/** Of something in percent already. */
function formatShare(percent: number): string {
  return `${percent.toFixed(1)} %`;
}
