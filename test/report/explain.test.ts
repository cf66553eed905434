import { describe, expect, test } from 'vitest';
import { headline } from '../../src/report/run/explain.js';
import type { Run } from '../../src/results/file/run-file.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trialsAt,
  WHOLE,
} from '../results/run-builder.js';

const CONFIGURATIONS = [SHARDS_2, WHOLE].map(configurationRecord);

/** `n` trials each, at these rates and 10% above and below in turn. */
function runAt(n: number, shardRate: number, cacheRate: number): Run {
  const around = (rate: number) =>
    Array.from({ length: n }, (_, round) => rate * (round % 2 === 0 ? 0.9 : 1.1));
  return buildRun({
    configurations: CONFIGURATIONS,
    trials: [
      ...trialsAt(SHARDS_2.label, around(shardRate)),
      ...trialsAt(WHOLE.label, around(cacheRate)),
    ],
  });
}

describe('headline', () => {
  test('does not call the best of many faster on a test that fits one alone', () => {
    const labels = Array.from({ length: 30 }, (_, index) => `cache_shard(shards=${index + 2})`);
    const run = buildRun({
      configurations: [
        WHOLE,
        ...labels.map((label) => ({ ...SHARDS_2, label, names: [label] })),
      ].map((configuration) => configurationRecord(configuration)),
      trials: [
        ...trialsAt(WHOLE.label, new Array<number>(10).fill(1e6)),
        ...labels.flatMap((label, index) =>
          trialsAt(label, new Array<number>(10).fill(index === 0 ? 2e6 : 1e6)),
        ),
      ],
    });
    expect(headline(run)).toMatch(/better than cache, but with so many configurations/);
  });

  test('names the best against cache, with its interval, and calls it faster', () => {
    expect(headline(runAt(10, 2e6, 1e6))).toBe(
      'cache_shard(shards=2) did 2.00× the items/s of cache, 95 % CI 2.00× .. 2.00× (2.00 M items/s, n=10): it is faster.',
    );
  });

  test('claims nothing that the trials do not prove', () => {
    const rates = Array.from({ length: 10 }, (_, round) => 1e6 * (1 + 0.1 * Math.sin(7 * round)));
    const run = buildRun({
      configurations: CONFIGURATIONS,
      trials: [
        ...trialsAt(
          SHARDS_2.label,
          rates.toReversed().map((rate) => 1.02 * rate),
        ),
        ...trialsAt(WHOLE.label, rates),
      ],
    });
    expect(headline(run)).toContain('the trials do not prove a difference above 1.0 %');
  });

  test.each([1, 9])('gives no verdict from %d trials', (n) => {
    expect(headline(runAt(n, 2e6, 1e6))).toMatch(/too few for a verdict: use --trials 10 or more/);
  });

  test('says when nothing beat the baseline', () => {
    expect(headline(runAt(10, 1e6, 2e6))).toBe(
      'No configuration had a higher median than cache, 2.00 M items/s.',
    );
  });

  test('names what cannot be told from the best', () => {
    const rates = Array.from({ length: 12 }, (_, round) => 2e6 + 1e3 * ((5 * round) % 12));
    const run = buildRun({
      trials: [
        ...trialsAt('cpu', rates),
        ...trialsAt(SHARDS_2.label, rates.toReversed()),
        ...trialsAt(
          WHOLE.label,
          rates.map((rate) => rate / 2),
        ),
      ],
    });
    expect(headline(run)).toMatch(/it is faster\. Not proven slower than \S+: \S+\.$/);
  });

  test('says how to make coinciding scopes differ', () => {
    const run = buildRun({ configurations: [configurationRecord(WHOLE)] });
    expect(headline(run)).toMatch(/nothing to compare: --shards 2 or --shard-size 2/);
  });

  test('asks for more when one scope was measured', () => {
    const run = buildRun({ configurations: [configurationRecord(SHARDS_2)], baseline: null });
    expect(headline(run)).toMatch(/name more with --scopes/);
  });

  test('does without a baseline', () => {
    expect(headline(buildRun({ baseline: null }))).toMatch(
      /^Highest median: cpu, 4.10 M items\/s;/,
    );
  });

  test('has no figure without a valid trial', () => {
    expect(headline(buildRun({ trials: [] }))).toMatch(/no valid trial/);
  });
});
