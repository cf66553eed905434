import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsFiles, type WorkloadSpec } from '../../native-free-bench/workloads/workload-spec.js';
import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import { mountOf } from './environment/mounts.js';

/** A directory of the run's own for the workload's files. */
export interface Scratch {
  readonly directory: string;
  /** That it was made in. */
  readonly parent: string;
  /** As the kernel names it, e.g. `ext4`; null: unknown. */
  readonly fileSystem: string | null;
  /** With all that is in it. */
  remove(): void;
}

/**
 * Made below `dir`, or where the workload's files belong: synced ones on a file system that has to
 * reach a device, so not in a temporary directory, which often is memory; others in memory, so that
 * no device is measured. Null for a workload without files. Throws 'not-writable'.
 */
export function makeScratch(
  workload: WorkloadSpec,
  dir: string | null,
  root: string,
): Scratch | null {
  if (!needsFiles(workload)) return null;
  const parent = dir ?? (workload.kind === 'fsync' ? '.' : memoryDirectory());
  try {
    const directory = mkdtempSync(join(parent, 'wqbench-'));
    return {
      directory,
      parent,
      fileSystem: mountOf(directory, root)?.type ?? null,
      remove: () => rmSync(directory, { recursive: true, force: true }),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WqbenchError(
      'not-writable',
      `no directory for the files of ${workload.kind} can be made in '${parent}': ${reason}`,
      'give an existing directory that may be written with --dir',
      { cause },
    );
  }
}

/** File systems whose files are in memory alone: syncing them does nothing. */
const IN_MEMORY = ['tmpfs', 'ramfs', 'devtmpfs'];

export function scratchWarnings(workload: WorkloadSpec, scratch: Scratch | null): Warning[] {
  const type = scratch?.fileSystem ?? '';
  if (workload.kind !== 'fsync' || !IN_MEMORY.includes(type)) return [];
  const message = `the files are on ${type}, where a sync has nothing to do: give a directory on a device with --dir`;
  return [{ code: 'fsync-in-memory', message }];
}

const SHARED_MEMORY = '/dev/shm';

function memoryDirectory(): string {
  return statSync(SHARED_MEMORY, { throwIfNoEntry: false })?.isDirectory()
    ? SHARED_MEMORY
    : tmpdir();
}
