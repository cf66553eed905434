import { join } from 'node:path';
import { groupBy } from '../core/group-by.js';
import type { Warning } from '../core/warnings.js';
import { listNumbered, readCpus } from './sysfs-files.js';

const NODES = 'devices/system/node';

export interface Nodes {
  /** Node of a CPU, for the CPUs that have one. */
  readonly nodeOf: ReadonlyMap<number, number>;
  readonly warnings: readonly Warning[];
}

/** The NUMA node of each online CPU; of none where the nodes contradict each other. */
export function nodesOf(sysRoot: string, online: readonly number[]): Nodes {
  const isOnline = new Set(online);
  const nodeOf = new Map<number, number>();
  const links = linkedCpus(sysRoot, online);
  for (const node of listNumbered(join(sysRoot, NODES), 'node')) {
    for (const cpu of cpusOfNode(sysRoot, node) ?? links.get(node) ?? []) {
      if (!isOnline.has(cpu)) continue;
      const other = nodeOf.get(cpu);
      if (other !== undefined) return { nodeOf: new Map(), warnings: [overlap(cpu, other, node)] };
      nodeOf.set(cpu, node);
    }
  }
  return { nodeOf, warnings: [] };
}

/** From the node's list, its mask or its links to CPUs; null when none names a CPU. */
function cpusOfNode(sysRoot: string, node: number): number[] | null {
  const directory = join(sysRoot, NODES, `node${node}`);
  const named = readCpus(directory, ['cpulist', 'cpumap']);
  const cpus = named.length > 0 ? named : listNumbered(directory, 'cpu');
  return cpus.length > 0 ? cpus : null;
}

/** CPUs of each node by the links `cpuN/nodeM`, which only some kernels have. */
function linkedCpus(sysRoot: string, online: readonly number[]): Map<number, number[]> {
  const links = online.flatMap((cpu) =>
    listNumbered(join(sysRoot, 'devices/system/cpu', `cpu${cpu}`), 'node').map((node) => ({
      cpu,
      node,
    })),
  );
  const byNode = groupBy(links, ({ node }) => node);
  return new Map([...byNode].map(([node, ofNode]) => [node, ofNode.map(({ cpu }) => cpu)]));
}

function overlap(cpu: number, first: number, second: number): Warning {
  return {
    code: 'nodes-overlap',
    message: `NUMA nodes ${first} and ${second} both claim CPU ${cpu}, so the node information is unusable; all CPUs are taken as one node`,
  };
}
