import type { Run } from '../../results/file/run-file.js';
import type {
  BandwidthChangeReference,
  Reference,
} from '../../results/reference/reference-schema.js';
import { shardName } from '../../scopes/configurations.js';
import { type Section, tableSection } from '../reference/section.js';
import { type Column, numberColumn } from '../text/columns.js';
import { signedWithSpread } from './formats.js';
import { type MeanAndSpread, ownFigures } from './own-figures.js';
import type { PartRuns } from './scenario-sections.js';

type Part = 'write' | 'read';

interface Row {
  readonly shards: number;
  /** Of the configuration it was measured as. */
  readonly pools: number | null;
  readonly own: Readonly<Record<Part, Own>>;
  readonly published: ReadonlyMap<string, Readonly<Record<Part, MeanAndSpread>>>;
}

/** A change, or why there is none. */
type Own = MeanAndSpread | 'same as cache' | 'not here';

/** Change of the rate from `cache` to `cache_shard`, by shards. */
export function bandwidthChangeBeside(runs: PartRuns, references: readonly Reference[]): Section[] {
  return references.filter(isBandwidthChange).map((reference) => {
    const machines = Object.keys(reference.deltas_pct);
    const rows = shardCounts(reference).map(
      (shards): Row => ({
        shards,
        pools: poolsOf(runs, shards),
        own: {
          write: ownChange(runs.get('write'), shards),
          read: ownChange(runs.get('read'), shards),
        },
        published: new Map(
          machines.flatMap((machine) => {
            const row = reference.deltas_pct[machine]!.find((one) => one.shards === shards);
            return row === undefined ? [] : [[machine, row]];
          }),
        ),
      }),
    );
    return tableSection(
      `change from cache to cache_shard here, beside ${reference.id}`,
      1,
      columnsFor(machines),
      rows,
    );
  });
}

function isBandwidthChange(reference: Reference): reference is BandwidthChangeReference {
  return 'deltas_pct' in reference;
}

function shardCounts({ deltas_pct }: BandwidthChangeReference): number[] {
  const all = Object.values(deltas_pct).flatMap((rows) => rows.map(({ shards }) => shards));
  return [...new Set(all)].sort((a, b) => a - b);
}

function poolsOf(runs: PartRuns, shards: number): number | null {
  const name = shardName({ kind: 'shards', shards });
  const all = [...runs.values()].flatMap(({ configurations }) => configurations);
  return all.find(({ names }) => names.includes(name))?.nr_pods ?? null;
}

/** Of the rounds; of fewer cores than shards, the same configuration may stand for several. */
function ownChange(run: Run | undefined, shards: number): Own {
  const own = ownFigures(run, shardName({ kind: 'shards', shards }));
  if (own === null) return 'not here';
  const { comparison } = own.summary;
  if (comparison === null) return 'same as cache';
  const { change } = comparison.itemsPerSecond;
  return change === null ? 'not here' : { mean: change.meanPercent, stddev: change.stddevPercent };
}

function columnsFor(machines: readonly string[]): Column<Row>[] {
  const own = (part: Part): Column<Row> => ({
    title: part,
    align: 'right',
    text: (row) => cellOf(row.own[part]),
    field: `${part}_change_percent`,
    raw: ({ own }) => (typeof own[part] === 'string' ? null : own[part].mean),
  });
  const published = (machine: string, part: Part): Column<Row> => ({
    title: `${machine} ${part}`,
    align: 'right',
    text: (row) => cellOf(row.published.get(machine)?.[part] ?? null),
    field: `published_${machine}_${part}_change_percent`,
    raw: (row) => row.published.get(machine)?.[part].mean ?? null,
  });
  return [
    numberColumn('shards', 'shards', ({ shards }) => shards, String),
    numberColumn('pools here', 'pools', ({ pools }) => pools, String),
    own('write'),
    own('read'),
    ...machines.flatMap((machine) => [published(machine, 'write'), published(machine, 'read')]),
  ];
}

function cellOf(value: Own | null): string {
  if (value === null) return '-';
  return typeof value === 'string' ? value : signedWithSpread(value);
}
