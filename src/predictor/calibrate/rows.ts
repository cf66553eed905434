import type { ResultSet } from '../../results/result-set.js';
import { median } from '../../results/statistics/sample.js';
import type { Configuration } from '../../scopes/configuration.js';
import { configurationsOf, plainScopes } from '../../scopes/configurations.js';
import { SCOPES, type ShardPolicy } from '../../scopes/scope.js';
import type { Topology } from '../../topology/topology.js';
import type { TargetRow } from '../predict-row.js';

const POLICIES: Readonly<Record<string, (count: number) => ShardPolicy>> = {
  size: (size) => ({ kind: 'shard-size', size }),
  shards: (shards) => ({ kind: 'shards', shards }),
  max: (maxShards) => ({ kind: 'max-shards', maxShards }),
};

/** The rows of a result that are of scopes alone, as targets on a topology. */
export function targetRows(set: ResultSet, topology: Topology): TargetRow[] {
  return set.rows.flatMap(({ label, names, trials }) => {
    const configuration = configurationNamed(label, topology);
    if (configuration === null || trials.length === 0) return [];
    const p50s = trials.flatMap(({ p50Ns }) => (p50Ns === null ? [] : [p50Ns]));
    return [
      {
        label,
        names,
        configuration,
        itemsPerSecond: median(trials.map(({ itemsPerSecond }) => itemsPerSecond)),
        queueP50Ns: p50s.length === 0 ? null : median(p50s),
      },
    ];
  });
}

/** `cache`, `cache_shard(shards=8)`; null for any other label. */
function configurationNamed(label: string, topology: Topology): Configuration | null {
  const [, name, kind, count] = /^(\w+?)(?:\((size|shards|max)=(\d+)\))?$/.exec(label) ?? [];
  const scope = SCOPES.find((known) => known === name);
  if (scope === undefined || (scope === 'cache_shard') !== (kind !== undefined)) return null;
  const policies = kind === undefined ? [] : [POLICIES[kind]!(Number(count))];
  return configurationsOf(topology, plainScopes([scope]), policies).configurations[0]!;
}

/** Whether a row is the one that a word of `--rows` names: `cache`, `shards=8`. */
export function isNamed({ names }: Pick<TargetRow, 'names'>, word: string): boolean {
  return names.some((name) => name === word || name === `cache_shard(${word})`);
}

/**
 * The largest pool within an LLC, and the smallest: what tells the costs apart. With kworkers that
 * is one of 2 CPUs or more, since waking on a CPU of one's own is another path.
 */
export function tellingRows(rows: readonly TargetRow[], engine: 'kernel' | 'inline'): TargetRow[] {
  const within = rows.filter(({ label, configuration: { pods } }) => {
    if (engine === 'inline') return true;
    return /^cache/.test(label) && pods[0]!.length > 1;
  });
  const bySize = within.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const [largest] = bySize;
  const smallest = bySize.at(-1);
  if (largest === undefined || smallest === undefined) return [];
  return sizeOf(largest) === sizeOf(smallest) ? [largest] : [largest, smallest];
}

function sizeOf({ configuration: { pods } }: TargetRow): number {
  return pods[0]!.length;
}

/** Whether two rows are of the same pods, whatever they are called. */
export function isSameCut(one: TargetRow, other: TargetRow): boolean {
  return JSON.stringify(one.configuration.pods) === JSON.stringify(other.configuration.pods);
}
