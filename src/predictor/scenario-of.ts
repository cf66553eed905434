import { FIFO_LOCKS, type LockKind } from '../../native-free-bench/locks/lock.js';
import type { WorkloadSpec } from '../../native-free-bench/workloads/workload-spec.js';
import { WqbenchError } from '../core/errors.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import type { Configuration } from '../scopes/configuration.js';
import type { Cpu } from '../topology/topology.js';
import { costsOf } from './costs.js';
import type { Downstream, Duration, Scenario } from './scenario.js';
import { machineOf } from './simulation/machine.js';

/** Workloads that a model knows the cost of. */
export const MODELLED_WORKLOADS = ['microbench', 'spin', 'downstream'] as const;

/** What all trials of a prediction have in common. */
export interface PredictionPlan {
  readonly profile: MachineProfile;
  readonly cpus: readonly Cpu[];
  /** CPU of each submitter, by number. */
  readonly submitters: readonly number[];
  readonly submittersBound: boolean;
  /** Mean time of a submitter's own work for an item, in ns. */
  readonly submitterWorkNs: number;
  readonly kworkers: 'threads' | 'inline';
  /** Most kworkers of a pool; null for as many as items can be in flight, and one to stand by. */
  readonly maxKworkers: number | null;
  readonly workload: WorkloadSpec;
  /** Of the times of work, and of the downstream hold. */
  readonly distribution: Duration['kind'];
  readonly lock: LockKind;
  readonly timesHolds: boolean;
  readonly depth: number;
  readonly itemsPerThread: number;
}

/** The kernel's microbenchmark on all CPUs of a machine. */
export function microbenchPlan(
  profile: MachineProfile,
  cpus: readonly Cpu[],
  itemsPerThread: number,
): PredictionPlan {
  return {
    profile,
    cpus,
    submitters: cpus.map(({ cpu }) => cpu),
    submittersBound: true,
    submitterWorkNs: 0,
    kworkers: profile.engine === 'inline' ? 'inline' : 'threads',
    maxKworkers: null,
    workload: { kind: 'microbench' },
    distribution: 'fixed',
    lock: 'mcs',
    timesHolds: false,
    depth: 1,
    itemsPerThread,
  };
}

/** Part of the items that are run before those that count. */
const WARM_UP_PART = 0.2;
const LEAST_WARM_UP = 50;

/** Pods, and how their kworkers are bound and woken. */
export type Cut = Pick<Configuration, 'pods' | 'affinityStrict' | 'wake'>;

/** Throws 'bad-option' where submitters are to play kworkers, and cannot. */
export function scenarioOf({ pods, affinityStrict, wake }: Cut, plan: PredictionPlan): Scenario {
  assertOneThreadACpu(plan);
  const machine = machineOf(plan.cpus);
  const indexOf = new Map(machine.cpus.map((cpu, index) => [cpu, index]));
  const poolOf = new Int32Array(machine.cpus.length);
  pods.forEach((pod, pool) => {
    for (const cpu of pod) poolOf[indexOf.get(cpu)!] = pool;
  });
  const submitters = Int32Array.from(plan.submitters, (cpu) => indexOf.get(cpu)!).sort();
  const { depth, itemsPerThread, workload, distribution } = plan;
  const ns = workload.kind === 'spin' ? workload.ns : 0;
  return {
    machine,
    costs: costsOf(plan.profile),
    poolOf,
    pools: pods.length,
    submitters,
    submittersBound: plan.submittersBound,
    submitterWork: { kind: distribution, ns: plan.submitterWorkNs },
    mostKworkers:
      plan.kworkers === 'inline' ? null : mostKworkers(pods.length, submitters, poolOf, plan),
    strict: affinityStrict,
    wake,
    fifo: FIFO_LOCKS.includes(plan.lock),
    timesHolds: plan.timesHolds,
    depth,
    work: { kind: distribution, ns },
    downstream: downstreamOf(workload, distribution, submitters, machine.nodeOf),
    itemsPerThread,
    warmUpItems: Math.max(LEAST_WARM_UP, Math.round(WARM_UP_PART * itemsPerThread)),
  };
}

function assertOneThreadACpu({ kworkers, depth }: PredictionPlan): void {
  if (kworkers === 'threads' || depth === 1) return;
  const message = `--kworkers inline with --depth ${depth} is not modelled`;
  throw new WqbenchError('bad-option', message, 'use --kworkers threads, or a depth of 1');
}

function mostKworkers(
  pools: number,
  submitters: Int32Array,
  poolOf: Int32Array,
  { depth, maxKworkers, submittersBound }: PredictionPlan,
): number[] {
  // Submitters that move may all come to one pool.
  const inFlight = new Array<number>(pools).fill(submittersBound ? 0 : submitters.length * depth);
  if (submittersBound) for (const cpu of submitters) inFlight[poolOf[cpu]!]! += depth;
  return inFlight.map((items) => Math.min(maxKworkers ?? Number.POSITIVE_INFINITY, items + 1));
}

/** A lock for all, or one for the submitters of each node. */
function downstreamOf(
  workload: WorkloadSpec,
  kind: Duration['kind'],
  submitters: Int32Array,
  nodeOf: Int32Array,
): Downstream | null {
  if (workload.kind !== 'downstream') return null;
  const hold = { kind, ns: workload.holdNs };
  if (workload.span === 'system') {
    return { hold, locks: 1, lockOf: new Int32Array(submitters.length) };
  }
  const nodes = [...new Set(Array.from(submitters, (cpu) => nodeOf[cpu]!))];
  const lockOf = submitters.map((cpu) => nodes.indexOf(nodeOf[cpu]!));
  return { hold, locks: nodes.length, lockOf };
}
