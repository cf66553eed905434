import { measureClock } from '../native-free-bench/clock.js';
import { ThreadTeam } from '../native-free-bench/host.js';
import type { TrialSpec } from '../native-free-bench/protocol.js';
import { ownCpus } from './runner/own-cpus.js';

/**
 * What the engine itself costs, against the limits it is built to: run with `npm run bench:self` on
 * a quiet machine. Configurations are interleaved; figures are medians with their range.
 */

const ROUNDS = 21;
const WARM_UP_ROUNDS = 5;
const ITEMS = 50_000;
const MANY_THREADS = 64;
const DEADLINE_MS = 30_000;

const cpus = ownCpus('/');

interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly values: number[];
  readonly limit?: string;
}

await measureItems();
await measureManyThreads();

async function measureItems(): Promise<void> {
  const threads = Math.min(2, cpus.length);
  const team = await startTeam(threads);
  const own: Figure = figure('item, a pool each, --sample 1', 'ns', 'two clock reads + 80 ns');
  const sampled = figure('item, a pool each, --sample 16', 'ns', '90 ns');
  const overhead = figure('item less two clock reads, --sample 1', 'ns', '80 ns');
  const shared = figure('one shared pool, --sample 1', 'M items/s');
  const clock = figure('clock read', 'ns');
  const ownPools = Array.from({ length: threads }, (_, thread) => thread);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const { costNs } = measureClock();
    const ownNs = await itemNs(team, ownPools, 1);
    const sampledNs = await itemNs(team, ownPools, 16);
    const sharedNs = await itemNs(
      team,
      ownPools.map(() => 0),
      1,
    );
    if (round < 0) continue;
    clock.values.push(costNs);
    own.values.push(ownNs);
    overhead.values.push(ownNs - 2 * costNs);
    sampled.values.push(sampledNs);
    shared.values.push((threads * 1e3) / sharedNs);
  }
  await team.close();
  print(`${threads} pinned threads, lock mcs, ${ROUNDS} rounds of ${ITEMS} items`, [
    clock,
    own,
    overhead,
    sampled,
    shared,
  ]);
}

async function measureManyThreads(): Promise<void> {
  const start = figure(`start and bind ${MANY_THREADS} threads`, 'ms', '3000 ms');
  const memory = figure('memory a thread, beyond samples', 'MiB', '12 MiB');
  for (let round = 0; round < 5; round++) {
    const rssBefore = process.memoryUsage.rss();
    const startMs = performance.now();
    const team = await startTeam(MANY_THREADS);
    start.values.push(performance.now() - startMs);
    for (let trial = 0; trial < 3; trial++) {
      await team.runTrial(
        spec(
          Array.from({ length: MANY_THREADS }, () => 0),
          1,
          2000,
        ),
      );
    }
    memory.values.push((process.memoryUsage.rss() - rssBefore) / MANY_THREADS / 2 ** 20);
    await team.close();
  }
  print(`${MANY_THREADS} threads on ${cpus.length} CPUs, lock parking`, [start, memory]);
}

function startTeam(threads: number): Promise<ThreadTeam> {
  return ThreadTeam.start({
    bindTo: Array.from({ length: threads }, (_, thread) => String(cpus[thread % cpus.length])),
    names: Array.from({ length: threads }, (_, thread) => `thread ${thread}`),
    deadlineMs: DEADLINE_MS,
  });
}

/** Time of an item on each thread, in ns. */
async function itemNs(team: ThreadTeam, poolOf: number[], sampleEvery: number): Promise<number> {
  const { submitters } = await team.runTrial(spec(poolOf, sampleEvery, ITEMS));
  const startNs = Math.min(...submitters.map((report) => report.startNs));
  const endNs = Math.max(...submitters.map((report) => report.endNs));
  return (endNs - startNs) / ITEMS;
}

function spec(poolOf: number[], sampleEvery: number, itemsPerThread: number): TrialSpec {
  const oversubscribed = poolOf.length > cpus.length;
  return {
    poolOf,
    pools: Math.max(...poolOf) + 1,
    kworkers: { kind: 'inline' },
    workload: { kind: 'microbench' },
    directory: null,
    downstreamOf: [],
    depth: 1,
    arrivalEveryNs: null,
    timesHolds: false,
    itemsPerThread,
    sampleEvery,
    lock: oversubscribed ? 'parking' : 'mcs',
    oversubscribed,
    deadlineMs: DEADLINE_MS,
  };
}

function figure(name: string, unit: string, limit?: string): Figure {
  return { name, unit, values: [], ...(limit === undefined ? {} : { limit }) };
}

function print(title: string, figures: readonly Figure[]): void {
  const lines = figures.map(({ name, unit, values, limit }) => {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (index: number) => sorted[index]!.toFixed(1);
    const median = at(Math.floor(sorted.length / 2));
    const range = `${at(0)} .. ${at(sorted.length - 1)}`;
    const most = limit === undefined ? '' : `  at most ${limit}`;
    return `  ${name.padEnd(38)} ${median.padStart(7)} ${unit.padEnd(9)} (${range})${most}`;
  });
  process.stdout.write(`${title}: median (range)\n${lines.join('\n')}\n\n`);
}
