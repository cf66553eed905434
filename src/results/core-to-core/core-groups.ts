import type { CoreLatency, CoreMatrix } from './core-matrix.js';

/** Cores that are near each other and clearly further from all others. */
export interface CoreGroups {
  /** Indexes into the matrix, two or more a group, in order of the lowest. */
  readonly groups: readonly (readonly number[])[];
  /** Median of the latencies inside the groups, and between them. */
  readonly withinNs: number;
  readonly acrossNs: number;
}

/** Between groups a round trip takes this many times as long as inside, in the median, ... */
const CLEARLY_APART = 1.5;
/** ... for a core even to the nearest core of another group, ... */
const APART_AT_BORDER = 1.25;
/** ... and so it is for this part of the cores: some may have been disturbed. */
const PART_OF_CORES = 0.8;

/** Where linkage jumps less from one merger to the next, there is no border. */
const LEAST_JUMP = 1.2;

/** Cores, as a part of all, that may have been disturbed so that they belong to no group. */
const PART_OF_STRAYS = 0.25;

/**
 * All ways in which the cores fall into groups, the clearest first; none where distance grows
 * smoothly, as on a mesh, or nothing stands out from the noise. On a machine with several levels
 * there may be one at each.
 *
 * Hierarchical clustering proposes, and three tests of independent kinds confirm. Other load only
 * ever adds to a latency, so lower medians and nearest neighbours stand a few disturbed pairs.
 */
export function coreGroups(matrix: CoreMatrix): CoreGroups[] {
  const mergers = link(matrix);
  const jumps = mergers.map(({ heightNs }, index) => {
    const next = mergers[index + 1];
    return next === undefined ? 0 : next.heightNs / heightNs;
  });
  return mergers
    .map(({ clusters }, index) => ({ clusters, jump: jumps[index]! }))
    .filter(({ jump }) => jump >= LEAST_JUMP)
    .sort((a, b) => b.jump - a.jump)
    .flatMap(({ clusters }) => confirmed(clusters, matrix));
}

interface Merger {
  /** Highest distance at which clusters have been merged so far. */
  readonly heightNs: number;
  /** All clusters after it. */
  readonly clusters: readonly (readonly number[])[];
}

/** Merges the two nearest clusters over and over; how near, says the lower median of their pairs. */
function link(matrix: CoreMatrix): Merger[] {
  let clusters: readonly (readonly number[])[] = matrix.cores.map((_, core) => [core]);
  const distances = matrix.cores.map((_, a) =>
    matrix.cores.map((_, b) => (a === b ? Number.POSITIVE_INFINITY : matrix.at(a, b).medianNs)),
  );
  const mergers: Merger[] = [];
  let heightNs = 0;
  while (clusters.length > 1) {
    const [a, b] = nearest(distances);
    heightNs = Math.max(heightNs, distances[a]![b]!);
    const merged = [...clusters[a]!, ...clusters[b]!];
    clusters = clusters.map((cluster, index) => (index === a ? merged : cluster)).toSpliced(b, 1);
    distances.splice(b, 1);
    for (const row of distances) row.splice(b, 1);
    clusters.forEach((cluster, other) => {
      if (other === a) return;
      const distance = lowerMedian(between(merged, cluster, matrix).map(medianOf));
      distances[a]![other] = distance;
      distances[other]![a] = distance;
    });
    mergers.push({ heightNs, clusters });
  }
  return mergers;
}

/** The lower index first. */
function nearest(distances: readonly (readonly number[])[]): [number, number] {
  let found: [number, number] = [0, 1];
  let leastNs = Number.POSITIVE_INFINITY;
  distances.forEach((row, a) => {
    for (let b = a + 1; b < row.length; b++) {
      if (row[b]! >= leastNs) continue;
      leastNs = row[b]!;
      found = [a, b];
    }
  });
  return found;
}

function confirmed(clusters: Merger['clusters'], matrix: CoreMatrix): CoreGroups[] {
  const groups = clusters
    .filter((cluster) => cluster.length > 1)
    .map((cluster) => cluster.toSorted((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!);
  const strays = clusters.length - groups.length;
  if (groups.length < 2 || strays > matrix.cores.length * PART_OF_STRAYS) return [];
  const within = groups.flatMap((group) => inside(group, matrix));
  const across = groups.flatMap((group, index) =>
    groups.slice(index + 1).flatMap((other) => between(group, other, matrix)),
  );
  const withinNs = lowerMedian(within.map(medianOf));
  const acrossNs = lowerMedian(across.map(medianOf));
  const apart =
    acrossNs >= CLEARLY_APART * withinNs &&
    lowerMedian(across.map(({ p10Ns }) => p10Ns)) > lowerMedian(within.map(({ p90Ns }) => p90Ns)) &&
    hasBorders(groups, matrix);
  return apart ? [{ groups, withinNs, acrossNs }] : [];
}

/** Whether most cores are further from the nearest core outside than from those of their group. */
function hasBorders(groups: readonly (readonly number[])[], matrix: CoreMatrix): boolean {
  const cores = groups.flat();
  const bordered = groups.flatMap((group) =>
    group.filter((core) => {
      const inNs = group.flatMap((b) => (b === core ? [] : matrix.at(core, b).medianNs));
      const outNs = cores.flatMap((b) => (group.includes(b) ? [] : matrix.at(core, b).medianNs));
      return Math.min(...outNs) >= APART_AT_BORDER * lowerMedian(inNs);
    }),
  );
  return bordered.length >= PART_OF_CORES * cores.length;
}

/** Latencies between every two cores of the group. */
export function inside(group: readonly number[], matrix: CoreMatrix): CoreLatency[] {
  return group.flatMap((a, index) => group.slice(index + 1).map((b) => matrix.at(a, b)));
}

/** Latencies from every core of one group to every one of the other. */
export function between(
  group: readonly number[],
  other: readonly number[],
  matrix: CoreMatrix,
): CoreLatency[] {
  return group.flatMap((a) => other.map((b) => matrix.at(a, b)));
}

/** Of two middle values the lower one. */
function lowerMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1]!;
}

function medianOf({ medianNs }: CoreLatency): number {
  return medianNs;
}
