import { isMicrobench } from '../../results/reference/reference.js';
import type { MicrobenchReference, Reference } from '../../results/reference/reference-schema.js';
import { shardName } from '../../scopes/configurations.js';
import { type Section, tableSection } from '../reference/section.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatNs, formatRate, formatRatio } from '../text/format.js';
import { type OwnFigures, ownFigures, rateRatio } from './own-figures.js';
import type { PartRuns } from './scenario-sections.js';

interface Row {
  readonly shards: number;
  readonly own: OwnFigures | null;
  readonly ratio: number | null;
  readonly p50Ratio: number | null;
  readonly published: ReadonlyMap<string, MicrobenchReference['shards_per_llc'][number]>;
}

/** Rate and p50 of cache_shard over those of cache, by shards. */
export function sweepBeside(runs: PartRuns, references: readonly Reference[]): Section[] {
  const sweeps = references.filter(isMicrobench);
  const counts = sweeps.flatMap((sweep) => sweep.shards_per_llc.map(({ shards }) => shards));
  return [...runs.values()].map((run) => {
    const cache = ownFigures(run, 'cache');
    const rows = [...new Set(counts)]
      .sort((a, b) => a - b)
      .map((shards): Row => {
        const own = ownFigures(run, shardName({ kind: 'shards', shards }));
        const [p50, base] = [own, cache].map((one) => one?.summary.queueNs?.p50 ?? null);
        return {
          shards,
          own,
          ratio: rateRatio(own, cache),
          p50Ratio: p50 == null || !base ? null : p50 / base,
          published: new Map(
            sweeps.flatMap(({ id, shards_per_llc }) => {
              const row = shards_per_llc.find((one) => one.shards === shards);
              return row === undefined ? [] : [[id, row]];
            }),
          ),
        };
      });
    const beside = sweeps.map(({ id }) => id).join(' and ');
    return tableSection(
      `cache_shard over cache here, beside ${beside}`,
      2,
      columnsFor(sweeps),
      rows,
    );
  });
}

function columnsFor(sweeps: readonly MicrobenchReference[]): Column<Row>[] {
  return [
    numberColumn('shards', 'shards', ({ shards }) => shards, String),
    wordColumn('measured as', 'label', ({ own }) => own?.label ?? 'not here'),
    numberColumn(
      'items/s',
      'items_per_second',
      ({ own }) => own?.summary.itemsPerSecond?.median ?? null,
      formatRate,
    ),
    numberColumn('vs cache', 'items_per_second_ratio', ({ ratio }) => ratio, formatRatio),
    numberColumn('p50', 'queue_p50_ns', ({ own }) => own?.summary.queueNs?.p50 ?? null, formatNs),
    numberColumn('vs cache', 'queue_p50_ratio', ({ p50Ratio }) => p50Ratio, formatRatio),
    ...sweeps.flatMap(({ id }) => [
      numberColumn<Row>(
        `${id} items/s`,
        `published_${id}_items_per_second_ratio`,
        ({ published }) => {
          const row = published.get(id);
          return row === undefined ? null : row.cache_shard.items_per_s / row.cache.items_per_s;
        },
        formatRatio,
      ),
      numberColumn<Row>(
        'p50',
        `published_${id}_queue_p50_ratio`,
        ({ published }) => {
          const row = published.get(id);
          return row === undefined ? null : row.cache_shard.p50_us / row.cache.p50_us;
        },
        formatRatio,
      ),
    ]),
  ];
}
