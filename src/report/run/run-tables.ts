import type {
  ConfigurationRecord,
  ConfigurationSummary,
  Run,
} from '../../results/file/run-file.js';
import type { ShardPolicy } from '../../scopes/scope.js';
import type { Column } from '../text/columns.js';
import { percentileColumn, rateColumn, ratioColumn, spreadColumn } from './figure-columns.js';
import { type Footnote, marked } from './footnotes.js';
import { shortLabels } from './short-labels.js';

/** A configuration of a run beside its figures. */
export interface RunRow {
  readonly configuration: ConfigurationRecord;
  readonly summary: ConfigurationSummary;
  /** Median items/s over that of the baseline; null without one of them. */
  readonly ratio: number | null;
}

/** One row a configuration, in the run's order. */
export function rowsOf(run: Run): RunRow[] {
  const rateOf = new Map(run.summary.map((row) => [row.label, row.itemsPerSecond?.median]));
  const baselineRate = run.baseline === null ? undefined : rateOf.get(run.baseline);
  return run.configurations.map((configuration, index) => {
    const summary = run.summary[index] as ConfigurationSummary;
    const rate = summary.itemsPerSecond?.median;
    const unpaired = rate === undefined || !baselineRate ? null : rate / baselineRate;
    // Where rounds lack a trial of either, the comparison leaves them out, and so does its ratio.
    const ratio = summary.comparison?.itemsPerSecond.ratio ?? unpaired;
    return { configuration, summary, ratio };
  });
}

/** The main table. */
export function mainColumns(run: Run, footnotes: readonly Footnote[]): Column<RunRow>[] {
  return [
    scopeColumn(footnotes),
    shardsColumn,
    poolsColumn,
    cpusColumn,
    rateColumn,
    spreadColumn,
    percentileColumn('p50'),
    percentileColumn('p90'),
    percentileColumn('p95'),
    ratioColumn(`median vs ${baselineName(run) ?? 'baseline'}`),
    trialsColumn,
  ];
}

/** What only programs want to know besides. */
export const detailColumns: readonly Column<RunRow>[] = [
  detail('queue_p99_ns', ({ summary }) => summary.queueNs?.p99),
  detail('queue_max_ns', ({ summary }) => summary.queueNs?.max),
  detail('round_trip_p50_ns', ({ summary }) => summary.roundTripNs?.p50),
  detail('round_trip_p90_ns', ({ summary }) => summary.roundTripNs?.p90),
  detail('round_trip_p95_ns', ({ summary }) => summary.roundTripNs?.p95),
  detail('round_trip_p99_ns', ({ summary }) => summary.roundTripNs?.p99),
  detail('round_trip_max_ns', ({ summary }) => summary.roundTripNs?.max),
  detail('cpus_per_pool_max', ({ configuration }) => configuration.cpus_per_pod.max),
  detail('kworkers', ({ configuration }) => configuration.kworkers),
  detail('invalid_trials', ({ summary }) => summary.invalid),
  detail('doubtful_trials', ({ summary }) => summary.doubtful),
  detail('warnings', ({ summary }) => summary.warnings.map(({ code }) => code).join(' ')),
];

/** The baseline as people know it: by its scope where that is `cache`. */
export function baselineName(run: Run): string | null {
  const baseline = run.configurations.find(({ label }) => label === run.baseline);
  if (!baseline) return null;
  return baseline.names.includes('cache') ? 'cache' : baseline.label;
}

function scopeColumn(footnotes: readonly Footnote[]): Column<RunRow> {
  return {
    title: 'scope',
    align: 'left',
    text: ({ configuration }) => marked(scopesText(configuration), configuration.label, footnotes),
    field: 'names',
    raw: ({ configuration }) => configuration.names.join(' '),
  };
}

/** The names without how shards are cut, which has a column of its own: `cache_shard, cache+strict`. */
export function scopesText({ names }: ConfigurationRecord): string {
  return [...new Set(names.map((name) => name.replace(/\(.*?\)/, '')))].join(', ');
}

/** Letters of a name where the table has no column for how shards are cut. */
const LONGEST_NAME = 28;

/** Names enough to know the configuration by: `size=8, cache +2`. */
export function shortName({ names }: ConfigurationRecord): string {
  return shortLabels([names], LONGEST_NAME, false)[0]!;
}

const shardsColumn: Column<RunRow> = {
  title: 'shards',
  align: 'right',
  text: ({ configuration }) => configuration.policies.map(policyText).join(', '),
  field: 'shard_policy',
  raw: ({ configuration }) => configuration.policies.map(policyText).join(' '),
};

function policyText(policy: ShardPolicy): string {
  switch (policy.kind) {
    case 'shards':
      return String(policy.shards);
    case 'shard-size':
      return `size ${policy.size}`;
    case 'max-shards':
      return `max ${policy.maxShards}`;
  }
}

const poolsColumn: Column<RunRow> = {
  title: 'pools',
  align: 'right',
  text: ({ configuration }) => String(configuration.nr_pods),
  field: 'pools',
  raw: ({ configuration }) => configuration.nr_pods,
};

const cpusColumn: Column<RunRow> = {
  title: 'CPUs/pool',
  align: 'right',
  text({ configuration: { cpus_per_pod } }) {
    const { min, max } = cpus_per_pod;
    return min === max ? String(min) : `${min}-${max}`;
  },
  field: 'cpus_per_pool_min',
  raw: ({ configuration }) => configuration.cpus_per_pod.min,
};

const trialsColumn: Column<RunRow> = {
  title: 'n',
  align: 'right',
  text: ({ summary: { n, invalid } }) => (invalid === 0 ? String(n) : `${n}/${n + invalid}`),
  field: 'trials',
  raw: ({ summary }) => summary.n,
};

function detail(
  field: string,
  value: (row: RunRow) => string | number | undefined,
): Column<RunRow> {
  const raw = (row: RunRow) => value(row) ?? null;
  return { title: field, align: 'right', text: (row) => String(raw(row) ?? ''), field, raw };
}
