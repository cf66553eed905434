import type { Cpu } from '../topology/topology.js';
import { machineOf } from './simulation/machine.js';

/**
 * The hwloc synthetic string of CPUs whose nodes, LLCs and cores are all alike; null for others,
 * which no such string describes.
 */
export function syntheticOf(cpus: readonly Cpu[]): string | null {
  const { cpus: numbers, nodes, llcs, cores } = machineOf(cpus);
  const widths = [nodes, llcs, cores].map((groups) => new Set(groups.map(({ length }) => length)));
  if (widths.some(({ size }) => size > 1)) return null;
  const perNode = llcs.length / nodes.length;
  const perLlc = cores.length / llcs.length;
  const perCore = numbers.length / cores.length;
  const inOrder = numbers.every((cpu, index) => cpu === index);
  const indexes = inOrder ? '' : `(indexes=${numbers.join(',')})`;
  return `package:${nodes.length} [numa] l3:${perNode} core:${perLlc} pu:${perCore}${indexes}`;
}
