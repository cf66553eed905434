import { WqbenchError } from '../core/errors.js';
import { formatCpuList } from './cpu-list.js';
import { numberGroups } from './number-groups.js';
import type { Topology } from './topology.js';

/**
 * The topology of only `cpus`, with cores and caches numbered anew.
 *
 * Throws 'cpu-unavailable' for a CPU the topology does not have, and when `cpus` is empty.
 */
export function restrictTopology(topology: Topology, cpus: readonly number[]): Topology {
  const available = new Set(topology.cpus.map(({ cpu }) => cpu));
  const missing = cpus.filter((cpu) => !available.has(cpu));
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are';
    throw unavailable(topology, `CPU ${formatCpuList(missing)} ${verb} not online and allowed`);
  }
  return keepCpus(topology, new Set(cpus));
}

/**
 * The topology of those of its CPUs that are in the list `allowed` as well, e.g. in this process's.
 *
 * Throws 'cpu-unavailable' when there is none.
 */
export function restrictToAllowed(topology: Topology, allowed: readonly number[]): Topology {
  return keepCpus(topology, new Set(allowed));
}

/**
 * The topology of its `count` lowest CPUs.
 *
 * Throws 'cpu-unavailable' when it has fewer, or `count` is no positive integer.
 */
export function restrictToFirst(topology: Topology, count: number): Topology {
  const { length } = topology.cpus;
  if (!Number.isInteger(count) || count < 1 || count > length) {
    throw unavailable(topology, `${count} CPUs are asked for, but ${length} can be used`);
  }
  return keepCpus(topology, new Set(topology.cpus.slice(0, count).map(({ cpu }) => cpu)));
}

function keepCpus(topology: Topology, kept: ReadonlySet<number>): Topology {
  const cpus = topology.cpus.filter(({ cpu }) => kept.has(cpu));
  if (cpus.length === 0) {
    throw unavailable(topology, `no CPU of ${topology.source.name} is left to use`);
  }
  return { ...topology, cpus: numberGroups(cpus) };
}

function unavailable(topology: Topology, message: string): WqbenchError {
  const available = formatCpuList(topology.cpus.map(({ cpu }) => cpu));
  return new WqbenchError('cpu-unavailable', message, `choose from CPUs ${available}`);
}
