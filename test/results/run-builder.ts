import { recordConfiguration } from '../../src/results/configuration-record.js';
import type { ConfigurationRecord, Run } from '../../src/results/file/run-file.js';
import { SCHEMA_VERSION } from '../../src/results/file/schema-version.js';
import type { Disturbance, TrialRecord } from '../../src/results/file/trial-schema.js';
import { summarise } from '../../src/results/summary.js';
import { recordTrial } from '../../src/results/trial-record.js';
import type { ThreadOutcome, TrialOutcome } from '../../src/runner/trial-executor.js';
import { type Configuration, KERNEL_RULE, type Pod } from '../../src/scopes/configuration.js';
import { parseCpuList } from '../../src/topology/cpu-list.js';

const STARTED_AT = new Date('2026-11-30T22:48:36.125Z');

export const UNDISTURBED: Disturbance = { stealMs: 0, othersMs: 0, throttledMs: null };

const idlePool = {
  pool: 0,
  acquisitions: 2000,
  contended: 0,
  waitNs: 0,
  maxWaitNs: 0,
  heldNs: null,
  kworkers: null,
};

const EACH_ALONE: Configuration = {
  label: 'cpu',
  names: ['cpu', 'smt'],
  scope: 'cpu',
  scopes: ['cpu', 'smt'],
  policies: [],
  pods: [[0], [1], [2], [3]],
  ...KERNEL_RULE,
};

export const SHARDS_2: Configuration = {
  label: 'cache_shard(shards=2)',
  names: ['cache_shard(shards=2)'],
  scope: 'cache_shard',
  scopes: ['cache_shard'],
  policies: [{ kind: 'shards', shards: 2 }],
  pods: [
    [0, 1],
    [2, 3],
  ],
  ...KERNEL_RULE,
};

/** One LLC on one node: `cache` is all of the machine, and so is its only shard. */
export const WHOLE: Configuration = {
  label: 'cache_shard(shards=1)',
  names: ['cache_shard(shards=1)', 'cache', 'numa', 'system'],
  scope: 'cache_shard',
  scopes: ['cache_shard', 'cache', 'numa', 'system'],
  policies: [{ kind: 'shards', shards: 1 }],
  pods: [[0, 1, 2, 3]],
  ...KERNEL_RULE,
};

export function configurationRecord(configuration: Configuration): ConfigurationRecord {
  return recordConfiguration(configuration, 0, (pod) => pod.join(','));
}

export function threadOutcome(itemsPerSecond: number, cpu = 0): ThreadOutcome {
  return {
    cpu,
    pool: 0,
    itemsPerSecond,
    boundCpu: cpu,
    cpuAtEnd: cpu,
    migrations: 0,
    involuntarySwitches: 0,
    voluntarySwitches: 2,
    runNs: 1e6,
    runQueueNs: 0,
  };
}

/** What the threads of a run have to do. */
type Load = Pick<Run, 'threads' | 'itemsPerThread' | 'sampleEvery'>;

const LOAD: Load = { threads: 4, itemsPerThread: 500, sampleEvery: 1 };

/** The load in 1 ms, unless changed; latencies are from 100 ns on and ten times that. */
export function trialOutcome(
  changes: Partial<TrialOutcome> = {},
  { threads, itemsPerThread, sampleEvery }: Load = LOAD,
): TrialOutcome {
  const length = threads * Math.ceil(itemsPerThread / sampleEvery);
  return {
    items: threads * itemsPerThread,
    elapsedNs: 1e6,
    queueNs: Uint32Array.from({ length }, (_, index) => 100 + index),
    roundTripNs: Uint32Array.from({ length }, (_, index) => 10 * (100 + index)),
    workNs: null,
    cpuUse: null,
    prediction: null,
    threads: Array.from({ length: threads }, (_, cpu) =>
      threadOutcome(cpu === 0 ? 500_000 : 1_000_000, cpu),
    ),
    kworkers: null,
    pools: [idlePool],
    downstream: [],
    violations: [],
    warnings: [],
    ...changes,
  };
}

export function trial(
  label: string,
  round: number,
  changes: Partial<TrialOutcome> = {},
  load: Load = LOAD,
): TrialRecord {
  const startedAt = new Date(STARTED_AT.getTime() + 1000 * round);
  const surroundings = {
    clockCostNs: 40,
    disturbance: UNDISTURBED,
    cpuUse: null,
    device: null,
    coreToCore: [],
    oversubscribed: false,
    filesWritten: false,
  };
  return recordTrial(trialOutcome(changes, load), { ...surroundings, round, label, startedAt });
}

/** Trials whose rates are `rates`, one a round. */
export function trialsAt(
  label: string,
  rates: readonly number[],
  changes: Partial<Load> = {},
): TrialRecord[] {
  const load = { ...LOAD, ...changes };
  const items = load.threads * load.itemsPerThread;
  return rates.map((rate, round) => trial(label, round, { elapsedNs: (items / rate) * 1e9 }, load));
}

/** In order of execution, and in the pods of their configurations. */
function executed(
  trials: readonly TrialRecord[],
  configurations: readonly ConfigurationRecord[],
): TrialRecord[] {
  const podsOf = new Map(configurations.map(({ label, pods }) => [label, pods.map(parseCpuList)]));
  return trials
    .map((one) => inPods(one, podsOf.get(one.label) ?? []))
    .sort((a, b) => a.round - b.round);
}

function inPods(one: TrialRecord, pods: readonly Pod[]): TrialRecord {
  const poolOf = (cpu: number) =>
    Math.max(
      0,
      pods.findIndex((pod) => pod.includes(cpu)),
    );
  return {
    ...one,
    threads: one.threads.map((thread) => ({ ...thread, pool: poolOf(thread.cpu) })),
    pools: pods.map((_, pool) => ({ ...idlePool, ...one.pools[pool], pool })),
  };
}

function orderOf(trials: readonly TrialRecord[]): string[][] {
  const rounds = Math.max(0, ...trials.map(({ round }) => round + 1));
  return Array.from({ length: rounds }, (_, number) =>
    trials.flatMap(({ round, label }) => (round === number ? [label] : [])),
  );
}

/** The pools' kworkers, where each pod has as many as CPUs, and all have worked. */
function withKworkers(one: TrialRecord, pods: readonly Pod[]): TrialRecord {
  const scheduled = {
    cpuAtEnd: 0,
    migrations: 1,
    involuntarySwitches: 3,
    voluntarySwitches: 400,
    runNs: 5e5,
    runQueueNs: 2e5,
  };
  const each = pods.flatMap((pod, pool) =>
    pod.map(() => ({ pool, boundCpus: '0-3', ...scheduled })),
  );
  return {
    ...one,
    workNs: { p50: 2100, p90: 2300, p95: 2400, p99: 3000, max: 9000, mean: 2200, samples: 2000 },
    kworkers: each.map((kworker) => ({ ...kworker, executed: one.items / each.length })),
    pools: one.pools.map((pool, index) => ({
      ...pool,
      heldNs: 4e5,
      kworkers: {
        created: pods[index]!.length,
        peakBusy: pods[index]!.length,
        wakeUps: 300,
        foundNoneIdle: 20,
        submittersWoken: 100,
        wakeNs: 2000,
      },
    })),
    downstream: [
      {
        lock: 0,
        acquisitions: 2000,
        contended: 900,
        waitNs: 1.5e6,
        maxWaitNs: 9000,
        heldNs: 4.1e6,
      },
    ],
    cpuUse: { userPercent: 61, systemPercent: 22, stealPercent: 0, ownPercent: 80 },
  };
}

/** The same with kworker threads, whose items take a lock further down. */
export function buildKworkerRun(): Run {
  const plain = buildRun();
  const podsOf = new Map(
    plain.configurations.map(({ label, pods }) => [label, pods.map(parseCpuList)]),
  );
  return buildRun({
    kworkers: 'threads',
    workload: 'downstream:2000:system',
    lock: { kind: 'parking', requested: 'auto' },
    lockStats: true,
    configurations: plain.configurations.map((configuration) => ({
      ...configuration,
      kworkers: 4,
      wake: 'lifo',
    })),
    trials: plain.trials.map((one) => withKworkers(one, podsOf.get(one.label)!)),
  });
}

const RATES = new Map([
  [EACH_ALONE.label, [4e6, 4.2e6]],
  [SHARDS_2.label, [2e6, 2.4e6]],
  [WHOLE.label, [1e6, 1.1e6]],
]);

/** Two rounds on four CPUs with one LLC. Order and summary follow from configurations and trials. */
export function buildRun(changes: Partial<Omit<Run, 'order' | 'summary'>> = {}): Run {
  const configurations =
    changes.configurations ?? [EACH_ALONE, SHARDS_2, WHOLE].map(configurationRecord);
  const labels = configurations.map(({ label }) => label);
  const trials = executed(
    changes.trials ?? labels.flatMap((label) => trialsAt(label, RATES.get(label) ?? [])),
    configurations,
  );
  const run: Omit<Run, 'summary'> = {
    schemaVersion: SCHEMA_VERSION,
    toolVersion: '0.1.0',
    source: 'measured',
    prediction: null,
    partial: false,
    valid: trials.every(({ valid }) => valid),
    startedAt: STARTED_AT.toISOString(),
    finishedAt: '2026-11-30T22:48:50.000Z',
    host: 'box',
    command: ['run', '--shards', '1,2'],
    options: { trials: 2, shards: [1, 2] },
    seed: 42,
    topology: {
      source: { kind: 'sysfs', name: '/sys' },
      modelled: false,
      realCpus: 4,
      cpus: [0, 1, 2, 3].map((cpu) => ({ cpu, core: cpu, llc: 0, node: 0, package: 0 })),
    },
    environment: {
      cpuModel: 'Test CPU',
      architecture: 'x64',
      kernel: '6.12.9',
      node: 'v20.20.2',
      v8: '11.3.244.8',
      virtualisation: null,
      governor: null,
      boost: null,
      loadAverage: [0.5, 0.25, 0],
      allowedCpus: '0-3',
      onlineCpus: '0-3',
      cgroupCpuQuota: 'unlimited',
      clock: { name: 'process.hrtime', costNs: 40, resolutionNs: 1 },
      totalMemoryBytes: 8e9,
      availableMemoryBytes: 6e9,
    },
    workload: 'microbench',
    bytesPerItem: null,
    kworkers: 'inline',
    maxKworkers: null,
    depth: 1,
    arrivalsPerSecond: null,
    lockStats: false,
    files: null,
    scenario: null,
    lock: { kind: 'mcs', requested: 'auto' },
    ...LOAD,
    pinning: 'taskset',
    oversubscribed: false,
    warmUp: { rounds: 3, stable: true, slowestItemsPerSecond: 9e5 },
    percentileMethod: 'kernel-index',
    baseline: WHOLE.label,
    threshold: 0.01,
    warnings: [],
    silenced: [],
    ...changes,
    configurations,
    trials,
    order: orderOf(trials),
  };
  return { ...run, summary: summarise(run, trials) };
}
