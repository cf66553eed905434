import type { Run } from '../../../results/file/run-file.js';
import { summarise } from '../../../results/summary.js';
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
  const compared = comparedWith(document, cache.configuration.label);
  return rows
    .filter(({ configuration }) => configuration.policies.length > 0)
    .flatMap((row) => pointOf(row, cache, compared) ?? [])
    .toSorted((a, b) => a.shards - b.shards);
}

/** The summary has just the comparisons with the baseline, which need not be `cache`. */
function comparedWith(run: Run, label: string): Run['summary'] {
  return run.baseline === label ? run.summary : summarise({ ...run, baseline: label }, run.trials);
}

function pointOf(
  { configuration, summary }: RunRow,
  cache: RunRow,
  compared: Run['summary'],
): SweepPoint | null {
  const { label, nr_pods } = configuration;
  const shards = nr_pods / cache.configuration.nr_pods;
  if (label === cache.configuration.label) {
    return { label, shards, throughput: SAME, latency: SAME, n: summary.n };
  }
  const comparison = compared.find((row) => row.label === label)?.comparison;
  if (!comparison) return null;
  const throughput = figureOf(comparison.itemsPerSecond);
  if (throughput === null) return null;
  return {
    label,
    shards,
    throughput,
    latency: figureOf(comparison.queueP50),
    n: comparison.itemsPerSecond.n,
  };
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
