import { WqbenchError } from '../core/errors.js';
import { groupBy } from '../core/group-by.js';
import type { Warning } from '../core/warnings.js';
import { formatCpuList } from './cpu-list.js';
import { numberGroups } from './number-groups.js';
import type { Topology } from './topology.js';

/** What a source says of one online CPU. Keys of `core` and `llc` only need to be unique. */
export interface CpuFacts {
  readonly cpu: number;
  /** Equal for the threads of one core. */
  readonly core: number | string;
  /** Equal for the CPUs under one last-level cache; null for a CPU without a known cache. */
  readonly llc: number | string | null;
  /** Null where the source does not say. */
  readonly node: number | null;
  readonly package: number | null;
}

interface PlacedCpu extends CpuFacts {
  readonly node: number;
  readonly package: number;
}

/** Like the kernel's NUMA_NO_NODE: the node of CPUs that no node has. */
const NO_NODE = -1;

/** As `physical_package_id` reads where the firmware names no package. */
const NO_PACKAGE = -1;

/**
 * The topology a source describes: last-level caches cut at NUMA node borders as the scheduler
 * cuts them, and a warning for everything that had to be assumed.
 *
 * Throws 'bad-topology' when no CPU is online or one comes twice.
 */
export function buildTopology(
  source: Topology['source'],
  facts: readonly CpuFacts[],
  warnings: readonly Warning[] = [],
): Topology {
  const ascending = facts.toSorted((a, b) => a.cpu - b.cpu);
  assertDistinct(source, ascending);
  const withoutNode = ascending.filter(({ node }) => node === null);
  const fallbackNode = withoutNode.length === facts.length ? 0 : NO_NODE;
  const placed = ascending.map((fact) => ({
    ...fact,
    node: fact.node ?? fallbackNode,
    package: fact.package ?? NO_PACKAGE,
  }));
  return {
    source,
    cpus: numberGroups(placed.map((cpu) => ({ ...cpu, llc: llcWithinNode(cpu) }))),
    warnings: [
      ...warnings,
      ...(fallbackNode === NO_NODE ? nodeWarnings(withoutNode) : []),
      ...cacheWarnings(placed),
      ...cutCacheWarnings(placed),
    ],
  };
}

function assertDistinct(source: Topology['source'], ascending: readonly CpuFacts[]): void {
  if (ascending.length === 0) {
    throw new WqbenchError(
      'bad-topology',
      `${source.name} has no online CPU`,
      'a topology needs at least one online CPU',
    );
  }
  const twice = ascending.find(({ cpu }, index) => ascending[index + 1]?.cpu === cpu);
  if (twice === undefined) return;
  throw new WqbenchError(
    'bad-topology',
    `${source.name} has CPU ${twice.cpu} twice`,
    'give each CPU its own number',
  );
}

function llcWithinNode({ llc, node }: PlacedCpu): string | null {
  return llc === null ? null : `${llc} of node ${node}`;
}

function nodeWarnings(withoutNode: readonly CpuFacts[]): Warning[] {
  if (withoutNode.length === 0) return [];
  return [
    {
      code: 'cpus-without-node',
      message: `no NUMA node has CPUs ${listOf(withoutNode)}; they are taken as a node of their own (${NO_NODE})`,
    },
  ];
}

function cacheWarnings(cpus: readonly CpuFacts[]): Warning[] {
  const without = cpus.filter(({ llc }) => llc === null);
  if (without.length === 0) return [];
  if (without.length < cpus.length) {
    return [
      {
        code: 'cpus-without-cache',
        message: `CPUs ${listOf(without)} have no known data cache; their cache pods are their smt pods`,
      },
    ];
  }
  return [
    {
      code: 'no-cache-information',
      message:
        'no cache is known, so the scheduler has no domain above SMT and cache pods are smt pods; describe the machine with --topology to model its caches',
    },
  ];
}

/** Caches and cores that are not nested the way most machines nest them. */
function cutCacheWarnings(cpus: readonly PlacedCpu[]): Warning[] {
  const warnings: Warning[] = [];
  const cut = cpus.filter(({ llc }) => llc !== null);
  const acrossNodes = spread(
    cut,
    ({ llc }) => `${llc}`,
    ({ node }) => node,
  );
  if (acrossNodes.length > 0) {
    warnings.push({
      code: 'llc-crosses-nodes',
      message: `a last-level cache spans NUMA nodes (Sub-NUMA clustering), e.g. the one of CPU ${acrossNodes[0]?.cpu} and ${acrossNodes.length - 1} more; cache pods end at the node border, as the scheduler's do`,
    });
  }
  const acrossCaches = spread(
    cut,
    ({ core }) => core,
    (cpu) => `${cpu.llc}`,
  );
  if (acrossCaches.length > 0) {
    warnings.push({
      code: 'core-crosses-caches',
      message: `threads of one core have different last-level caches, e.g. CPUs ${listOf(acrossCaches)}; a hypervisor may have made this up`,
    });
  }
  return warnings;
}

/** CPUs of the first group (by `groupOf`) whose members differ in `attributeOf`. */
function spread<T>(
  cpus: readonly T[],
  groupOf: (cpu: T) => number | string,
  attributeOf: (cpu: T) => number | string,
): T[] {
  const groups = groupBy(cpus, groupOf).values();
  return [...groups].find((group) => new Set(group.map(attributeOf)).size > 1) ?? [];
}

function listOf(cpus: readonly CpuFacts[]): string {
  return formatCpuList(cpus.map(({ cpu }) => cpu));
}
