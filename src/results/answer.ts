import { pairsByRound } from './compare/by-round.js';
import type { Run } from './file/run-file.js';
import type { Comparison } from './file/summary-schema.js';
import { comparePaired } from './statistics/comparison.js';

/** Which configuration a run speaks for, and how surely. */
export interface Answer {
  /** Label of the configuration with the highest median of items/s. */
  readonly best: string;
  /** Against the baseline; null where it is the baseline, or there is none. */
  readonly comparison: Comparison | null;
  /** Better than the baseline, and not only because it is the best of many. */
  readonly proven: boolean;
  /** Labels of the others that the trials do not prove slower than the best. */
  readonly alike: readonly string[];
}

/** Null without a valid trial. */
export function answerOf(run: Run): Answer | null {
  const rated = run.summary.filter((row) => row.itemsPerSecond !== null);
  const medianOf = (row: (typeof rated)[number]) => row.itemsPerSecond?.median ?? 0;
  const [first, ...others] = rated.toSorted((a, b) => medianOf(b) - medianOf(a));
  if (first === undefined) return null;
  const comparison = first.comparison?.itemsPerSecond ?? null;
  const slower = (label: string) => verdictOf(run, first.label, label) === 'worse';
  return {
    best: first.label,
    comparison,
    proven: comparison !== null && isProven(comparison, others.length),
    alike: others.map(({ label }) => label).filter((label) => !slower(label)),
  };
}

/** How often chance alone may make the best of several configurations look better. */
const FALSE_ALARMS = 0.05;

/** The best was picked for its figure, so its test is corrected for the number picked from. */
function isProven({ verdict, rankTestP }: Comparison, others: number): boolean {
  return verdict === 'better' && (rankTestP ?? 1) * others <= FALSE_ALARMS;
}

/** On items/s of `label` against those of `best` in the same rounds. */
function verdictOf(run: Run, best: string, label: string): Comparison['verdict'] {
  const valid = (of: string) => run.trials.filter((trial) => trial.label === of && trial.valid);
  const pairs = pairsByRound(valid(best), valid(label), (trial) => trial.itemsPerSecond);
  const { threshold, seed } = run;
  return comparePaired(pairs, { threshold, seed, better: 'higher' }).verdict;
}
