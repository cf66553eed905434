import { join } from 'node:path';
import { readText } from '../core/read-text.js';
import type { Warning } from '../core/warnings.js';
import { formatCpuList, parseCpuList } from '../topology/cpu-list.js';

/**
 * Warns when the CPUs are of several kinds (P and E cores, big.LITTLE): figures then mix their
 * speeds. Kernels tell kinds apart by capacity (ARM, RISC-V) or by their performance counters (x86).
 */
export function mixedCoreKinds(root: string, cpus: readonly number[]): Warning[] {
  const counters = counterKinds(root);
  const kinds = new Map<string, number[]>();
  for (const cpu of cpus) {
    const kind = capacityKind(root, cpu) ?? counters.get(cpu);
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []), cpu]);
  }
  if (kinds.size < 2) return [];
  const named = [...kinds].map(([kind, cpus]) => `${kind}: ${formatCpuList(cpus)}`);
  const message = `the CPUs in use are of ${kinds.size} kinds (${named.join('; ')}), whose speeds the figures mix: choose one kind with --cpus`;
  return [{ code: 'mixed-core-kinds', message }];
}

function capacityKind(root: string, cpu: number): string | undefined {
  const capacity = readText(join(root, `sys/devices/system/cpu/cpu${cpu}/cpu_capacity`));
  return capacity === null ? undefined : `capacity ${capacity}`;
}

const COUNTERS = ['cpu_core', 'cpu_atom', 'cpu_lowpower'];

function counterKinds(root: string): Map<number, string> {
  const kinds = new Map<number, string>();
  for (const name of COUNTERS) {
    const list = readText(join(root, 'sys/devices', name, 'cpus'));
    for (const cpu of list === null ? [] : parseCpuList(list)) kinds.set(cpu, name);
  }
  return kinds;
}
