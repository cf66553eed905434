import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../core/read-text.js';

const CPUS = 'sys/devices/system/cpu';

/** cpufreq governor of the CPUs, several joined by a comma; null without cpufreq. */
export function governor(root: string): string | null {
  const governors = cpuDirectories(join(root, CPUS))
    .map((directory) => readText(join(directory, 'cpufreq/scaling_governor')))
    .filter((name) => name !== null);
  return governors.length > 0 ? [...new Set(governors)].sort().join(',') : null;
}

/** Whether the CPUs may exceed their base frequency; null where no driver says. */
export function boost(root: string): boolean | null {
  const noTurbo = readText(join(root, CPUS, 'intel_pstate/no_turbo'));
  if (noTurbo !== null) return noTurbo === '0';
  const boost = readText(join(root, CPUS, 'cpufreq/boost'));
  return boost === null ? null : boost !== '0';
}

function cpuDirectories(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^cpu\d+$/.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}
