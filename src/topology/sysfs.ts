import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { readText } from '../core/read-text.js';
import type { Warning } from '../core/warnings.js';
import { buildTopology } from './build-topology.js';
import { type Claim, partition } from './partition.js';
import { llcClaims } from './sysfs-caches.js';
import { listNumbered, readCpus } from './sysfs-files.js';
import { nodesOf } from './sysfs-nodes.js';
import type { Topology } from './topology.js';

/** Newest name first. Cores are told by their sibling lists alone: `core_id` repeats. */
const SIBLING_FILES = ['core_cpus_list', 'thread_siblings_list', 'core_cpus', 'thread_siblings'];

/**
 * The online CPUs of a machine from its `/sys`, here at `sysRoot`.
 *
 * Throws 'bad-topology', naming the file, when one cannot be understood or no CPU is found.
 */
export function readSysfs(sysRoot: string): Topology {
  const cpuRoot = join(sysRoot, 'devices/system/cpu');
  if (!existsSync(cpuRoot)) {
    const nextStep = "name a copy of a machine's /sys, the directory that holds devices/system/cpu";
    throw new WqbenchError('bad-topology', `${cpuRoot}: no such directory`, nextStep);
  }
  const online = onlineCpus(cpuRoot);
  const cores = partition(coreClaims(cpuRoot, online));
  const llcs = partition(llcClaims(cpuRoot, online, cores.groupOf));
  const nodes = nodesOf(sysRoot, online);
  const facts = online.map((cpu) => ({
    cpu,
    core: cores.groupOf.get(cpu) ?? cpu,
    llc: llcs.groupOf.get(cpu) ?? null,
    node: nodes.nodeOf.get(cpu) ?? null,
    package: packageOf(cpuRoot, cpu),
  }));
  return buildTopology({ kind: 'sysfs', name: sysRoot }, facts, [
    ...disagreement('core', cores.consistent),
    ...disagreement('last-level cache', llcs.consistent),
    ...nodes.warnings,
  ]);
}

/** Without `cpu/online`, a CPU is online unless its own `online` file says 0. */
function onlineCpus(cpuRoot: string): number[] {
  const listed = readCpus(cpuRoot, ['online']);
  if (listed.length > 0) return listed;
  return listNumbered(cpuRoot, 'cpu').filter(
    (cpu) => readText(join(cpuRoot, `cpu${cpu}`, 'online')) !== '0',
  );
}

function coreClaims(cpuRoot: string, online: readonly number[]): Claim[] {
  const isOnline = new Set(online);
  return online.map((cpu) => {
    const siblings = readCpus(join(cpuRoot, `cpu${cpu}`, 'topology'), SIBLING_FILES);
    const cpus = new Set([cpu, ...siblings.filter((sibling) => isOnline.has(sibling))]);
    return { rank: 0, cpus: [...cpus] };
  });
}

function packageOf(cpuRoot: string, cpu: number): number | null {
  const id = readText(join(cpuRoot, `cpu${cpu}`, 'topology/physical_package_id'));
  return id !== null && /^-?\d+$/.test(id) ? Number(id) : null;
}

function disagreement(group: string, consistent: boolean): Warning[] {
  if (consistent) return [];
  return [
    {
      code: 'sharing-lists-disagree',
      message: `the CPUs of a ${group} list different CPUs as sharing it; CPUs that any of them lists are taken as sharing it`,
    },
  ];
}
