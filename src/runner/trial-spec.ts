import type { LockKind } from '../../native-free-bench/locks/lock.js';
import type { Kworkers, TrialSpec } from '../../native-free-bench/protocol.js';
import { needsFiles, type WorkloadSpec } from '../../native-free-bench/workloads/workload-spec.js';
import type { Configuration, Pod } from '../scopes/configuration.js';
import { formatCpuList } from '../topology/cpu-list.js';
import type { Cpu } from '../topology/topology.js';

/** A modelled CPU in use and the real one it stands for; null when nothing is pinned. */
export interface CpuInUse extends Cpu {
  readonly realCpu: number | null;
}

/** What all trials of a run have in common. */
export interface TrialPlan {
  /** The CPUs in use, ascending. */
  readonly cpus: readonly CpuInUse[];
  /** Modelled CPU of each submitter. */
  readonly submitters: readonly number[];
  readonly kworkers: KworkerPlan;
  readonly workload: WorkloadSpec;
  readonly depth: number;
  /** Of each submitter; null for a closed loop. */
  readonly arrivalsPerSecond: number | null;
  readonly sampleEvery: number;
  readonly lock: LockKind;
  readonly timesHolds: boolean;
  /** More threads than real CPUs. */
  readonly oversubscribed: boolean;
}

/** `most`: kworkers of a pool; null for as many as its pod has CPUs. */
export type KworkerPlan =
  | { readonly kind: 'inline' }
  | { readonly kind: 'threads'; readonly most: number | null };

/** Kworker threads that a configuration may have, pool by pool. */
export function kworkersOf({ pods }: Pick<Configuration, 'pods'>, plan: KworkerPlan): number[] {
  return pods.map((pod) => (plan.kind === 'inline' ? 0 : (plan.most ?? pod.length)));
}

/** Kworker threads that a run needs for the configuration with the most. */
export function kworkerThreads(
  configurations: readonly Pick<Configuration, 'pods'>[],
  plan: KworkerPlan,
): number {
  const totals = configurations.map((configuration) =>
    kworkersOf(configuration, plan).reduce((sum, count) => sum + count, 0),
  );
  return Math.max(0, ...totals);
}

export interface TrialCourse {
  readonly itemsPerThread: number;
  readonly deadlineMs: number;
  /** Of the workload's files; null where it has none. */
  readonly directory: string | null;
  /** Kworker threads in the team, with or without a part in this configuration. */
  readonly kworkerThreads: number;
}

export function trialSpec(
  configuration: Configuration,
  plan: TrialPlan,
  course: TrialCourse,
): TrialSpec {
  const { pods } = configuration;
  const { workload, depth, sampleEvery, lock, timesHolds, oversubscribed } = plan;
  return {
    poolOf: plan.submitters.map((cpu) => podOf(cpu, pods)),
    pools: pods.length,
    kworkers: kworkersFor(configuration, plan, course.kworkerThreads),
    workload,
    directory: needsFiles(workload) ? course.directory : null,
    downstreamOf: downstreamOf(plan),
    itemsPerThread: course.itemsPerThread,
    depth,
    arrivalEveryNs: plan.arrivalsPerSecond === null ? null : 1e9 / plan.arrivalsPerSecond,
    sampleEvery,
    lock,
    timesHolds,
    oversubscribed,
    deadlineMs: course.deadlineMs,
  };
}

/**
 * CPU list that each of `threads` kworker threads is bound to; null for those without a part in the
 * configuration, or where nothing is pinned.
 */
export function kworkerMasks(
  configuration: Configuration,
  { cpus, kworkers }: TrialPlan,
  threads: number,
): (string | null)[] {
  const { pods, affinityStrict } = configuration;
  return poolsOfKworkers(configuration, kworkers, threads).map((pool) => {
    if (pool === null) return null;
    return realCpuList(affinityStrict ? cpus.filter(({ cpu }) => pods[pool]!.includes(cpu)) : cpus);
  });
}

/** The real CPUs behind modelled ones; null when nothing is pinned. */
export function realCpuList(cpus: readonly CpuInUse[]): string | null {
  const real = cpus.flatMap(({ realCpu }) => (realCpu === null ? [] : [realCpu]));
  if (real.length === 0) return null;
  return formatCpuList([...new Set(real)].sort((a, b) => a - b));
}

function podOf(cpu: number, pods: readonly Pod[]): number {
  return pods.findIndex((pod) => pod.includes(cpu));
}

function kworkersFor(
  configuration: Configuration,
  { cpus, submitters, kworkers }: TrialPlan,
  threads: number,
): Kworkers {
  if (kworkers.kind === 'inline') return kworkers;
  const realCpuOf = new Map(cpus.map(({ cpu, realCpu }) => [cpu, realCpu]));
  return {
    kind: 'threads',
    poolOf: poolsOfKworkers(configuration, kworkers, threads),
    wake: configuration.wake,
    submitterCpus: submitters.map((cpu) => realCpuOf.get(cpu) ?? null),
    places: cpus.flatMap(({ realCpu, llc, core, node }) =>
      realCpu === null ? [] : [{ cpu: realCpu, llc: llc ?? -2 - core, node }],
    ),
  };
}

/** Pool of each of `threads` kworker threads; null for those beyond the configuration's. */
function poolsOfKworkers(
  configuration: Configuration,
  plan: KworkerPlan,
  threads: number,
): (number | null)[] {
  const pools = kworkersOf(configuration, plan).flatMap((count, pool) =>
    Array.from({ length: count }, () => pool),
  );
  return Array.from({ length: threads }, (_, place) => pools[place] ?? null);
}

/** A lock a node, numbered in order of the nodes' lowest submitter, or one for all. */
function downstreamOf({ workload, submitters, cpus }: TrialPlan): number[] {
  if (workload.kind !== 'downstream') return [];
  if (workload.span === 'system') return submitters.map(() => 0);
  const nodeOf = new Map(cpus.map(({ cpu, node }) => [cpu, node]));
  const nodes = [...new Set(submitters.map((cpu) => nodeOf.get(cpu)))];
  return submitters.map((cpu) => nodes.indexOf(nodeOf.get(cpu)));
}
