import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/prng.js';
import {
  type Comparison,
  comparePaired,
  compareUnpaired,
  type Pair,
} from '../../../src/results/statistics/comparison.js';
import { mannWhitney } from '../../../src/results/statistics/mann-whitney.js';
import { medianInterval } from '../../../src/results/statistics/median-interval.js';
import { pairedRatio } from '../../../src/results/statistics/ratio-interval.js';
import { signedRank } from '../../../src/results/statistics/signed-rank.js';
import {
  type Distribution,
  logNormal,
  normal,
  roundFactors,
  sample,
  shareOf,
  TWO_REGIMES,
} from './distributions.js';

const DRAWS = 20_000;
const SIZES = [10, 20, 30];
const RULE = { threshold: 0.01, better: 'higher', seed: 1 } as const;

const shapes = [normal(0.05), logNormal(0.3), TWO_REGIMES];
const quiet = [normal(0.05), normal(0.2), logNormal(0.3), TWO_REGIMES];
const quietAtEachSize = quiet.flatMap((shape) => SIZES.map((n) => ({ ...shape, n })));

describe.each(shapes)('the median of $name', (shape) => {
  test.each(SIZES)('lies in its interval as often as the level says, n = %i', (n) => {
    const random = seededRandom(n);
    let level = 0;
    const covered = shareOf(DRAWS, () => {
      const interval = medianInterval(sample(n, shape, random));
      level = interval?.level ?? 0;
      return interval !== null && interval.low <= shape.median && shape.median <= interval.high;
    });
    expect(level).toBeGreaterThanOrEqual(0.95);
    expect(Math.abs(covered - level)).toBeLessThanOrEqual(0.01);
  });
});

describe('the interval of a paired ratio at n = 10', () => {
  const cases = [
    ...shapes.map((shape) => ({ ...shape, rounds: 'quiet rounds', factors: steady })),
    { ...TWO_REGIMES, rounds: 'a strong effect of the round', factors: roundFactors },
  ];

  test.each(cases)('covers the truth: $name, $rounds', ({ factors, ...shape }) => {
    const random = seededRandom(10);
    const covered = shareOf(DRAWS, () => {
      const pairs = drawPairs(10, shape, random, factors, 1.2);
      const { low, high } = pairedRatio(
        pairs.map((pair) => pair.baseline),
        pairs.map((pair) => pair.value),
        random,
      );
      return low <= 1.2 && 1.2 <= high;
    });
    expect(covered).toBeGreaterThanOrEqual(0.93);
    expect(covered).toBeLessThanOrEqual(0.985);
  });
});

/** Only what the rank test calls different is bootstrapped: the verdict needs it. */
describe('like compared with like is called different at most once in a hundred', () => {
  test.each(quietAtEachSize)('paired: $name, n = $n', ({ n, ...shape }) => {
    const random = seededRandom(n);
    expect(pairedAlarms(() => drawPairs(n, shape, random, steady))).toBeLessThanOrEqual(0.01);
  });

  test.each(SIZES)('paired with a strong effect of the round, n = %i', (n) => {
    const random = seededRandom(n);
    const draw = () => drawPairs(n, normal(0.05), random, roundFactors);
    expect(pairedAlarms(draw)).toBeLessThanOrEqual(0.01);
  });

  test.each(quietAtEachSize)('unpaired: $name, n = $n', ({ n, ...shape }) => {
    const random = seededRandom(n);
    const alarms = shareOf(DRAWS, () => {
      const baseline = sample(n, shape, random);
      const values = sample(n, shape, random);
      if (mannWhitney(values, baseline).p > 0.01) return false;
      return isDifferent(compareUnpaired(baseline, values, RULE));
    });
    expect(alarms).toBeLessThanOrEqual(0.01);
  });
});

function pairedAlarms(draw: () => Pair[]): number {
  return shareOf(DRAWS, () => {
    const pairs = draw();
    const { p } = signedRank(pairs.map(({ baseline, value }) => Math.log(value / baseline)));
    return p <= 0.01 && isDifferent(comparePaired(pairs, RULE));
  });
}

function isDifferent({ verdict }: Comparison): boolean {
  return verdict === 'better' || verdict === 'worse';
}

function drawPairs(
  n: number,
  { draw }: Distribution,
  random: Random,
  factors: (n: number, random: Random) => number[],
  ratio = 1,
): Pair[] {
  return factors(n, random).map((factor) => ({
    baseline: factor * draw(random),
    value: factor * ratio * draw(random),
  }));
}

function steady(n: number): number[] {
  return new Array<number>(n).fill(1);
}
