import type { Warning } from '../core/warnings.js';
import type { Topology } from '../topology/topology.js';
import type { Configuration } from './configuration.js';
import { podsOf } from './pods.js';

/** Says which names coincide, that they are measured once, and how to make them differ. */
export function coincidenceWarnings(
  topology: Topology,
  configurations: readonly Configuration[],
): Warning[] {
  const shared = configurations.filter(({ names }) => names.length > 1);
  if (shared.length === 0) return [];
  const groups = shared.map(({ names }) => names.join(' = ')).join('; ');
  const message = `these cut the CPUs alike and are measured once: ${groups}; ${advice(topology, shared)}`;
  return [{ code: 'scopes-coincide', message }];
}

function advice(topology: Topology, shared: readonly Configuration[]): string {
  const unsharded = shared.some(
    ({ scopes }) => scopes.includes('cache_shard') && scopes.includes('cache'),
  );
  const cores = unsharded ? coresOfLargestLlc(topology) : 1;
  if (cores === 1) return 'scopes that coincide differ only on other CPUs (--cpus) or machines';
  const half = Math.floor(cores / 2);
  return `to make cache_shard differ from cache, try --shards 2 or --shard-size ${half}`;
}

function coresOfLargestLlc(topology: Topology): number {
  const coreOf = new Map(topology.cpus.map(({ cpu, core }) => [cpu, core]));
  const coresOf = podsOf(topology, 'cache').map(
    (llc) => new Set(llc.map((cpu) => coreOf.get(cpu))),
  );
  return Math.max(...coresOf.map(({ size }) => size));
}
