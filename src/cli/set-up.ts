import type { LockKind } from '../../native-free-bench/locks/lock.js';
import { followsCpus } from '../../native-free-bench/wake-policy.js';
import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import { chooseLock } from '../runner/choose-lock.js';
import { mixedCoreKinds } from '../runner/core-kinds.js';
import { type MachineEnvironment, probeEnvironment } from '../runner/environment.js';
import { environmentWarnings } from '../runner/environment-warnings.js';
import { assertMemory } from '../runner/memory-need.js';
import { ownCpus } from '../runner/own-cpus.js';
import { type Placement, placeModelled, placeOnOwnCpus } from '../runner/placement.js';
import { spreadIssuers } from '../runner/spread-issuers.js';
import { kworkerThreads } from '../runner/trial-spec.js';
import type { Configuration } from '../scopes/configuration.js';
import { configurationsOf } from '../scopes/configurations.js';
import { formatCpuList, parseCpuList } from '../topology/cpu-list.js';
import { restrictToFirst, restrictTopology } from '../topology/restrict.js';
import type { Topology } from '../topology/topology.js';
import { topologyInUse } from '../topology/topology-in-use.js';
import type { RunOptions } from './run-options.js';

/** A run decided in all its parts, before any thread starts. */
export interface Setup {
  /** The CPUs in use: one thread each. */
  readonly topology: Topology;
  readonly modelled: boolean;
  readonly placement: Placement;
  readonly configurations: readonly Configuration[];
  /** Label of the configuration to compare with; null for none. */
  readonly baseline: string | null;
  /** Modelled CPU of each submitter. */
  readonly submitters: readonly number[];
  readonly lock: LockKind;
  readonly environment: MachineEnvironment;
  readonly warnings: readonly Warning[];
}

/** Checks all that can be checked beforehand. Throws a `WqbenchError` of a usage code. */
export function setUp(options: RunOptions, root: string): Setup {
  const environment = probeEnvironment(root);
  const { topology, modelled, placement } = placeThreads(options, root);
  assertPlaces(options, modelled);
  const { configurations, warnings } = configurationsOf(
    topology,
    options.requests,
    options.policies,
  );
  const submitters = placeIssuers(options, topology);
  const cpus = topology.cpus.length;
  const realCpus = placement.realCpus.length;
  const threads = submitters.length + kworkerThreads(configurations, options.kworkers);
  const available = { threads, realCpus, cpuQuota: environment.cgroupCpuQuota };
  const lock = chooseLock(options.lock, available, options.force);
  // Of a timed trial the items are known only after the warm-up, and checked then.
  const itemsPerThread = options.load.kind === 'items' ? options.load.perThread : 0;
  const size = { ...options, threads, submitters: submitters.length, itemsPerThread };
  assertMemory(size, environment.availableMemoryBytes);
  return {
    topology,
    modelled,
    placement,
    configurations,
    submitters,
    baseline: findBaseline(options.baseline, configurations),
    lock,
    environment,
    warnings: [
      ...options.warnings,
      ...(modelled && placement.oversubscribed ? [largerThanMachine(cpus, realCpus)] : []),
      ...topology.warnings,
      ...warnings,
      ...environmentWarnings(environment, { threads: cpus, realCpus }),
      ...mixedCoreKinds(root, [...new Set(placement.boundCpus)]),
    ],
  };
}

function placeThreads(options: RunOptions, root: string) {
  const { topology: all, modelled } = topologyInUse(options.topology, options.cpus, root);
  if (modelled) {
    const realCpus = ownCpus(root);
    const topology = takeFirst(all, options.threads);
    const left = options.reserveCpu ? withoutLast(realCpus) : realCpus;
    return { topology, modelled, placement: placeModelled(topology.cpus.length, left) };
  }
  const cpus = cpusOf(all);
  const left = options.reserveCpu ? restrictTopology(all, withoutLast(cpus)) : all;
  const topology = takeFirst(left, options.threads);
  return { topology, modelled, placement: placeOnOwnCpus(cpusOf(topology)) };
}

/** Throws 'bad-option', 'bad-cpu-list' or 'cpu-unavailable'. */
export function placeIssuers(options: RunOptions, topology: Topology): number[] {
  const { issuers, issuerCpus } = options;
  const cpus = cpusOf(
    issuerCpus === null ? topology : restrictTopology(topology, parseCpuList(issuerCpus)),
  );
  const count =
    'count' in issuers ? issuers.count : Math.max(1, Math.round(issuers.perCpu * cpus.length));
  return spreadIssuers(count, cpus);
}

/** A modelled CPU is no place that a kworker could have run on. */
function assertPlaces({ requests }: RunOptions, modelled: boolean): void {
  const placed = requests.find(({ wake }) => followsCpus(wake));
  if (!modelled || placed === undefined) return;
  const message = `--wake ${placed.wake} goes by the CPU that a kworker last ran on, and these CPUs are modelled`;
  throw new WqbenchError('bad-option', message, 'use --wake lifo or any, or leave out --topology');
}

function withoutLast(cpus: readonly number[]): readonly number[] {
  if (cpus.length > 1) return cpus.slice(0, -1);
  const message = `--reserve-cpu would leave no CPU: only CPU ${cpus[0]} is in use`;
  throw new WqbenchError('bad-option', message, 'leave it out, or use more CPUs');
}

export function takeFirst(topology: Topology, threads: number | null): Topology {
  if (threads === null) return topology;
  const cpus = cpusOf(topology);
  if (threads <= cpus.length) return restrictToFirst(topology, threads);
  const message = `--threads ${threads} is more than the ${cpus.length} CPUs in use (${formatCpuList(cpus)})`;
  throw new WqbenchError('bad-option', message, `give at most ${cpus.length}`);
}

function cpusOf(topology: Topology): number[] {
  return topology.cpus.map(({ cpu }) => cpu);
}

const DEFAULT_BASELINE = 'cache';

export function findBaseline(
  requested: string | null,
  configurations: readonly Configuration[],
): string | null {
  const name = requested ?? DEFAULT_BASELINE;
  const named = configurations.filter(({ names }) => names.includes(name));
  const found =
    named.length > 0
      ? named
      : configurations.filter(({ scopes }) => scopes.some((scope) => scope === name));
  if (found.length === 1) return found[0]!.label;
  if (requested === null) return null;
  const names = configurations.flatMap(({ names }) => names).join(', ');
  const why = found.length === 0 ? 'is not measured in this run' : 'is several configurations';
  const message = `--baseline '${requested}' ${why}`;
  throw new WqbenchError('bad-option', message, `use one of ${names}`);
}

function largerThanMachine(threads: number, realCpus: number): Warning {
  return {
    code: 'modelled-oversubscribed',
    message: `the modelled topology has ${threads} CPUs in use, this machine ${realCpus}: contention is limited by the CPUs there are, so compare no figure with one of a real machine of that size`,
  };
}
