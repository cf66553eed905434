import { join } from 'node:path';
import { readText } from '../core/read-text.js';
import { parseCpuList } from './cpu-list.js';
import { type LoadedTopology, loadTopology, type TopologyRequest } from './load-topology.js';
import { restrictToAllowed, restrictTopology } from './restrict.js';

/**
 * The topology of the CPUs in use: those online, allowed to this process when it is its own
 * machine, and in `cpuList` (a CPU list as typed; null for all).
 *
 * Throws 'bad-topology', 'bad-cpu-list' and 'cpu-unavailable'.
 */
export function topologyInUse(
  request: TopologyRequest,
  cpuList: string | null,
  root: string,
): LoadedTopology {
  const { topology, modelled } = loadTopology(request, root);
  const allowed = modelled ? null : readAllowedCpus(root);
  const usable = allowed === null ? topology : restrictToAllowed(topology, allowed);
  const inUse = cpuList === null ? usable : restrictTopology(usable, parseCpuList(cpuList));
  return { topology: inUse, modelled };
}

/** CPUs this process may run on; null where `/proc` does not say. */
export function readAllowedCpus(root: string): number[] | null {
  const status = readText(join(root, 'proc/self/status')) ?? '';
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1];
  return list === undefined ? null : parseCpuList(list);
}
