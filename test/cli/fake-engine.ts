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
  options: ThreadExecutorOptions,
  trial: FakeTrial,
  onClose: () => void,
): TrialExecutor {
  const { cpus, submitters, load, sampleEvery } = options;
  let trials = 0;
  const own = submitters.map((cpu) => cpus.find((one) => one.cpu === cpu)!);
  const itemsPerThread = load.kind === 'items' ? Math.min(load.perThread, FEW) : 10 * load.ms;
  const samples = submitters.length * Math.ceil(itemsPerThread / sampleEvery);
  return {
    source: 'measured',
    prepare: async () => ({
      pinning: cpus.some(({ realCpu }) => realCpu !== null) ? 'taskset' : 'none',
      warmUp: { rounds: 3, stable: true, slowestItemsPerSecond: 1e6 },
      itemsPerThread,
      warnings: [],
    }),
    probePairs: async () => [],
    arrange: async () => {},
    runTrial: async ({ pods }) => {
      const plain = outcomeOf(own, pods, submitters.length * itemsPerThread, samples);
      return trial(trials++, withWork(plain, options));
    },
    close: async () => onClose(),
  };
}

/** What the workload and kworkers of their own add. */
function withWork(outcome: TrialOutcome, options: ThreadExecutorOptions): TrialOutcome {
  const { workload, kworkers, timesHolds } = options;
  const pools = outcome.pools.map((pool) => ({ ...pool, heldNs: timesHolds ? 1000 : null }));
  const lock = { acquisitions: 20, contended: 9, waitNs: 4e5, maxWaitNs: 9e4 };
  const scheduled = {
    cpuAtEnd: 0,
    migrations: 0,
    involuntarySwitches: 1,
    voluntarySwitches: 2,
    runNs: 3,
    runQueueNs: 4,
  };
  const busy = [...new Set(outcome.threads.map(({ pool }) => pool))];
  return {
    ...outcome,
    workNs: workload.kind === 'microbench' ? null : outcome.roundTripNs,
    downstream:
      workload.kind === 'downstream'
        ? [{ lock: 0, ...lock, heldNs: timesHolds ? 5000 : null }]
        : [],
    kworkers:
      kworkers.kind === 'inline'
        ? null
        : busy.map((pool) => ({
            pool,
            boundCpus: '0-1',
            executed: outcome.items / busy.length,
            ...scheduled,
          })),
    pools: pools.map((pool) => ({
      ...pool,
      kworkers:
        kworkers.kind === 'inline'
          ? null
          : {
              created: busy.includes(pool.pool) ? 1 : 0,
              peakBusy: busy.includes(pool.pool) ? 1 : 0,
              wakeUps: 7,
              foundNoneIdle: 3,
              submittersWoken: 5,
              wakeNs: 2e4,
            },
    })),
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
    cpuUse: null,
    prediction: null,
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
