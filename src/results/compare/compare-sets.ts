import type { Comparison } from '../file/summary-schema.js';
import type { ResultRow, ResultSet, TrialFigures } from '../result-set.js';
import { compareUnpaired } from '../statistics/comparison.js';
import { median } from '../statistics/sample.js';
import { type Difference, differencesBetween } from './differences.js';
import { matchRows } from './match-rows.js';
import { overBaseline } from './over-baseline.js';

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
  /** Why a source has no figures; null where it has. */
  readonly lacks: readonly Lack[];
  /** One for each source but the first; null where either side is. */
  readonly comparisons: readonly (RowComparison | null)[];
}

type Lack = 'configuration' | 'valid trial' | null;

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
        lacks: rows.map(lackOf),
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

function lackOf(row: ResultRow | null): Lack {
  if (row === null) return 'configuration';
  return row.trials.length === 0 ? 'valid trial' : null;
}

/** How often chance alone may call any row of a comparison a regression. */
const FALSE_ALARMS = 0.05;

/**
 * Rows that got slower: the verdict on items/s is `worse`, and its U test still
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

/** A row of which nothing can be said, with the reason. */
export interface Unjudged {
  readonly names: readonly string[];
  readonly reason: string;
}

/** What a check for regressions cannot check: one a row and source; of a shape nothing is judged. */
export function unjudgedIn({ rows, sets, basis }: SetComparison): Unjudged[] {
  if (basis === 'shape') return [];
  return rows.flatMap(({ names, lacks, comparisons }) =>
    comparisons.flatMap((one, left): Unjudged[] => {
      const index = lacks[0] === null ? left + 1 : 0;
      const lack = lacks[index];
      if (lack) return [{ names, reason: `no ${lack} in ${sets[index]!.name}` }];
      const { verdict, n } = one!.itemsPerSecond;
      return verdict === 'n-too-small' ? [{ names, reason: `n=${n} is too small` }] : [];
    }),
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

function p50sOf(trials: readonly TrialFigures[]): number[] | null {
  const known = trials.map(({ p50Ns }) => p50Ns).filter((p50) => p50 !== null);
  return known.length > 0 ? known : null;
}
