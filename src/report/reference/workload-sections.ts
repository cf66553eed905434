import { nsOf } from '../../results/reference/reference.js';
import type {
  BandwidthChangeReference,
  FsyncReference,
  LockWait,
  ScopeLadderReference,
  UtilisationReference,
} from '../../results/reference/reference-schema.js';
import { numberColumn, wordColumn } from '../text/columns.js';
import { formatCount, formatGivenPercent, formatNs } from '../text/format.js';
import { type Section, tableSection } from './section.js';

/** A table a machine: change of bandwidth from `cache` to `cache_shard`. */
export function bandwidthChangeSections({ deltas_pct }: BandwidthChangeReference): Section[] {
  type Row = BandwidthChangeReference['deltas_pct'][string][number];
  const changes = (what: 'write' | 'read') => [
    numberColumn<Row>(what, `${what}_percent`, (row) => row[what].mean, formatGivenPercent),
    numberColumn<Row>('± stddev', `${what}_stddev`, (row) => row[what].stddev, spreadPoints),
  ];
  const columns = [
    numberColumn<Row>('shards', 'shards', ({ shards }) => shards, String),
    ...changes('write'),
    ...changes('read'),
  ];
  return Object.entries(deltas_pct).map(([machine, rows]) =>
    tableSection(`bandwidth of cache_shard against cache on ${machine}`, 1, columns, rows),
  );
}

/** Bandwidth by scope, and what locks and scheduler say of it. */
export function scopeLadderSections(reference: ScopeLadderReference): Section[] {
  return [ladder(reference), strictRuns(reference), lockWaits(reference), counters(reference)];
}

/** Bandwidth and CPU time by scope and placement. */
export function utilisationSections({ rows }: UtilisationReference): Section[] {
  type Row = UtilisationReference['rows'][number];
  const columns = [
    wordColumn<Row>('scope', 'config', ({ config }) => config),
    numberColumn<Row>('bandwidth', 'mib_per_second', (row) => row.bw_mib_s, mib),
    numberColumn<Row>('± stddev', 'mib_per_second_stddev', (row) => row.bw_stddev, plusMinus),
    numberColumn<Row>('CPU used', 'cpu_percent', (row) => row.cpu_util_pct, percent),
    numberColumn<Row>('± stddev', 'cpu_percent_stddev', (row) => row.cpu_util_stddev, plusMinus),
    numberColumn<Row>(
      'vs system',
      'change_percent',
      (row) => row.vs_system_pct,
      formatGivenPercent,
    ),
  ];
  return [tableSection('bandwidth and CPU time', 1, columns, rows)];
}

/** Rates and latency of synced writes by jobs and shard size. */
export function fsyncSections({ rows }: FsyncReference): Section[] {
  type Row = FsyncReference['rows'][number];
  const columns = [
    numberColumn<Row>('jobs', 'jobs', ({ jobs }) => jobs, formatCount),
    numberColumn<Row>('shard size', 'shard_size', (row) => row.shard_size, String),
    numberColumn<Row>('IOPS', 'iops', ({ iops }) => iops, formatCount),
    numberColumn<Row>('bandwidth', 'mib_per_second', (row) => row.bw_mib_s, mib),
    numberColumn<Row>('fsync mean', 'fsync_mean_ns', (row) => nsOf(row.fsync_avg_us), formatNs),
  ];
  return [tableSection('synced writes by shard size', 2, columns, rows)];
}

function ladder({ scope_ladder_gb_s }: ScopeLadderReference): Section {
  const rows = Object.entries(scope_ladder_gb_s).map(([scope, gb]) => ({ scope, gb }));
  type Row = (typeof rows)[number];
  const columns = [
    wordColumn<Row>('scope', 'scope', ({ scope }) => scope),
    numberColumn<Row>('bandwidth', 'gb_per_second', (row) => row.gb, gigabytes),
  ];
  return tableSection('bandwidth by scope', 1, columns, rows);
}

function strictRuns({ affinity_strict_under_smt_gb_s }: ScopeLadderReference): Section {
  const rows = Object.entries(affinity_strict_under_smt_gb_s).flatMap(([key, runs]) =>
    runs.map((gb, index) => ({ placement: words(key.replace(/_runs$/, '')), run: index + 1, gb })),
  );
  type Row = (typeof rows)[number];
  const columns = [
    wordColumn<Row>('placement', 'placement', ({ placement }) => placement),
    numberColumn<Row>('run', 'run', ({ run }) => run, String),
    numberColumn<Row>('bandwidth', 'gb_per_second', (row) => row.gb, gigabytes),
  ];
  return tableSection('smt with affinity_strict', 2, columns, rows);
}

function lockWaits({ lock_contention }: ScopeLadderReference): Section {
  const rows = Object.entries(lock_contention).flatMap(([scope, locks]) =>
    Object.entries(locks).map(([lock, wait]) => ({ scope, lock, wait, total: totalOf(wait) })),
  );
  type Row = (typeof rows)[number];
  const columns = [
    wordColumn<Row>('scope', 'scope', ({ scope }) => scope),
    wordColumn<Row>('lock', 'lock', ({ lock }) => lock),
    numberColumn<Row>('contentions', 'contentions', (row) => row.wait.contentions, formatCount),
    {
      title: 'total wait',
      align: 'right' as const,
      text: ({ total }: Row) => (total ? `${total.value} ${total.unit}` : '-'),
      field: 'total_wait_ns',
      raw: ({ total }: Row) => total?.ns ?? null,
    },
    numberColumn<Row>('mean wait', 'mean_wait_ns', ({ wait }) => meanNs(wait), formatNs),
  ];
  return tableSection('lock contention', 2, columns, rows);
}

function counters({ scheduler_counters }: ScopeLadderReference): Section {
  const rows = Object.entries(scheduler_counters).map(([scope, row]) => ({ scope, ...row }));
  type Row = (typeof rows)[number];
  const count = (title: string, key: Exclude<keyof Row, 'scope'>) =>
    numberColumn<Row>(title, key, (row) => row[key], formatCount);
  const columns = [
    wordColumn<Row>('scope', 'scope', ({ scope }) => scope),
    count('context switches', 'context_switches'),
    count('CPU migrations', 'cpu_migrations'),
    count('wake-ups', 'sched_wakeup'),
  ];
  return tableSection('scheduler', 1, columns, rows);
}

/** In the unit it was published in, and in ns. */
function totalOf(wait: LockWait): { value: number; unit: string; ns: number } | null {
  const { total_wait_us: us, total_wait_ms: ms, total_wait_min: min } = wait;
  if (us !== undefined) return { value: us, unit: 'µs', ns: nsOf(us) };
  if (ms !== undefined) return { value: ms, unit: 'ms', ns: Math.round(ms * 1e6) };
  return min === undefined ? null : { value: min, unit: 'min', ns: Math.round(min * 60e9) };
}

function meanNs({ avg_wait_us }: LockWait): number | null {
  return avg_wait_us === undefined ? null : nsOf(avg_wait_us);
}

const gigabytes = (gb: number) => `${formatCount(gb)} GB/s`;

const mib = (value: number) => `${formatCount(value)} MiB/s`;

const percent = (value: number) => `${value} %`;

const plusMinus = (value: number) => `±${value}`;

/** Of a change in percent: percentage points. */
const spreadPoints = (value: number) => `±${value} %`;

function words(key: string): string {
  return key.replaceAll('_', ' ');
}
