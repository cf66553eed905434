import type { FsyncReference, Reference } from '../../results/reference/reference-schema.js';
import { shardName } from '../../scopes/configurations.js';
import { type Section, tableSection } from '../reference/section.js';
import { mibPerSecond } from '../run/cost-tables.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatCount, formatNs, formatRate, formatRatio } from '../text/format.js';
import { type OwnFigures, ownFigures } from './own-figures.js';
import type { PartRuns } from './scenario-sections.js';

type Published = FsyncReference['rows'][number];

interface Row {
  readonly part: string;
  readonly issuers: number;
  readonly shardSize: number;
  readonly own: OwnFigures | null;
  readonly mibPerSecond: number | null;
  /** Own and published figures of this shard size over those of the largest. */
  readonly rateRatio: number | null;
  readonly latencyRatio: number | null;
  readonly published: Published | null;
  readonly publishedBase: Published | null;
}

/** Rates and latency of synced writes, shard size 1 over 8. */
export function fsyncBeside(runs: PartRuns, references: readonly Reference[]): Section[] {
  return references.filter(isFsync).map((reference) => {
    const jobs = [...new Set(reference.rows.map((row) => row.jobs))].sort((a, b) => a - b);
    const sizes = [...new Set(reference.rows.map((row) => row.shard_size))].sort((a, b) => a - b);
    const base = sizes.at(-1)!;
    const rows = [...runs].flatMap(([part, run], index) =>
      sizes.map((shardSize): Row => {
        const figures = (size: number) => ownFigures(run, shardName({ kind: 'shard-size', size }));
        const publishedAt = (size: number) =>
          reference.rows.find((row) => row.jobs === jobs[index] && row.shard_size === size) ?? null;
        const own = figures(shardSize);
        const rate = medianRate(own);
        return {
          part,
          issuers: run.threads,
          shardSize,
          own,
          mibPerSecond: rate === null ? null : mibPerSecond(run, rate),
          rateRatio: ratio(rate, medianRate(figures(base))),
          latencyRatio: ratio(meanNs(own), meanNs(figures(base))),
          published: publishedAt(shardSize),
          publishedBase: publishedAt(base),
        };
      }),
    );
    return tableSection(`here, beside ${reference.id}`, 3, columnsFor(base), rows);
  });
}

function isFsync(reference: Reference): reference is FsyncReference {
  return 'observations' in reference;
}

function medianRate(own: OwnFigures | null): number | null {
  return own?.summary.itemsPerSecond?.median ?? null;
}

function meanNs(own: OwnFigures | null): number | null {
  return own?.summary.workNs?.mean ?? null;
}

function ratio(value: number | null, base: number | null): number | null {
  return value === null || !base ? null : value / base;
}

function columnsFor(base: number): Column<Row>[] {
  const publishedRatio = (pick: (row: Published) => number) => (row: Row) =>
    row.published && row.publishedBase && pick(row.published) / pick(row.publishedBase);
  return [
    wordColumn('issuers', 'part', ({ part, issuers }) => `${part}: ${issuers}`),
    numberColumn('shard size', 'shard_size', ({ shardSize }) => shardSize, String),
    wordColumn('measured as', 'label', ({ own }) => own?.label ?? 'not here'),
    numberColumn('IOPS', 'iops', ({ own }) => medianRate(own), formatRate),
    numberColumn(
      'MiB/s',
      'mib_per_second',
      (row) => row.mibPerSecond,
      (mib) => mib.toPrecision(3),
    ),
    numberColumn('fsync mean', 'fsync_mean_ns', ({ own }) => meanNs(own), formatNs),
    numberColumn(
      'device',
      'device_util_percent',
      ({ own }) => own?.summary.deviceUtilPercent ?? null,
      (percent) => `${percent.toFixed(0)} %`,
    ),
    numberColumn(`IOPS vs ${base}`, 'iops_ratio', (row) => row.rateRatio, formatRatio),
    numberColumn('fsync', 'fsync_ratio', (row) => row.latencyRatio, formatRatio),
    numberColumn(
      'published IOPS',
      'published_iops',
      (row) => row.published?.iops ?? null,
      formatCount,
    ),
    numberColumn(
      `vs ${base}`,
      'published_iops_ratio',
      publishedRatio(({ iops }) => iops),
      formatRatio,
    ),
    numberColumn(
      'fsync',
      'published_fsync_ratio',
      publishedRatio((row) => row.fsync_avg_us),
      formatRatio,
    ),
  ];
}
