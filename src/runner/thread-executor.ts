import { ThreadTeam } from '../../native-free-bench/host.js';
import type { LockKind } from '../../native-free-bench/locks/lock.js';
import type { TrialReport, TrialSpec } from '../../native-free-bench/protocol.js';
import { TeamError } from '../../native-free-bench/team-error.js';
import type { TrialResult } from '../../native-free-bench/trial-result.js';
import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import type { TrialLoad } from '../plan/trial-load.js';
import { pairLatency } from '../results/core-to-core/core-to-core.js';
import type { PairLatency } from '../results/file/pair-latency-schema.js';
import type { Configuration } from '../scopes/configuration.js';
import { checkTrial } from './check-trial.js';
import { probeSpec } from './core-to-core.js';
import type { CpuPair } from './probe-pairs.js';
import type {
  PoolOutcome,
  Preparation,
  ThreadOutcome,
  TrialExecutor,
  TrialOutcome,
} from './trial-executor.js';
import { warmUp } from './warm-up.js';

export interface ThreadExecutorOptions {
  /** Modelled CPUs, one thread each, ascending. */
  readonly cpus: readonly number[];
  /** Real CPU of each thread; null runs the threads unpinned. */
  readonly realCpus: readonly number[] | null;
  readonly load: TrialLoad;
  readonly sampleEvery: number;
  readonly lock: LockKind;
  /** More threads than real CPUs. */
  readonly oversubscribed: boolean;
  readonly deadlineMs: number;
  /** Pairs of real CPUs whose latency `probePairs` looks at. */
  readonly probes: readonly CpuPair[];
}

/** Longest that what is no trial may take, where `--deadline` does not allow more. */
const OTHER_DEADLINE_MS = 30_000;

/** Measures with real threads on this machine. */
export function createThreadExecutor(options: ThreadExecutorOptions): TrialExecutor {
  const closing = new AbortController();
  let starting: Promise<Started> | undefined;
  let team: ThreadTeam | undefined;
  let bound: readonly (number | null)[] = [];
  let itemsPerThread = 0;

  const run = async (
    configuration: Configuration,
    items: number,
    deadlineMs: number,
  ): Promise<TrialOutcome> => {
    if (team === undefined) throw new Error('prepare comes before runTrial');
    const trial = specOf(configuration, items, deadlineMs, options);
    const result = await team.runTrial(trial).catch(explainTeamError);
    return outcomeOf(result, trial, options.cpus, bound);
  };

  return {
    source: 'measured',

    async prepare(configurations): Promise<Preparation> {
      starting = startTeam(options, closing.signal).catch(explainTeamError);
      const started = await starting;
      team = started.team;
      bound = started.bound;
      // Rounds of warm-up have a size of their own, so the deadline of a trial does not bind them.
      const warmUpMs = Math.max(options.deadlineMs, OTHER_DEADLINE_MS);
      const warm = await warmUp(
        configurations,
        options.load,
        options.cpus.length,
        (configuration, items) => run(configuration, items, warmUpMs),
      );
      itemsPerThread = warm.itemsPerThread;
      return {
        pinning: bound.some((cpu) => cpu !== null) ? 'taskset' : 'none',
        itemsPerThread,
        warmUp: warm.summary,
        warnings: [...started.warnings, ...warm.warnings],
      };
    },

    async probePairs() {
      if (team === undefined) throw new Error('prepare comes before probePairs');
      return probe(team, options, bound);
    },

    runTrial: (configuration) => run(configuration, itemsPerThread, options.deadlineMs),

    /** Also in the middle of a start, which is given up. */
    async close() {
      closing.abort();
      const started = await starting?.catch(() => undefined);
      await started?.team.close();
    },
  };
}

/** A team starts within this, or within that for each of its threads: 50 ms is usual. */
const START_MS = 30_000;
const START_MS_PER_THREAD = 500;

interface Started {
  readonly team: ThreadTeam;
  readonly bound: readonly (number | null)[];
  readonly warnings: readonly Warning[];
}

/** Starts the threads bound; where one cannot be, all run unbound, and a warning says why. */
async function startTeam(
  { cpus, realCpus }: ThreadExecutorOptions,
  signal: AbortSignal,
): Promise<Started> {
  const names = cpus.map((cpu) => `CPU ${cpu}`);
  const deadlineMs = Math.max(START_MS, cpus.length * START_MS_PER_THREAD);
  const start = (bindTo: readonly (string | null)[]) =>
    ThreadTeam.start({ bindTo, names, deadlineMs, signal });
  const unbound = cpus.map(() => null);
  if (realCpus === null) return { team: await start(unbound), bound: unbound, warnings: [] };
  const team = await start(realCpus.map(String));
  const failed = team.bindErrors.findIndex((error) => error !== null);
  if (failed < 0) return { team, bound: realCpus, warnings: [] };
  await team.close();
  const warning = unpinned(`CPU ${realCpus[failed]}: ${team.bindErrors[failed]}`);
  return { team: await start(unbound), bound: unbound, warnings: [warning] };
}

function unpinned(reason: string): Warning {
  return {
    code: 'pinning-impossible',
    message: `threads could not be pinned (${reason}): the scheduler may move them, and scopes then blur`,
  };
}

/** Looks at those of the pairs that have a bound thread on either CPU. */
async function probe(
  team: ThreadTeam,
  { probes, deadlineMs }: ThreadExecutorOptions,
  bound: readonly (number | null)[],
): Promise<PairLatency[]> {
  const slots = probes.map(([a, b]) => [bound.indexOf(a), bound.indexOf(b)] as const);
  const ready = slots.filter(([a, b]) => a >= 0 && b >= 0);
  if (ready.length === 0) return [];
  const spec = probeSpec(ready, Math.max(deadlineMs, OTHER_DEADLINE_MS));
  const samples = await team.measurePairs(spec).catch(explainTeamError);
  return ready.map(([a, b], pair) => pairLatency(bound[a]!, bound[b]!, samples[pair]!));
}

function specOf(
  { pods }: Configuration,
  itemsPerThread: number,
  deadlineMs: number,
  options: ThreadExecutorOptions,
): TrialSpec {
  const poolOf = options.cpus.map((cpu) => pods.findIndex((pod) => pod.includes(cpu)));
  const { sampleEvery, lock, oversubscribed } = options;
  return {
    poolOf,
    pools: pods.length,
    itemsPerThread,
    sampleEvery,
    lock,
    oversubscribed,
    deadlineMs,
  };
}

function outcomeOf(
  result: TrialResult,
  trial: TrialSpec,
  cpus: readonly number[],
  bound: readonly (number | null)[],
): TrialOutcome {
  const { reports } = result;
  const startNs = Math.min(...reports.map((report) => report.startNs));
  const endNs = Math.max(...reports.map((report) => report.endNs));
  const threads = reports.map(
    (report, slot): ThreadOutcome => ({
      cpu: cpus[slot]!,
      pool: trial.poolOf[slot]!,
      itemsPerSecond: (trial.itemsPerThread * 1e9) / (report.endNs - report.startNs),
      boundCpu: bound[slot]!,
      cpuAtEnd: report.cpuAtEnd,
      migrations: report.migrations,
      involuntarySwitches: report.involuntarySwitches,
      voluntarySwitches: report.voluntarySwitches,
    }),
  );
  return {
    elapsedNs: endNs - startNs,
    items: trial.itemsPerThread * reports.length,
    queueNs: result.queueNs,
    roundTripNs: result.roundTripNs,
    threads,
    pools: Array.from({ length: trial.pools }, (_, pool) =>
      sumPool(
        pool,
        reports.filter((_, slot) => trial.poolOf[slot] === pool),
      ),
    ),
    violations: checkTrial(result, trial),
    warnings: lostBindings(reports, cpus, bound),
  };
}

function sumPool(pool: number, reports: readonly TrialReport[]): PoolOutcome {
  const sum = (of: (report: TrialReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    pool,
    acquisitions: sum((report) => report.acquisitions),
    contended: sum((report) => report.contended),
    waitNs: Math.round(sum((report) => report.waitNs)),
    maxWaitNs: Math.max(...reports.map((report) => report.maxWaitNs)),
  };
}

/** Bindings that no longer held when the trial ended. */
function lostBindings(
  reports: readonly TrialReport[],
  cpus: readonly number[],
  bound: readonly (number | null)[],
): Warning[] {
  return reports.flatMap(({ allowedCpusAtEnd }, slot) => {
    const cpu = bound[slot]!;
    if (cpu === null || allowedCpusAtEnd === null || allowedCpusAtEnd === String(cpu)) return [];
    const message = `the thread of CPU ${cpus[slot]} was bound to ${cpu} and ended allowed on ${allowedCpusAtEnd}: something else changes affinities on this machine`;
    return [{ code: 'binding-lost', message }];
  });
}

function explainTeamError(error: unknown): never {
  if (!(error instanceof TeamError)) throw error;
  const nextStep = {
    'not-built': 'build first with `npm run build`',
    stalled: 'see whether other load holds the CPUs, use --lock parking, or raise --deadline',
    'thread-failed': 'a thread ended on its own; nothing measured in this trial is kept',
  }[error.kind];
  const code = error.kind;
  throw new WqbenchError(code, error.message, nextStep, { cause: error });
}
