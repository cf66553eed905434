import { join } from 'node:path';
import { readText } from '../core/read-text.js';
import type { Claim } from './partition.js';
import { listNumbered, readCpus } from './sysfs-files.js';

const SHARING_FILES = ['shared_cpu_list', 'shared_cpu_map'];

/**
 * What each online CPU says of its last-level cache: the highest level of type Data or Unified,
 * whatever its index and level are. A CPU without such a cache says nothing.
 */
export function llcClaims(
  cpuRoot: string,
  online: readonly number[],
  coreOf: ReadonlyMap<number, number>,
): Claim[] {
  const isOnline = new Set(online);
  return online.flatMap((cpu) => {
    const cache = lastLevelCache(join(cpuRoot, `cpu${cpu}`, 'cache'));
    if (cache === null) return [];
    const listed = readCpus(cache.directory, SHARING_FILES);
    // An empty list (seen on ia64) says nothing of others; threads of a core share all its caches.
    const sharing = listed.length > 0 ? listed : siblingsOf(cpu, online, coreOf);
    const cpus = new Set([cpu, ...sharing.filter((other) => isOnline.has(other))]);
    return [{ rank: cache.level, cpus: [...cpus] }];
  });
}

function lastLevelCache(directory: string): { directory: string; level: number } | null {
  const caches = listNumbered(directory, 'index')
    .map((index) => join(directory, `index${index}`))
    .filter((cache) => /^(?:data|unified)$/i.test(readText(join(cache, 'type')) ?? ''))
    .map((cache) => ({ directory: cache, level: Number(readText(join(cache, 'level'))) }))
    .filter(({ level }) => level > 0);
  return caches.toSorted((a, b) => b.level - a.level)[0] ?? null;
}

function siblingsOf(
  cpu: number,
  online: readonly number[],
  coreOf: ReadonlyMap<number, number>,
): number[] {
  return online.filter((other) => coreOf.get(other) === coreOf.get(cpu));
}
