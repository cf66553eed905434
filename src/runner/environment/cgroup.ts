import { dirname, join } from 'node:path';
import { readText } from '../../core/read-text.js';

/**
 * CPU time a second, in CPUs, that the cgroup of this process and those above it allow: the
 * smallest counts. Null where no hierarchy of the `cpu` controller can be seen.
 */
export function cgroupCpuQuota(root: string): number | 'unlimited' | null {
  const group = findGroup(root, 'cpu');
  if (group === null) return null;
  const quotaAt = group.version === 2 ? quotaV2 : quotaV1;
  const quotas = group.directories.map(quotaAt).filter((quota) => quota !== null);
  return quotas.length > 0 ? Math.min(...quotas) : 'unlimited';
}

/** Memory the cgroups still allow, page cache that can be dropped included; null: no limit known. */
export function cgroupMemoryHeadroomBytes(root: string): number | null {
  const group = findGroup(root, 'memory');
  if (group === null) return null;
  const files = group.version === 2 ? MEMORY_V2 : MEMORY_V1;
  const left = group.directories
    .map((directory) => headroomAt(directory, files))
    .filter((bytes) => bytes !== null);
  return left.length > 0 ? Math.max(0, Math.min(...left)) : null;
}

/** CPU time that quotas have withheld from the cgroups of this process so far, in ms. */
export function cgroupThrottledMs(root: string): number | null {
  const group = findGroup(root, 'cpu');
  if (group === null) return null;
  const known = group.directories.map(throttledMsAt).filter((ms) => ms !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** In µs in version 2, in ns in version 1; absent at the root of a hierarchy. */
function throttledMsAt(directory: string): number | null {
  const stat = readText(join(directory, 'cpu.stat')) ?? '';
  const usec = stat.match(/^throttled_usec (\d+)$/m)?.[1];
  if (usec !== undefined) return Number(usec) / 1000;
  const nsec = stat.match(/^throttled_time (\d+)$/m)?.[1];
  return nsec === undefined ? null : Number(nsec) / 1e6;
}

interface Group {
  readonly version: 1 | 2;
  /** From the process's own group up to the mount point. */
  readonly directories: readonly string[];
}

/** The hierarchy that holds the controller: its own (v1), else the unified one (v2). */
function findGroup(root: string, controller: string): Group | null {
  const paths = membership(readText(join(root, 'proc/self/cgroup')) ?? '');
  const mounts = cgroupMounts(readText(join(root, 'proc/self/mountinfo')) ?? '');
  for (const mount of mounts.sort((a, b) => a.version - b.version)) {
    const path = paths.get(mount.version === 2 ? '' : controller);
    if (path === undefined) continue;
    if (mount.version === 1 && !mount.options.includes(controller)) continue;
    const point = join(root, mount.point);
    return { version: mount.version, directories: upwards(point, relativePath(path, mount.root)) };
  }
  return null;
}

/** `ID:controllers:path` lines; the unified hierarchy has the empty controller. */
function membership(text: string): Map<string, string> {
  const lines = text.split('\n').map((line) => line.match(/^\d+:([^:]*):(\/.*)$/));
  return new Map(
    lines.flatMap((line) =>
      line ? line[1]!.split(',').map((name): [string, string] => [name, line[2]!]) : [],
    ),
  );
}

interface CgroupMount {
  readonly version: 1 | 2;
  /** Group that is seen at the mount point. */
  readonly root: string;
  readonly point: string;
  readonly options: readonly string[];
}

/** Format: proc_pid_mountinfo(5). */
function cgroupMounts(text: string): CgroupMount[] {
  return text.split('\n').flatMap((line): CgroupMount[] => {
    const [mount, type] = line.split(' - ').map((half) => half.split(' '));
    const [, , , root, point] = mount ?? [];
    const [kind, , options] = type ?? [];
    if (root === undefined || point === undefined || !/^cgroup2?$/.test(kind ?? '')) return [];
    const version = kind === 'cgroup2' ? 2 : 1;
    return [{ version, root, point, options: options?.split(',') ?? [] }];
  });
}

/** A container may see its group at the mount point while its path is told from outside. */
function relativePath(path: string, mountRoot: string): string {
  if (path.startsWith('/..')) return '/';
  if (mountRoot === '/') return path;
  return path === mountRoot || path.startsWith(`${mountRoot}/`)
    ? path.slice(mountRoot.length)
    : '/';
}

function upwards(point: string, path: string): string[] {
  const directories: string[] = [];
  for (let at = join('/', path); ; at = dirname(at)) {
    directories.push(join(point, at));
    if (at === '/') return directories;
  }
}

function quotaV2(directory: string): number | null {
  const found = readText(join(directory, 'cpu.max'))?.match(/^(\d+) (\d+)$/);
  return found ? Number(found[1]) / Number(found[2]) : null;
}

function quotaV1(directory: string): number | null {
  const quota = Number(readText(join(directory, 'cpu.cfs_quota_us')) ?? -1);
  const period = Number(readText(join(directory, 'cpu.cfs_period_us')) ?? 0);
  return quota > 0 && period > 0 ? quota / period : null;
}

const MEMORY_V2 = { limit: 'memory.max', usage: 'memory.current', droppable: 'inactive_file' };
const MEMORY_V1 = {
  limit: 'memory.limit_in_bytes',
  usage: 'memory.usage_in_bytes',
  droppable: 'total_inactive_file',
};

/** v1 writes "no limit" as a number near 2^63. */
const NO_LIMIT_BYTES = 2 ** 60;

function headroomAt(directory: string, files: typeof MEMORY_V2): number | null {
  const limit = Number(readText(join(directory, files.limit)) ?? Number.NaN);
  const usage = Number(readText(join(directory, files.usage)) ?? Number.NaN);
  if (!(limit < NO_LIMIT_BYTES) || Number.isNaN(usage)) return null;
  const stat = readText(join(directory, 'memory.stat')) ?? '';
  const droppable = Number(stat.match(new RegExp(`^${files.droppable} (\\d+)$`, 'm'))?.[1] ?? 0);
  return limit - usage + droppable;
}
