import { availableParallelism } from 'node:os';
import { WqbenchError } from '../core/errors.js';
import { topologyInUse } from '../topology/topology-in-use.js';

/** CPUs of the machine itself that are online and allowed, ascending; where it does not say, as many as Node counts. */
export function ownCpus(root: string): number[] {
  try {
    const { topology } = topologyInUse({ kind: 'machine' }, null, root);
    return topology.cpus.map(({ cpu }) => cpu);
  } catch (error) {
    if (!(error instanceof WqbenchError)) throw error;
    return Array.from({ length: availableParallelism() }, (_, cpu) => cpu);
  }
}
