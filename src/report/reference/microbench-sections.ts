import { overBaseline } from '../../results/compare/over-baseline.js';
import { rateOf } from '../../results/rate.js';
import { nsOf, referenceResultSet } from '../../results/reference/reference.js';
import type { MicrobenchReference } from '../../results/reference/reference-schema.js';
import type { ResultRow } from '../../results/result-set.js';
import { median } from '../../results/statistics/sample.js';
import { shardName } from '../../scopes/configurations.js';
import {
  type FiguresRow,
  percentileColumn,
  rateColumn,
  ratioColumn,
  spreadColumn,
} from '../run/figure-columns.js';
import { type SweepRow, sweepColumns } from '../run/sweep-table.js';
import type { Column } from '../text/columns.js';
import { numberColumn, wordColumn } from '../text/columns.js';
import { formatCount, formatGivenPercent } from '../text/format.js';
import { type Section, tableSection } from './section.js';

/** The tables that a run with `--shards` prints, with the published figures. */
export function microbenchSections(reference: MicrobenchReference): Section[] {
  const sweep = sweepRows(reference);
  return [
    tableSection('cache against cache_shard, by shards per LLC', 1, publishedColumns(sweep), sweep),
    tableSection('all scopes', 2, SCOPE_COLUMNS, scopeRows(reference)),
  ];
}

interface PublishedRow extends SweepRow {
  readonly gainPercent: number;
  readonly p50ChangePercent: number;
}

function sweepRows({ shards_per_llc }: MicrobenchReference): PublishedRow[] {
  return shards_per_llc.map((row) => ({
    policy: { kind: 'shards', shards: row.shards },
    // Measured one beside the other, even where both cut the CPUs alike.
    same: false,
    cache: sideOf(row.cache),
    shard: sideOf(row.cache_shard),
    gainPercent: row.throughput_gain_pct,
    p50ChangePercent: row.latency_reduction_pct,
  }));
}

function sideOf(side: MicrobenchReference['shards_per_llc'][number]['cache']) {
  return { itemsPerSecond: side.items_per_s, p50Ns: nsOf(side.p50_us) };
}

/** Changes as published instead of those that follow from the rounded figures. */
function publishedColumns(rows: readonly PublishedRow[]): Column<PublishedRow>[] {
  return sweepColumns(rows).map((column): Column<PublishedRow> => {
    switch (column.field) {
      case 'gain_ratio':
        return changeColumn(column.title, 'gain_percent', ({ gainPercent }) => gainPercent);
      case 'p50_ratio':
        return changeColumn(column.title, 'p50_change_percent', (row) => row.p50ChangePercent);
      default:
        return column;
    }
  });
}

function changeColumn(title: string, field: string, percent: (row: PublishedRow) => number) {
  return numberColumn(title, field, percent, formatGivenPercent);
}

interface ScopeRow extends FiguresRow {
  readonly scope: string;
  readonly shards: number | null;
  readonly trials: number;
}

const SCOPE_COLUMNS: readonly Column<ScopeRow>[] = [
  wordColumn('scope', 'scope', ({ scope }) => scope),
  numberColumn('shards', 'shards', ({ shards }) => shards, String),
  rateColumn,
  spreadColumn,
  percentileColumn('p50'),
  ratioColumn('vs cache'),
  numberColumn('n', 'trials', ({ trials }) => trials, formatCount),
];

function scopeRows(reference: MicrobenchReference): ScopeRow[] {
  const rows = referenceResultSet(reference)?.rows ?? [];
  const shardsOf = new Map(
    reference.shards_per_llc.map(({ shards }) => [shardName({ kind: 'shards', shards }), shards]),
  );
  const baseline = rows.find(({ label }) => label === 'cache') ?? null;
  return rows.map((row) => {
    const itemsPerSecond = rateOver(row);
    return {
      scope: shardsOf.has(row.label) ? 'cache_shard' : row.label,
      shards: shardsOf.get(row.label) ?? null,
      trials: row.trials.length,
      summary: { itemsPerSecond, queueNs: { p50: p50Over(row), p90: null, p95: null } },
      ratio: overBaseline(row.trials, baseline, (trial) => trial.itemsPerSecond),
    };
  });
}

function rateOver(row: ResultRow | undefined) {
  return rateOf((row?.trials ?? []).map(({ itemsPerSecond }) => itemsPerSecond));
}

function p50Over({ trials }: ResultRow): number | null {
  const known = trials.flatMap(({ p50Ns }) => (p50Ns === null ? [] : [p50Ns]));
  return known.length === 0 ? null : median(known);
}
