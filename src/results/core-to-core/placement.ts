import { groupBy } from '../../core/group-by.js';
import { seededRandom } from '../../core/prng.js';
import type { TrialRecord } from '../file/trial-schema.js';
import { type RankCorrelation, rankCorrelation } from '../statistics/rank-correlation.js';
import { median } from '../statistics/sample.js';
import type { PairLatency } from './core-to-core.js';

/** Round trips between two CPUs over the rounds of a run, in ns. */
export interface PairOverRounds {
  readonly cpus: PairLatency['cpus'];
  readonly rounds: number;
  readonly medianNs: number;
  readonly lowestNs: number;
  readonly highestNs: number;
}

type Probed = Pick<TrialRecord, 'round' | 'coreToCore'>;

/** Each pair that a run probed, over its rounds. */
export function pairsOverRounds(trials: readonly Probed[]): PairOverRounds[] {
  return [...byPair(trials).values()].map((pairs) => {
    const latencies = pairs.map(({ medianNs }) => medianNs);
    return {
      cpus: (pairs[0] as PairLatency).cpus,
      rounds: pairs.length,
      medianNs: median(latencies),
      lowestNs: Math.min(...latencies),
      highestNs: Math.max(...latencies),
    };
  });
}

/**
 * By round: the core-to-core latency as a ratio to what is usual, the median over the pairs of
 * each one's ratio to its own median. Rounds without a probe are missing.
 */
export function relativeLatencies(trials: readonly Probed[]): ReadonlyMap<number, number> {
  const usual = new Map(pairsOverRounds(trials).map((pair) => [keyOf(pair), pair.medianNs]));
  return new Map(
    probes(trials).map(({ round, coreToCore }) => [
      round,
      median(coreToCore.map((pair) => pair.medianNs / (usual.get(keyOf(pair)) as number))),
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
    probed.map(({ round }) => relative.get(round) as number),
    probed.map(({ itemsPerSecond }) => itemsPerSecond),
    seededRandom(seed),
  );
}

/** One trial of each round that has a probe: the trials of a round share it. */
function probes(trials: readonly Probed[]): Probed[] {
  const probed = trials.filter(({ coreToCore }) => coreToCore.length > 0);
  return [...new Map(probed.map((trial) => [trial.round, trial])).values()];
}

function byPair(trials: readonly Probed[]): Map<string, PairLatency[]> {
  const pairs = probes(trials).flatMap(({ coreToCore }) => coreToCore);
  return groupBy(pairs, keyOf);
}

function keyOf({ cpus }: Pick<PairLatency, 'cpus'>): string {
  return cpus.join('-');
}
