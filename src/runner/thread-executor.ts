import { ThreadTeam } from '../../native-free-bench/host.js';
import { TeamError } from '../../native-free-bench/team-error.js';
import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import type { TrialLoad } from '../plan/trial-load.js';
import { pairLatency } from '../results/core-to-core/core-to-core.js';
import type { PairLatency } from '../results/file/pair-latency-schema.js';
import type { Configuration } from '../scopes/configuration.js';
import { probeSpec } from './core-to-core.js';
import type { CpuPair } from './probe-pairs.js';
import type { Preparation, TrialExecutor, TrialOutcome } from './trial-executor.js';
import { outcomeOf } from './trial-outcome.js';
import {
  kworkerMasks,
  kworkerThreads,
  realCpuList,
  type TrialPlan,
  trialSpec,
} from './trial-spec.js';
import { warmUp } from './warm-up.js';

export interface ThreadExecutorOptions extends TrialPlan {
  readonly load: TrialLoad;
  readonly deadlineMs: number;
  /** Pairs of real CPUs whose latency `probePairs` looks at. */
  readonly probes: readonly CpuPair[];
  /** Directory of the run's own for the workload's files; null where it has none. */
  readonly directory: string | null;
}

/** Longest that what is no trial may take, where `--deadline` does not allow more. */
const OTHER_DEADLINE_MS = 30_000;

/** Measures with real threads on this machine. */
export function createThreadExecutor(options: ThreadExecutorOptions): TrialExecutor {
  const closing = new AbortController();
  let starting: Promise<Started> | undefined;
  let started: Started | undefined;
  let itemsPerThread = 0;

  const ready = (): Started => {
    if (started === undefined) throw new Error('prepare comes first');
    return started;
  };

  const arrange = async (configuration: Configuration): Promise<void> => {
    const { team, plan, kworkers } = ready();
    await bindKworkers(team, plan, kworkerMasks(configuration, plan, kworkers));
  };

  const run = async (
    configuration: Configuration,
    itemsPerThread: number,
    deadlineMs: number,
  ): Promise<TrialOutcome> => {
    const { team, plan, kworkers } = ready();
    const { directory } = options;
    const course = { itemsPerThread, deadlineMs, directory, kworkerThreads: kworkers };
    const trial = trialSpec(configuration, plan, course);
    const result = await team.runTrial(trial).catch(explainTeamError);
    return outcomeOf(result, trial, plan, kworkerMasks(configuration, plan, kworkers));
  };

  return {
    source: 'measured',

    async prepare(configurations): Promise<Preparation> {
      const kworkers = kworkerThreads(configurations, options.kworkers);
      starting = startTeam(options, kworkers, closing.signal).catch(explainTeamError);
      started = await starting;
      // Rounds of warm-up have a size of their own, so the deadline of a trial does not bind them.
      const warmUpMs = Math.max(options.deadlineMs, OTHER_DEADLINE_MS);
      const warm = await warmUp(configurations, options, async (configuration, items) => {
        await arrange(configuration);
        return run(configuration, items, warmUpMs);
      });
      itemsPerThread = warm.itemsPerThread;
      return {
        pinning: started.plan.cpus.some(({ realCpu }) => realCpu !== null) ? 'taskset' : 'none',
        itemsPerThread,
        warmUp: warm.summary,
        warnings: [...started.warnings, ...warm.warnings],
      };
    },

    probePairs: async () => probe(ready(), options),

    arrange,

    runTrial: (configuration) => run(configuration, itemsPerThread, options.deadlineMs),

    /** Also in the middle of a start, which is given up. */
    async close() {
      closing.abort();
      const found = await starting?.catch(() => undefined);
      await found?.team.close();
    },
  };
}

/** A team starts within this, or within that for each of its threads: 50 ms is usual. */
const START_MS = 30_000;
const START_MS_PER_THREAD = 500;

interface Started {
  readonly team: ThreadTeam;
  /** As asked for, with the CPUs that could be bound to. */
  readonly plan: TrialPlan;
  readonly kworkers: number;
  readonly warnings: readonly Warning[];
}

/** Starts the threads bound; where one cannot be, all run unbound, and a warning says why. */
async function startTeam(
  options: ThreadExecutorOptions,
  kworkers: number,
  signal: AbortSignal,
): Promise<Started> {
  const threads = options.submitters.length + kworkers;
  const deadlineMs = Math.max(START_MS, threads * START_MS_PER_THREAD);
  const names = namesOf(options, kworkers);
  const start = (plan: TrialPlan) =>
    ThreadTeam.start({ bindTo: firstMasks(plan, kworkers), names, deadlineMs, signal });
  const team = await start(options);
  const failed = team.bindErrors.findIndex((error) => error !== null);
  if (failed < 0) return { team, plan: options, kworkers, warnings: [] };
  await team.close();
  const warning = unpinned(`${names[failed]}: ${team.bindErrors[failed]}`);
  const plan = { ...options, cpus: options.cpus.map((cpu) => ({ ...cpu, realCpu: null })) };
  return { team: await start(plan), plan, kworkers, warnings: [warning] };
}

/** Submitters on their CPU, kworkers on all that are in use. */
function firstMasks({ cpus, submitters }: TrialPlan, kworkers: number): (string | null)[] {
  const all = realCpuList(cpus);
  const own = submitters.map((submitter) =>
    realCpuList(cpus.filter(({ cpu }) => cpu === submitter)),
  );
  return [...own, ...Array.from({ length: kworkers }, () => all)];
}

function namesOf({ submitters, cpus }: TrialPlan, kworkers: number): string[] {
  const crowded = submitters.length > cpus.length;
  return [
    ...submitters.map((cpu, index) => (crowded ? `issuer ${index} on CPU ${cpu}` : `CPU ${cpu}`)),
    ...Array.from({ length: kworkers }, (_, index) => `kworker ${index}`),
  ];
}

/** Binds anew what the configuration binds otherwise than the one before. */
async function bindKworkers(
  team: ThreadTeam,
  { submitters }: TrialPlan,
  masks: readonly (string | null)[],
): Promise<void> {
  const errors = await team.bind([...submitters.map(() => null), ...masks]);
  const failed = errors.findIndex((error) => error !== null);
  if (failed < 0) return;
  const message = `kworker ${failed - submitters.length} could not be bound: ${errors[failed]}`;
  throw new WqbenchError('thread-failed', message, 'see whether something else changes affinities');
}

function unpinned(reason: string): Warning {
  return {
    code: 'pinning-impossible',
    message: `threads could not be pinned (${reason}): the scheduler may move them, and scopes then blur`,
  };
}

/** Looks at those of the pairs that have a submitter bound to either CPU. */
async function probe(
  { team, plan }: Started,
  { probes, deadlineMs }: ThreadExecutorOptions,
): Promise<PairLatency[]> {
  const realCpuOf = new Map(plan.cpus.map(({ cpu, realCpu }) => [cpu, realCpu]));
  const bound = plan.submitters.map((cpu) => realCpuOf.get(cpu) ?? null);
  const slots = probes.map(([a, b]) => [bound.indexOf(a), bound.indexOf(b)] as const);
  const ready = slots.filter(([a, b]) => a >= 0 && b >= 0);
  if (ready.length === 0) return [];
  const spec = probeSpec(ready, Math.max(deadlineMs, OTHER_DEADLINE_MS));
  const samples = await team.measurePairs(spec).catch(explainTeamError);
  return ready.map(([a, b], pair) => pairLatency(bound[a]!, bound[b]!, samples[pair]!));
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
