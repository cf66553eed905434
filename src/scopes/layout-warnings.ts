import type { Warning } from '../core/warnings.js';
import { formatCpuList } from '../topology/cpu-list.js';
import type { Cpu, Topology } from '../topology/topology.js';
import type { Configuration } from './configuration.js';
import { coresByLlc } from './pods.js';
import type { ShardPolicy } from './scope.js';

/** CPUs of an LLC, by core. */
type Llc = readonly Cpu[][];

/** Says where configurations coincide, and where a shard policy could not be kept to. */
export function layoutWarnings(
  topology: Topology,
  configurations: readonly Configuration[],
): Warning[] {
  const llcs = coresByLlc(topology.cpus);
  const policies = new Map(
    configurations.flatMap((configuration) =>
      configuration.policies.map((policy) => [JSON.stringify(policy), policy] as const),
    ),
  );
  return [
    ...coincidence(configurations, llcs),
    ...[...policies.values()].flatMap((policy) => unkeptPolicy(policy, llcs)),
  ];
}

function coincidence(configurations: readonly Configuration[], llcs: readonly Llc[]): Warning[] {
  const shared = configurations.filter(({ names }) => names.length > 1);
  if (shared.length === 0) return [];
  const groups = shared.map(({ names }) => names.join(' = ')).join('; ');
  const message = `the same pods on these CPUs, so measured once: ${groups}; ${advice(shared, llcs)}`;
  return [{ code: 'scopes-coincide', message }];
}

/** How to make them differ: only an LLC of several cores can be cut further. */
function advice(shared: readonly Configuration[], llcs: readonly Llc[]): string {
  const isWhole = shared.some(
    ({ scopes }) => scopes.includes('cache_shard') && scopes.includes('cache'),
  );
  const cores = Math.max(...llcs.map((llc) => llc.length));
  if (!isWhole || cores === 1) return 'they differ only on other CPUs (--cpus, --topology)';
  return `to split an LLC use --shards 2 or --shard-size ${Math.floor(cores / 2)}`;
}

function unkeptPolicy(policy: ShardPolicy, llcs: readonly Llc[]): Warning[] {
  switch (policy.kind) {
    case 'shard-size':
      return [];
    case 'shards': {
      const smaller = llcs.filter((cores) => cores.length < policy.shards);
      return smaller.length > 0 ? [clamped(policy.shards, smaller)] : [];
    }
    case 'max-shards':
      return policy.maxShards < llcs.length ? [exceeded(policy.maxShards, llcs.length)] : [];
  }
}

function clamped(shards: number, smaller: readonly Llc[]): Warning {
  const cpus = smaller.flat(2).map(({ cpu }) => cpu);
  const cores = [...new Set(smaller.map((llc) => llc.length))].sort((a, b) => a - b);
  const listed = formatCpuList(cpus.sort((a, b) => a - b));
  return {
    code: 'shards-clamped',
    message: `--shards ${shards} is more than the LLC of CPUs ${listed} has cores (${cores.join(' or ')}), and a core is never split: it gets a shard per core`,
  };
}

function exceeded(maxShards: number, llcs: number): Warning {
  return {
    code: 'max-shards-exceeded',
    message: `--max-shards ${maxShards} is less than the ${llcs} LLCs, and each needs a shard: there are ${llcs}`,
  };
}
