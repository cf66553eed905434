import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ARCHIVE = fileURLToPath(
  new URL('../../../shared/topologies/machines.tar.xz', import.meta.url),
);

/** A real machine: its `/sys` and its pods as other tools see them. */
export interface Machine {
  readonly name: string;
  readonly directory: string;
  readonly expected: {
    readonly cpus: readonly number[];
    readonly pods: Readonly<Record<string, number[][]>> & {
      readonly cache_shard: Readonly<Record<string, number[][]>>;
    };
  };
}

export const HAS_MACHINES = existsSync(ARCHIVE);

/** Unpacks the machines into a directory that the caller removes. */
export function unpackMachines(): { directory: string; machines: Machine[] } {
  const directory = mkdtempSync(join(tmpdir(), 'wqbench-machines-'));
  execFileSync('tar', ['-xJf', ARCHIVE, '-C', directory]);
  const names = readdirSync(directory)
    .filter((entry) => entry.endsWith('.pods.json'))
    .map((entry) => entry.slice(0, -'.pods.json'.length));
  const machines = names.map((name) => ({
    name,
    directory: join(directory, name),
    expected: JSON.parse(readFileSync(join(directory, `${name}.pods.json`), 'utf8')),
  }));
  return { directory, machines };
}
