import type { Run } from '../../results/file/run-file.js';
import type { ShardPolicy } from '../../scopes/scope.js';
import type { Column } from '../text/columns.js';
import { formatChange, formatNs, formatRate } from '../text/format.js';
import { type RunRow, rowsOf } from './run-tables.js';

/** `cache` beside `cache_shard` under one shard policy. */
export interface SweepRow {
  readonly policy: ShardPolicy;
  /** The policy leaves each LLC whole: both are the same configuration. */
  readonly same: boolean;
  readonly cache: Figures;
  readonly shard: Figures;
}

/** Medians over the trials. */
interface Figures {
  readonly itemsPerSecond: number;
  readonly p50Ns: number;
}

/** Empty unless `cache` and at least two shard policies were measured. */
export function sweepRows(run: Run): SweepRow[] {
  const rows = rowsOf(run);
  const cache = rows.find(({ configuration }) => configuration.scopes.includes('cache'));
  const cacheFigures = cache && figuresOf(cache);
  if (!cacheFigures) return [];
  const sweep = rows.flatMap((row) => {
    const shard = figuresOf(row);
    const { policies } = row.configuration;
    if (!shard) return [];
    return policies.map((policy) => ({ policy, same: row === cache, cache: cacheFigures, shard }));
  });
  return sweep.length < 2
    ? []
    : sweep.toSorted((a, b) => policyValue(a.policy) - policyValue(b.policy));
}

export function sweepColumns(rows: readonly SweepRow[]): Column<SweepRow>[] {
  return [
    policyColumn(rows[0]?.policy.kind ?? 'shards'),
    rateColumn('cache'),
    rateColumn('shard'),
    changeColumn('gain', 'gain_ratio', ({ cache, shard }) => [
      cache.itemsPerSecond,
      shard.itemsPerSecond,
    ]),
    p50Column('cache'),
    p50Column('shard'),
    changeColumn('latency change', 'p50_ratio', ({ cache, shard }) => [cache.p50Ns, shard.p50Ns]),
  ];
}

function figuresOf({ summary }: RunRow): Figures | null {
  if (!summary.itemsPerSecond || !summary.queueNs) return null;
  return { itemsPerSecond: summary.itemsPerSecond.median, p50Ns: summary.queueNs.p50 };
}

const TITLE_OF = {
  shards: 'shards',
  'shard-size': 'shard size',
  'max-shards': 'max shards',
} as const satisfies Record<ShardPolicy['kind'], string>;

function policyValue(policy: ShardPolicy): number {
  switch (policy.kind) {
    case 'shards':
      return policy.shards;
    case 'shard-size':
      return policy.size;
    case 'max-shards':
      return policy.maxShards;
  }
}

function policyColumn(kind: ShardPolicy['kind']): Column<SweepRow> {
  return {
    title: TITLE_OF[kind],
    align: 'right',
    text: ({ policy }) => String(policyValue(policy)),
    field: TITLE_OF[kind].replace(' ', '_'),
    raw: ({ policy }) => policyValue(policy),
  };
}

function rateColumn(side: 'cache' | 'shard'): Column<SweepRow> {
  const scope = side === 'cache' ? 'cache' : 'cache_shard';
  return {
    title: `${scope} items/s`,
    align: 'right',
    text: (row) => formatRate(row[side].itemsPerSecond),
    field: `${scope}_items_per_second`,
    raw: (row) => row[side].itemsPerSecond,
  };
}

function p50Column(side: 'cache' | 'shard'): Column<SweepRow> {
  return {
    title: `${side} p50`,
    align: 'right',
    text: (row) => formatNs(row[side].p50Ns),
    field: `${side}_p50_ns`,
    raw: (row) => row[side].p50Ns,
  };
}

function changeColumn(
  title: string,
  field: string,
  pair: (row: SweepRow) => readonly [before: number, after: number],
): Column<SweepRow> {
  const ratioOf = (row: SweepRow) => {
    const [before, after] = pair(row);
    return before === 0 ? null : after / before;
  };
  return {
    title,
    align: 'right',
    text(row) {
      const ratio = ratioOf(row);
      if (row.same) return 'same pods';
      return ratio === null ? '-' : formatChange(ratio);
    },
    field,
    raw: ratioOf,
  };
}
