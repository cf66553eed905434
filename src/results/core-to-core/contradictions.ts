import { groupBy } from '../../core/group-by.js';
import type { Warning } from '../../core/warnings.js';
import { formatCpuList } from '../../topology/cpu-list.js';
import { distanceOf } from '../../topology/distance.js';
import type { Cpu } from '../../topology/topology.js';
import type { PairLatency } from '../file/pair-latency-schema.js';
import { between, type CoreGroups, coreGroups, inside } from './core-groups.js';
import { type CoreLatency, type CoreMatrix, coreMatrix, partOf } from './core-matrix.js';
import { quantileOf } from './core-to-core.js';

/** Cores, as indexes into a matrix. */
type Group = readonly number[];

/** LLCs whose CPUs are at most this much further from each other than from their own are one. */
const AS_NEAR = 1.15;

/** SMT siblings should be nearer than other CPUs by at least this. */
const SIBLINGS_NEARER = 0.9;

/** Fewer pairs to compare with could all have been disturbed. */
const ENOUGH_INSIDE = 3;
const ENOUGH_SIBLINGS = 2;

/** Groups that a message names. */
const MOST_NAMED = 8;

/**
 * Where measured latencies contradict the cores, LLCs and nodes that a topology declares. Needs the
 * latency of every two of the CPUs, else says nothing; so it does about what noise could explain.
 */
export function contradictions(cpus: readonly Cpu[], pairs: readonly PairLatency[]): Warning[] {
  const matrix = coreMatrix(cpus, pairs);
  if (matrix === null) return [];
  const llcs = indexesBy(matrix, ({ llc }) => llc);
  llcs.delete(null);
  return [
    ...[...llcs.values()].flatMap((llc) => splitLlc(partOf(matrix, llc))),
    ...alikeLlcs(matrix, [...llcs.values()]),
    ...farSiblings(cpus, pairs),
    ...crossedNodes(matrix),
  ];
}

function splitLlc(llc: CoreMatrix): Warning[] {
  const [found] = coreGroups(llc);
  if (found === undefined) return [];
  const whole = formatCpuList(cpusOf(llc, llc.cores.keys()));
  const pairwise = found.groups.every((group) => group.length === 2);
  const hint = pairwise ? '; each group may be two threads of one core' : '';
  const message = `CPUs ${whole} are declared to share one LLC, but fall into groups ${namesOf(found, llc)}: ${figuresOf(found.withinNs, found.acrossNs)}${hint}`;
  return [{ code: 'llc-split', message }];
}

/** LLCs of one node that are as near to each other as each is in itself. */
function alikeLlcs(matrix: CoreMatrix, llcs: readonly Group[]): Warning[] {
  const sets: Group[][] = [];
  for (const llc of llcs) {
    const set = sets.find((members) => members.some((other) => areAlike(llc, other, matrix)));
    if (set === undefined) sets.push([llc]);
    else set.push(llc);
  }
  return sets.flatMap((set) => {
    if (set.length < 2) return [];
    const { within, across } = latenciesOf(set, matrix);
    const names = abridged(set.map((llc) => formatCpuList(cpusOf(matrix, llc))));
    const message = `CPUs ${names} are declared to be of different LLCs, but are as near across them as inside: ${figuresOf(nsAt(within, 0.5), nsAt(across, 0.5))}; they may share one LLC`;
    return [{ code: 'llcs-alike', message }];
  });
}

/** By the median and by the nearest tenth, which a few disturbed pairs leave as it is. */
function areAlike(a: Group, b: Group, matrix: CoreMatrix): boolean {
  // The LLC of a topology ends at the border of a node, also where the cache does not.
  if (matrix.cores[a[0]!]![0]!.node !== matrix.cores[b[0]!]![0]!.node) return false;
  const { within, across } = latenciesOf([a, b], matrix);
  if (within.length < ENOUGH_INSIDE) return false;
  return [0.1, 0.5].every((q) => nsAt(across, q) <= AS_NEAR * nsAt(within, q));
}

/** Declared SMT siblings that are as far from each other as CPUs of different cores. */
function farSiblings(cpus: readonly Cpu[], pairs: readonly PairLatency[]): Warning[] {
  const cpuOf = new Map(cpus.map((cpu) => [cpu.cpu, cpu]));
  const byDistance = groupBy(pairs, (pair) => {
    const [a, b] = pair.cpus.map((cpu) => cpuOf.get(cpu));
    return a && b ? distanceOf(a, b) : null;
  });
  const siblings = byDistance.get('same core') ?? [];
  const others = byDistance.get('same LLC') ?? byDistance.get('same node') ?? [];
  if (siblings.length < ENOUGH_SIBLINGS || others.length === 0) return [];
  const far = [0.1, 0.5].every((q) => nsAt(siblings, q) > SIBLINGS_NEARER * nsAt(others, q));
  if (!far) return [];
  const message = `declared SMT siblings are no nearer to each other than CPUs of different cores: ${roundTrip(nsAt(siblings, 0.5))} against ${roundTrip(nsAt(others, 0.5))}; they may not share a core`;
  return [{ code: 'siblings-apart', message }];
}

/** Groups that hold a part of one node together with CPUs of another. */
function crossedNodes(matrix: CoreMatrix): Warning[] {
  const nodes = indexesBy(matrix, ({ node }) => node);
  if (nodes.size < 2) return [];
  const nodeOf = (core: number) => matrix.cores[core]![0]!.node;
  const found = coreGroups(matrix).find(({ groups }) =>
    groups.some((group) => {
      const others = groups.filter((other) => other !== group).flat();
      const inGroup = new Set(group.map(nodeOf));
      return inGroup.size > 1 && others.some((core) => inGroup.has(nodeOf(core)));
    }),
  );
  if (found === undefined) return [];
  const declared = [...nodes].map(
    ([node, cores]) => `node ${node}: ${formatCpuList(cpusOf(matrix, cores))}`,
  );
  const message = `CPUs fall into groups ${namesOf(found, matrix)}, which cross the declared nodes (${abridged(declared)}): ${figuresOf(found.withinNs, found.acrossNs)}`;
  return [{ code: 'nodes-crossed', message }];
}

/** Latencies inside each of the groups, and between any two of them. */
function latenciesOf(groups: readonly Group[], matrix: CoreMatrix) {
  return {
    within: groups.flatMap((group) => inside(group, matrix)),
    across: groups.flatMap((group, index) =>
      groups.slice(index + 1).flatMap((other) => between(group, other, matrix)),
    ),
  };
}

function nsAt(latencies: readonly CoreLatency[], q: number): number {
  const sorted = latencies.map(({ medianNs }) => medianNs).sort((a, b) => a - b);
  return quantileOf(sorted, q);
}

/** Cores, as indexes into a matrix, by what their first CPU belongs to. */
function indexesBy<K>({ cores }: CoreMatrix, keyOf: (cpu: Cpu) => K): Map<K, number[]> {
  return groupBy(cores.keys(), (core) => keyOf(cores[core]![0]!));
}

/** All CPUs of the cores, ascending. */
function cpusOf({ cores }: CoreMatrix, indexes: Iterable<number>): number[] {
  return [...indexes].flatMap((core) => cores[core]!.map(({ cpu }) => cpu)).sort((a, b) => a - b);
}

function namesOf({ groups }: CoreGroups, matrix: CoreMatrix): string {
  return abridged(groups.map((group) => formatCpuList(cpusOf(matrix, group))));
}

function abridged(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(' | ');
}

function figuresOf(withinNs: number, acrossNs: number): string {
  return `a round trip takes ${roundTrip(withinNs)} inside, ${roundTrip(acrossNs)} across (medians)`;
}

function roundTrip(ns: number): string {
  return `${ns.toFixed(0)} ns`;
}
