import { seededRandom } from '../../core/prng.js';
import type { TrialRecord } from '../file/trial-schema.js';
import { type RankCorrelation, rankCorrelation } from '../statistics/rank-correlation.js';
import { median } from '../statistics/sample.js';
import { type ProbedRound, pairKey, pairsOverRounds } from './probes.js';

/**
 * By round: the core-to-core latency as a ratio to what is usual, the median over the pairs of
 * each one's ratio to its own median, so that near and far pairs weigh alike.
 */
export function relativeLatencies(rounds: readonly ProbedRound[]): ReadonlyMap<number, number> {
  const usual = new Map(pairsOverRounds(rounds).map((pair) => [pairKey(pair), pair.medianNs]));
  return new Map(
    rounds.map(({ round, pairs }) => [
      round,
      median(pairs.map((pair) => pair.medianNs / usual.get(pairKey(pair))!)),
    ]),
  );
}

/** Whether the rates of trials of one configuration go with the latencies of their rounds. */
export function placementOf(
  trials: readonly TrialRecord[],
  relative: ReadonlyMap<number, number>,
  seed: number,
): RankCorrelation | null {
  const probed = trials.filter(({ round }) => relative.has(round));
  return rankCorrelation(
    probed.map(({ round }) => relative.get(round)!),
    probed.map(({ itemsPerSecond }) => itemsPerSecond),
    seededRandom(seed),
  );
}
