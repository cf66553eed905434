import { groupBy } from '../../core/group-by.js';
import type { PairLatency } from '../../results/file/pair-latency-schema.js';
import { median } from '../../results/statistics/sample.js';
import { DISTANCES, type Distance, distanceOf } from '../../topology/distance.js';
import type { Cpu } from '../../topology/topology.js';

/** Round trips of a cache line between CPUs, as measured. */
export interface CoreToCoreReport {
  readonly unit: 'ns a round trip';
  readonly roundTripsPerSample: number;
  /** What the pairs of each declared distance have in common, nearest first. */
  readonly distances: readonly DistanceSummary[];
  /** Every pair of the CPUs in use. */
  readonly pairs: readonly PairLatency[];
}

export interface DistanceSummary {
  readonly distance: Distance;
  readonly pairs: number;
  /** Of the medians of the pairs. */
  readonly minNs: number;
  readonly medianNs: number;
  readonly maxNs: number;
  /** (p90 - p10) / median of a pair, the median of all pairs. */
  readonly spread: number;
}

export function coreToCoreReport(
  cpus: readonly Cpu[],
  pairs: readonly PairLatency[],
  roundTripsPerSample: number,
): CoreToCoreReport {
  const cpuOf = new Map(cpus.map((cpu) => [cpu.cpu, cpu]));
  const byDistance = groupBy(pairs, ({ cpus: [a, b] }) => distanceOf(cpuOf.get(a)!, cpuOf.get(b)!));
  const distances = DISTANCES.flatMap((distance) => {
    const found = byDistance.get(distance);
    return found === undefined ? [] : [summarise(distance, found)];
  });
  return { unit: 'ns a round trip', roundTripsPerSample, distances, pairs };
}

function summarise(distance: Distance, pairs: readonly PairLatency[]): DistanceSummary {
  const medians = pairs.map(({ medianNs }) => medianNs).sort((a, b) => a - b);
  return {
    distance,
    pairs: pairs.length,
    minNs: medians[0]!,
    medianNs: median(medians),
    maxNs: medians.at(-1)!,
    spread: median(pairs.map(({ p10Ns, medianNs, p90Ns }) => (p90Ns - p10Ns) / medianNs)),
  };
}
