import { join } from 'node:path';
import { readText } from '../core/read-text.js';
import type { Environment } from '../results/file/environment-schema.js';
import { formatCpuList } from '../topology/cpu-list.js';
import { readAllowedCpus } from '../topology/topology-in-use.js';
import { cgroupCpuQuota, cgroupMemoryHeadroomBytes } from './environment/cgroup.js';
import { cpuModel } from './environment/cpu-model.js';
import { boost, governor } from './environment/frequency.js';
import { virtualisation } from './environment/virtualisation.js';

/** All that can be read, the clock being measured. */
export type MachineEnvironment = Omit<Environment, 'clock'>;

/** What the machine below `root` says of itself; null wherever its source is absent. */
export function probeEnvironment(root: string): MachineEnvironment {
  const at = (path: string) => readText(join(root, path));
  const allowed = readAllowedCpus(root);
  return {
    cpuModel: cpuModel(root),
    architecture: process.arch,
    kernel: at('proc/sys/kernel/osrelease'),
    node: process.versions.node,
    v8: process.versions.v8,
    virtualisation: virtualisation(root),
    governor: governor(root),
    boost: boost(root),
    loadAverage: loadAverage(at('proc/loadavg')),
    allowedCpus: allowed && formatCpuList(allowed),
    onlineCpus: at('sys/devices/system/cpu/online'),
    cgroupCpuQuota: cgroupCpuQuota(root),
    totalMemoryBytes: memoryBytes(root, 'MemTotal'),
    availableMemoryBytes: availableMemoryBytes(root),
  };
}

/** Name of the machine; `unknown` where the kernel does not tell it. */
export function hostName(root: string): string {
  return readText(join(root, 'proc/sys/kernel/hostname')) ?? 'unknown';
}

/** What is free on the machine or, if less, what the cgroup leaves. */
function availableMemoryBytes(root: string): number | null {
  const limits = [memoryBytes(root, 'MemAvailable'), cgroupMemoryHeadroomBytes(root)];
  const known = limits.filter((bytes) => bytes !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

function memoryBytes(root: string, field: string): number | null {
  const text = readText(join(root, 'proc/meminfo'));
  const kibibytes = text?.match(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm'))?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}

function loadAverage(text: string | null): Environment['loadAverage'] {
  const found = text?.match(/^(\d+\.\d+) (\d+\.\d+) (\d+\.\d+)/);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : null;
}
