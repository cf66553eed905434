import { describe, expect, test } from 'vitest';
import { headline } from '../../src/report/explain.js';
import type { Run } from '../../src/results/run-file.js';
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
  test('names the best against cache when the ranges are apart', () => {
    expect(headline(runAt(10, 2e6, 1e6))).toBe(
      'cache_shard(shards=2) did 2.00× the items/s of cache (2.00 M against 1.00 M); their ± ranges do not overlap.',
    );
  });

  test('calls a difference within the spread so', () => {
    expect(headline(runAt(10, 1.1e6, 1e6))).toContain('a difference within the spread');
  });

  test.each([1, 9])('gives no verdict from %d trials', (n) => {
    expect(headline(runAt(n, 2e6, 1e6))).toMatch(/too few for a verdict: use --trials 10 or more/);
  });

  test('says when nothing beat the baseline', () => {
    expect(headline(runAt(10, 1e6, 2e6))).toBe(
      'No configuration had a higher mean than cache, 2.00 M items/s.',
    );
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
    expect(headline(buildRun({ baseline: null }))).toMatch(/^Highest mean: cpu, 4.10 M items\/s;/);
  });

  test('has no figure without a valid trial', () => {
    expect(headline(buildRun({ trials: [] }))).toMatch(/no valid trial/);
  });
});
