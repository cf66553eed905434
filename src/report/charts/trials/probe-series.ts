import { groupBy } from '../../../core/group-by.js';
import type { PairLatency } from '../../../results/core-to-core/core-to-core.js';
import type { Run } from '../../../results/file/run-file.js';
import { median } from '../../../results/statistics/sample.js';

/** What the core-to-core probes found before a round. */
export interface ProbedRound {
  readonly round: number;
  /** Over the pairs, of which there is at least one. */
  readonly medianNs: number;
  readonly pairs: readonly PairLatency[];
}

/** In order; without rounds that were not probed. Trials of one round all carry the same probes. */
export function probedRounds(trials: Run['trials']): ProbedRound[] {
  const probed = trials.filter(({ coreToCore }) => coreToCore.length > 0);
  return [...groupBy(probed, ({ round }) => round)]
    .map(([round, [first]]) => {
      const pairs = first!.coreToCore;
      return { round, medianNs: median(pairs.map(({ medianNs }) => medianNs)), pairs };
    })
    .sort((a, b) => a.round - b.round);
}

/** Of every pair that was probed, the median over its rounds, in order of the CPUs. */
export function medianOverRounds(rounds: readonly ProbedRound[]): PairLatency[] {
  const byPair = groupBy(
    rounds.flatMap(({ pairs }) => pairs),
    ({ cpus }) => cpus.join(' '),
  );
  return [...byPair.values()]
    .map((probes) => {
      const medianOf = (pick: (probe: PairLatency) => number) => median(probes.map(pick));
      return {
        cpus: probes[0]!.cpus,
        medianNs: medianOf(({ medianNs }) => medianNs),
        p10Ns: medianOf(({ p10Ns }) => p10Ns),
        p90Ns: medianOf(({ p90Ns }) => p90Ns),
        samples: probes.reduce((sum, { samples }) => sum + samples, 0),
      };
    })
    .sort((a, b) => a.cpus[0] - b.cpus[0] || a.cpus[1] - b.cpus[1]);
}
