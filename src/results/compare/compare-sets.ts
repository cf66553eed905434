import type { Comparison } from '../file/summary-schema.js';
import type { ResultRow, ResultSet, TrialFigures } from '../result-set.js';
import { compareUnpaired } from '../statistics/comparison.js';
import { median } from '../statistics/sample.js';
import { type Difference, differencesBetween } from './differences.js';
import { matchRows } from './match-rows.js';

/** Several sources compared with the first of them. */
export interface SetComparison {
  /** The first is the one the others are compared with. */
  readonly sets: readonly ResultSet[];
  /**
   * `figures`: as they are. `shape`: only their ratios to each source's own baseline, since a
   * published table is of another machine.
   */
  readonly basis: 'figures' | 'shape';
  readonly differences: readonly Difference[];
  readonly threshold: number;
  readonly rows: readonly ComparedRow[];
}

export interface ComparedRow {
  readonly names: readonly string[];
  /** One a source; null where it lacks the configuration, or has no valid trial of it. */
  readonly figures: readonly (RowFigures | null)[];
  /** One for each source but the first; null where either side is. */
  readonly comparisons: readonly (RowComparison | null)[];
}

/** Medians over the trials; the part over those of the source's own baseline. */
export interface RowFigures {
  readonly n: number;
  readonly itemsPerSecond: number;
  readonly p50Ns: number | null;
  readonly rateOverBaseline: number | null;
  readonly p50OverBaseline: number | null;
}

/** Of a shape only the ratios are known: without trials in pairs there is no verdict. */
export interface RowComparison {
  readonly itemsPerSecond: Comparison;
  readonly queueP50: Comparison | null;
}

/** `sets` has at least two members. */
export function compareSets(sets: readonly ResultSet[], threshold: number): SetComparison {
  const basis = sets.some(({ origin }) => origin === 'published') ? 'shape' : 'figures';
  return {
    sets,
    basis,
    differences: basis === 'shape' ? [] : differencesBetween(sets),
    threshold,
    rows: matchRows(sets).map(({ names, rows }) => {
      const trials = rows.map((row) => (row && row.trials.length > 0 ? row.trials : null));
      return {
        names,
        figures: trials.map((own, index) => own && figuresOf(own, baselineOf(sets[index]!))),
        comparisons: trials
          .slice(1)
          .map((own) =>
            basis === 'figures' && own && trials[0] ? compare(trials[0], own, threshold) : null,
          ),
      };
    }),
  };
}

/** How often chance alone may call any row of a comparison a regression. */
const FALSE_ALARMS = 0.05;

/**
 * Rows that got slower, beyond doubt: the verdict on items/s is `worse`, and its U test still
 * convinces after Bonferroni's correction for the number of rows looked at.
 */
export function regressionsIn({ rows }: SetComparison): ComparedRow[] {
  const judged = rows.flatMap(({ comparisons }) => comparisons.filter((one) => one !== null));
  return rows.filter(({ comparisons }) =>
    comparisons.some(
      (one) =>
        one?.itemsPerSecond.verdict === 'worse' &&
        (one.itemsPerSecond.uTest?.p ?? 1) * judged.length <= FALSE_ALARMS,
    ),
  );
}

function compare(
  before: readonly TrialFigures[],
  after: readonly TrialFigures[],
  threshold: number,
): RowComparison {
  const seed = 1;
  const rates = (trials: readonly TrialFigures[]) => trials.map((trial) => trial.itemsPerSecond);
  const latencies = [p50sOf(before), p50sOf(after)] as const;
  return {
    itemsPerSecond: compareUnpaired(rates(before), rates(after), {
      threshold,
      better: 'higher',
      seed,
    }),
    queueP50:
      latencies[0] && latencies[1]
        ? compareUnpaired(latencies[0], latencies[1], { threshold, better: 'lower', seed })
        : null,
  };
}

function figuresOf(trials: readonly TrialFigures[], baseline: ResultRow | null): RowFigures {
  const p50s = p50sOf(trials);
  return {
    n: trials.length,
    itemsPerSecond: median(trials.map(({ itemsPerSecond }) => itemsPerSecond)),
    p50Ns: p50s && median(p50s),
    rateOverBaseline: overBaseline(trials, baseline, ({ itemsPerSecond }) => itemsPerSecond),
    p50OverBaseline: overBaseline(trials, baseline, ({ p50Ns }) => p50Ns),
  };
}

function baselineOf({ rows, baseline }: ResultSet): ResultRow | null {
  return rows.find(({ label }) => label === baseline) ?? null;
}

/** Over the baseline's trials of the same rounds where there are any, else over all of them. */
function overBaseline(
  trials: readonly TrialFigures[],
  baseline: ResultRow | null,
  pick: (trial: TrialFigures) => number | null,
): number | null {
  const rounds = new Set(trials.map(({ round }) => round));
  const all = baseline?.trials ?? [];
  const beside = all.filter(({ round }) => rounds.has(round));
  const known = (figures: readonly TrialFigures[]) =>
    figures.map(pick).filter((value) => value !== null);
  const [above, below] = [known(trials), known(beside.length > 0 ? beside : all)];
  if (above.length === 0 || below.length === 0 || median(below) === 0) return null;
  return median(above) / median(below);
}

function p50sOf(trials: readonly TrialFigures[]): number[] | null {
  const known = trials.map(({ p50Ns }) => p50Ns).filter((p50) => p50 !== null);
  return known.length > 0 ? known : null;
}
