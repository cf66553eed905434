import { compareByRound } from '../../../results/compare/by-round.js';
import type { Run } from '../../../results/file/run-file.js';
import { type RunRow, rowsOf } from '../../run/run-tables.js';
import { sweepRows } from '../../run/sweep-table.js';
import type { ChartSource } from '../chart.js';

/** `cache_shard` under one or more policies that cut alike, against `cache`. */
export interface SweepPoint {
  readonly label: string;
  /** Per LLC on average, as cut; 1 is `cache` itself. */
  readonly shards: number;
  readonly throughput: RatioFigure;
  readonly latency: RatioFigure | null;
  readonly n: number;
}

export interface RatioFigure {
  readonly ratio: number;
  readonly ci95: { readonly low: number; readonly high: number } | null;
}

/** In ascending order of shards; empty unless the source has a sweep. */
export function sweepPoints({ document }: ChartSource): SweepPoint[] {
  if (document.source === 'imported' || sweepRows(document).length === 0) return [];
  const rows = rowsOf(document);
  const cache = rows.find(({ configuration }) => configuration.scopes.includes('cache'))!;
  return rows
    .filter(({ configuration }) => configuration.policies.length > 0)
    .flatMap((row) => pointOf(row, cache, document) ?? [])
    .toSorted((a, b) => a.shards - b.shards);
}

function pointOf({ configuration, summary }: RunRow, cache: RunRow, run: Run): SweepPoint | null {
  const { label, nr_pods } = configuration;
  const shards = nr_pods / cache.configuration.nr_pods;
  if (label === cache.configuration.label) {
    return { label, shards, throughput: SAME, latency: SAME, n: summary.n };
  }
  // The summary has the comparisons with the baseline, which need not be cache.
  const valid = (of: string) => run.trials.filter((trial) => trial.label === of && trial.valid);
  const comparison = compareByRound(valid(cache.configuration.label), valid(label), run);
  const throughput = comparison && figureOf(comparison.itemsPerSecond);
  if (!comparison || !throughput) return null;
  const { n } = comparison.itemsPerSecond;
  return { label, shards, throughput, latency: figureOf(comparison.queueP50), n };
}

const SAME: RatioFigure = { ratio: 1, ci95: null };

function figureOf({
  ratio,
  ci95,
}: {
  readonly ratio: number | null;
  readonly ci95: RatioFigure['ci95'];
}): RatioFigure | null {
  return ratio === null ? null : { ratio, ci95 };
}
