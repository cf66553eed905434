import { groupBy } from '../../core/group-by.js';
import type { PairLatency } from '../file/pair-latency-schema.js';
import type { TrialRecord } from '../file/trial-schema.js';
import { median } from '../statistics/sample.js';

/** What was measured before the trials of a round, of one pair at least. */
export interface ProbedRound {
  readonly round: number;
  readonly pairs: readonly PairLatency[];
  /** Over the pairs. */
  readonly medianNs: number;
}

/** A pair over the rounds: the medians of its figures, and the range of its median. */
export interface PairOverRounds extends PairLatency {
  readonly rounds: number;
  readonly lowestNs: number;
  readonly highestNs: number;
}

/** In order; without rounds that were not probed. The trials of a round all carry its probes. */
export function probedRounds(
  trials: readonly Pick<TrialRecord, 'round' | 'coreToCore'>[],
): ProbedRound[] {
  const probed = trials.filter(({ coreToCore }) => coreToCore.length > 0);
  return [...groupBy(probed, ({ round }) => round)]
    .map(([round, [first]]) => {
      const pairs = first!.coreToCore;
      return { round, pairs, medianNs: median(pairs.map(({ medianNs }) => medianNs)) };
    })
    .sort((a, b) => a.round - b.round);
}

/** Every pair that was probed, in order of the CPUs. */
export function pairsOverRounds(rounds: readonly ProbedRound[]): PairOverRounds[] {
  const byPair = groupBy(
    rounds.flatMap(({ pairs }) => pairs),
    pairKey,
  );
  return [...byPair.values()]
    .map((probes) => {
      const medianOf = (pick: (probe: PairLatency) => number) => median(probes.map(pick));
      const latencies = probes.map(({ medianNs }) => medianNs);
      return {
        cpus: probes[0]!.cpus,
        medianNs: median(latencies),
        p10Ns: medianOf(({ p10Ns }) => p10Ns),
        p90Ns: medianOf(({ p90Ns }) => p90Ns),
        samples: probes.reduce((sum, { samples }) => sum + samples, 0),
        rounds: probes.length,
        lowestNs: Math.min(...latencies),
        highestNs: Math.max(...latencies),
      };
    })
    .sort((a, b) => a.cpus[0] - b.cpus[0] || a.cpus[1] - b.cpus[1]);
}

export function pairKey({ cpus }: Pick<PairLatency, 'cpus'>): string {
  return cpus.join('-');
}
