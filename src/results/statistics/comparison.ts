import { seededRandom } from '../../core/prng.js';
import { type MannWhitney, mannWhitney } from './mann-whitney.js';
import { pairedRatio, type RatioEstimate, unpairedRatio } from './ratio-interval.js';
import { mean, sampleStddev } from './sample.js';
import { signedRank } from './signed-rank.js';

export type Verdict = 'better' | 'worse' | 'no-difference' | 'n-too-small';

export interface Comparison {
  readonly pairing: 'by-round' | 'none';
  /** Pairs, or the size of the smaller sample. */
  readonly n: number;
  /** Median of the values over that of the baseline; null without values or where not finite. */
  readonly ratio: number | null;
  /** Of `ratio`; null under 2 pairs (or values on a side) or where not finite. */
  readonly ci95: { readonly low: number; readonly high: number } | null;
  /** `u` counts the pairs in which a value exceeds a baseline; null without values. */
  readonly uTest: MannWhitney | null;
  /** What the verdict rests on besides the interval: the signed-rank test where paired. */
  readonly rankTestP: number | null;
  /** Of the values against the baseline of their round; null unless paired, or where not finite. */
  readonly change: { readonly meanPercent: number; readonly stddevPercent: number | null } | null;
  readonly verdict: Verdict;
}

export interface ComparisonRule {
  /** Smallest change of the ratio that matters: 0.01 is 1 %. */
  readonly threshold: number;
  readonly better: 'higher' | 'lower';
  /** Of the bootstrap; the same input always gives the same comparison. */
  readonly seed: number;
}

export interface Pair {
  readonly baseline: number;
  readonly value: number;
}

/** What a rank test says: how likely chance alone is, and the side the values lean to. */
interface Evidence {
  readonly p: number;
  readonly direction: number;
}

/** Fewer carry no verdict. */
export const MIN_TRIALS = 10;
const EVIDENCE_P = 0.01;

/**
 * Compares measurements taken in the same rounds; see `judge` for the rule. The evidence is the
 * exact signed-rank test of the logarithms of the ratios of each round: it holds its 1 % whatever
 * a round does to both sides alike, where a U test would drown in it. RangeError for a measurement
 * that is negative or not finite.
 */
export function comparePaired(pairs: readonly Pair[], rule: ComparisonRule): Comparison {
  const baseline = pairs.map((pair) => pair.baseline);
  const values = pairs.map((pair) => pair.value);
  const n = pairs.length;
  const estimate = n === 0 ? null : pairedRatio(baseline, values, seededRandom(rule.seed));
  const evidence = signedRank(pairs.map(logRatio));
  return {
    pairing: 'by-round',
    n,
    ...shownEstimate(n, estimate),
    uTest: n === 0 ? null : mannWhitney(values, baseline),
    rankTestP: n === 0 ? null : evidence.p,
    change: changeOf(pairs),
    verdict: judge(n, estimate, evidence, rule),
  };
}

/**
 * Compares independent measurements; see `judge` for the rule. The evidence is the U test.
 * RangeError for a measurement that is negative or not finite.
 */
export function compareUnpaired(
  baseline: readonly number[],
  values: readonly number[],
  rule: ComparisonRule,
): Comparison {
  const n = Math.min(baseline.length, values.length);
  const estimate = n === 0 ? null : unpairedRatio(baseline, values, seededRandom(rule.seed));
  const uTest = n === 0 ? null : mannWhitney(values, baseline);
  const evidence = {
    p: uTest?.p ?? 1,
    direction: Math.sign((uTest?.u ?? 0) - (baseline.length * values.length) / 2),
  };
  return {
    pairing: 'none',
    n,
    ...shownEstimate(n, estimate),
    uTest,
    rankTestP: uTest?.p ?? null,
    change: null,
    verdict: judge(n, estimate, evidence, rule),
  };
}

/** 0 for equal sides, also where both are 0; an infinity, which ranks last, where one is. */
function logRatio({ baseline, value }: Pair): number {
  return value === baseline ? 0 : Math.log(value) - Math.log(baseline);
}

/**
 * The values differ where all of this holds:
 *
 * - there are 10 trials or more on either side;
 * - the 95 % interval of the ratio excludes 1;
 * - the ratio is off 1 by more than the threshold, so that the difference matters;
 * - a rank test has p <= 1 % and leans to the same side.
 *
 * The interval alone would call one in twenty comparisons of like with like different; the rank
 * test brings that to one in a hundred, whatever the distribution. A ratio that is infinite
 * because the baseline is 0 is judged like any other.
 */
function judge(
  n: number,
  estimate: RatioEstimate | null,
  evidence: Evidence,
  rule: ComparisonRule,
): Verdict {
  if (n < MIN_TRIALS || estimate === null) return 'n-too-small';
  const { ratio, low, high } = estimate;
  const direction = Math.sign(ratio - 1);
  const differs =
    (low > 1 || high < 1) &&
    Math.abs(ratio - 1) > rule.threshold &&
    evidence.p <= EVIDENCE_P &&
    evidence.direction === direction;
  if (!differs) return 'no-difference';
  return direction > 0 === (rule.better === 'higher') ? 'better' : 'worse';
}

/** JSON has no infinity, so what is infinite is shown as unknown. */
function shownEstimate(
  n: number,
  estimate: RatioEstimate | null,
): Pick<Comparison, 'ratio' | 'ci95'> {
  if (estimate === null) return { ratio: null, ci95: null };
  const { ratio, low, high } = estimate;
  return {
    ratio: Number.isFinite(ratio) ? ratio : null,
    ci95: n >= 2 && Number.isFinite(high) ? { low, high } : null,
  };
}

/** The "mean ± stddev" of published tables. */
function changeOf(pairs: readonly Pair[]): Comparison['change'] {
  const percents = pairs.map(({ baseline, value }) => (value / baseline - 1) * 100);
  if (percents.length === 0) return null;
  const meanPercent = mean(percents);
  const stddevPercent = percents.length < 2 ? null : sampleStddev(percents);
  if (!Number.isFinite(meanPercent) || !Number.isFinite(stddevPercent ?? 0)) return null;
  return { meanPercent, stddevPercent };
}
