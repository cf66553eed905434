import type { Engine } from '../../src/cli/engine.js';
import type { CoreToCore, CoreToCoreOptions } from '../../src/runner/core-to-core.js';
import type { ThreadExecutorOptions } from '../../src/runner/thread-executor.js';
import type { TrialExecutor, TrialOutcome } from '../../src/runner/trial-executor.js';
import type { CpuInUse } from '../../src/runner/trial-spec.js';
import type { Configuration } from '../../src/scopes/configuration.js';
import { pairAt } from '../results/machines.js';

export interface FakeEngine extends Engine {
  /** Options of the executor, once one was asked for. */
  readonly options: ThreadExecutorOptions | undefined;
  readonly closed: boolean;
}

/** Called instead of a measurement of latencies. */
export type FakeLatencies = (options: CoreToCoreOptions) => Promise<CoreToCore>;

/** Every pair at `nsOf`, 20 samples of 100 round trips each. */
export function latencies(nsOf: (a: number, b: number) => number): FakeLatencies {
  return async ({ cpus }) => ({
    pairs: cpus.flatMap((a, index) => cpus.slice(index + 1).map((b) => pairAt(a, b, nsOf(a, b)))),
    roundTripsPerSample: 100,
  });
}

/** Called instead of each trial, with how many came before it. */
export type FakeTrial = (before: number, outcome: TrialOutcome) => TrialOutcome | Promise<never>;

/** An engine without threads: a trial takes 1 ms and loses nothing, unless `trial` has it otherwise. */
export function fakeEngine(
  trial: FakeTrial = (_, outcome) => outcome,
  measureCoreToCore: FakeLatencies = latencies(() => 100),
): FakeEngine {
  let options: ThreadExecutorOptions | undefined;
  let closed = false;
  return {
    get options() {
      return options;
    },
    get closed() {
      return closed;
    },
    createExecutor: async (given) => {
      options = given;
      return fakeExecutor(given, trial, () => {
        closed = true;
      });
    },
    measureClock: async () => ({ name: 'fake', costNs: 40, resolutionNs: 1 }),
    measureCoreToCore,
    measureWakeCosts: async () => [],
    measurePrimitives: async () => ({ clock: { costNs: 40, resolutionNs: 1 }, primitives: [] }),
  };
}

/** Most items of a thread, whatever --items says: no test waits for samples. */
const FEW = 500;

function fakeExecutor(
  { cpus, submitters, load, sampleEvery }: ThreadExecutorOptions,
  trial: FakeTrial,
  onClose: () => void,
): TrialExecutor {
  let trials = 0;
  const own = submitters.map((cpu) => cpus.find((one) => one.cpu === cpu)!);
  const itemsPerThread = load.kind === 'items' ? Math.min(load.perThread, FEW) : 1000 * load.ms;
  const samples = submitters.length * Math.ceil(itemsPerThread / sampleEvery);
  return {
    source: 'measured',
    prepare: async () => ({
      pinning: cpus.some(({ realCpu }) => realCpu !== null) ? 'taskset' : 'none',
      warmUp: { rounds: 3, stable: true, slowestItemsPerSecond: 1e6 },
      wakePath: null,
      itemsPerThread,
      warnings: [],
    }),
    probePairs: async () => [],
    arrange: async () => {},
    runTrial: async ({ pods }) =>
      trial(trials++, outcomeOf(own, pods, submitters.length * itemsPerThread, samples)),
    close: async () => onClose(),
  };
}

function outcomeOf(
  submitters: readonly CpuInUse[],
  pods: Configuration['pods'],
  items: number,
  samples: number,
): TrialOutcome {
  const series = Uint32Array.from({ length: samples }, (_, index) => 100 + index);
  return {
    elapsedNs: 1e6,
    items,
    queueNs: series,
    roundTripNs: series,
    workNs: null,
    threads: submitters.map(({ cpu, realCpu }) => ({
      cpu,
      pool: pods.findIndex((pod) => pod.includes(cpu)),
      itemsPerSecond: 1e6,
      boundCpu: realCpu,
      cpuAtEnd: realCpu,
      migrations: 0,
      involuntarySwitches: 0,
      voluntarySwitches: 0,
      runNs: null,
      runQueueNs: null,
    })),
    kworkers: null,
    pools: pods.map((_, pool) => ({
      pool,
      acquisitions: 2 * items,
      contended: 0,
      waitNs: 0,
      maxWaitNs: 0,
      heldNs: null,
      kworkers: null,
    })),
    downstream: [],
    violations: [],
    warnings: [],
  };
}
