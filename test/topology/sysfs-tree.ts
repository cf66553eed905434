import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files of a made-up `/sys`, by path below `devices/system`; values are written as they are. */
export type SysfsFiles = Readonly<Record<string, string>>;

/** Writes a `/sys` into a fresh directory, which the caller removes, and returns its path. */
export function writeSysfs(files: SysfsFiles): string {
  const root = mkdtempSync(join(tmpdir(), 'wqbench-sysfs-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, 'devices/system', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return root;
}

/** Files of one cache of a CPU; `shared` is its list of CPUs. */
export function cacheOf(
  cpu: number,
  level: number,
  shared: string,
  { index = level, type = 'Unified' } = {},
): SysfsFiles {
  const directory = `cpu/cpu${cpu}/cache/index${index}`;
  return {
    [`${directory}/level`]: `${level}\n`,
    [`${directory}/type`]: `${type}\n`,
    [`${directory}/shared_cpu_list`]: `${shared}\n`,
  };
}

/** Sibling list of a CPU. */
export function siblingsOf(cpu: number, siblings: string): SysfsFiles {
  return { [`cpu/cpu${cpu}/topology/thread_siblings_list`]: `${siblings}\n` };
}

export function forEachCpu(
  count: number,
  filesOf: (cpu: number) => SysfsFiles,
): Record<string, string> {
  return Object.assign({}, ...Array.from({ length: count }, (_, cpu) => filesOf(cpu)));
}
