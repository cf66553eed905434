import type {
  KworkerReport,
  LockAccount,
  TrialReport,
  TrialSpec,
} from '../../native-free-bench/protocol.js';
import type { TrialResult } from '../../native-free-bench/trial-result.js';
import { sumOf } from '../core/sum-of.js';
import type { Warning } from '../core/warnings.js';
import { checkTrial, poolOfThread } from './check-trial.js';
import type {
  KworkerOutcome,
  LockOutcome,
  PoolOutcome,
  ScheduledThread,
  ThreadOutcome,
  TrialOutcome,
} from './trial-executor.js';
import type { TrialPlan } from './trial-spec.js';

/** What a trial's threads report, as one outcome. `masks` are the kworkers', as they were bound. */
export function outcomeOf(
  result: TrialResult,
  trial: TrialSpec,
  plan: TrialPlan,
  masks: readonly (string | null)[],
): TrialOutcome {
  const { submitters, kworkers } = result;
  const startNs = Math.min(...submitters.map((report) => report.startNs));
  const endNs = Math.max(...submitters.map((report) => report.endNs));
  const all: readonly TrialReport[] = [...submitters, ...kworkers];
  const threads = threadsOf(result, trial, plan);
  return {
    elapsedNs: endNs - startNs,
    items: trial.itemsPerThread * submitters.length,
    queueNs: result.queueNs,
    roundTripNs: result.roundTripNs,
    workNs: result.workNs,
    threads,
    kworkers: trial.kworkers.kind === 'inline' ? null : kworkersOf(result, trial, masks),
    pools: result.pools.map((_, pool) => poolOutcome(pool, result, all, trial)),
    downstream: result.downstreamGuards.map((_, lock) => ({
      lock,
      ...sumAccounts(all.map(({ downstream }) => downstream[lock]!)),
    })),
    cpuUse: null,
    prediction: null,
    violations: checkTrial(result, trial),
    warnings: lostBindings(all, [
      ...threads.map(({ boundCpu }) => (boundCpu === null ? null : String(boundCpu))),
      ...masks,
    ]),
  };
}

function threadsOf(
  { submitters }: TrialResult,
  trial: TrialSpec,
  { cpus, submitters: ownCpus }: TrialPlan,
): ThreadOutcome[] {
  const realCpuOf = new Map(cpus.map(({ cpu, realCpu }) => [cpu, realCpu]));
  return submitters.map((report, slot) => ({
    cpu: ownCpus[slot]!,
    pool: trial.poolOf[slot]!,
    itemsPerSecond: (trial.itemsPerThread * 1e9) / (report.endNs - report.startNs),
    boundCpu: realCpuOf.get(ownCpus[slot]!) ?? null,
    ...scheduled(report),
  }));
}

function kworkersOf(
  { kworkers }: TrialResult,
  trial: TrialSpec,
  masks: readonly (string | null)[],
): KworkerOutcome[] {
  return kworkers.flatMap((report) => {
    const pool = poolOfThread(report, trial);
    if (!report.created || pool === null) return [];
    const boundCpus = masks[report.slot - trial.poolOf.length] ?? null;
    return [{ pool, boundCpus, executed: report.executed, ...scheduled(report) }];
  });
}

function scheduled({ state }: TrialReport): ScheduledThread {
  const { migrations, involuntarySwitches, voluntarySwitches, runNs, runQueueNs } = state;
  const cpuAtEnd = state.cpu;
  return { cpuAtEnd, migrations, involuntarySwitches, voluntarySwitches, runNs, runQueueNs };
}

function poolOutcome(
  pool: number,
  result: TrialResult,
  all: readonly TrialReport[],
  trial: TrialSpec,
): PoolOutcome {
  const own = all.filter((report) => poolOfThread(report, trial) === pool);
  const { created, peakBusy } = result.pools[pool]!;
  const kworkers = {
    created,
    peakBusy,
    wakeUps: sumOf(own, ({ wakeUps }) => wakeUps),
    foundNoneIdle: sumOf(own, ({ foundNoneIdle }) => foundNoneIdle),
    submittersWoken: sumOf(own, ({ submittersWoken }) => submittersWoken),
    wakeNs: meanWakeNs(result.kworkers.filter((report) => own.includes(report))),
  };
  return {
    pool,
    ...sumAccounts(own.map(({ poolLock }) => poolLock)),
    kworkers: trial.kworkers.kind === 'inline' ? null : kworkers,
  };
}

/** Fewer timed wake-ups say more of chance, and of the first one, than of the path. */
const FEWEST_WAKES = 10;

function meanWakeNs(kworkers: readonly KworkerReport[]): number | null {
  const timed = sumOf(kworkers, ({ timedWakes }) => timedWakes);
  return timed < FEWEST_WAKES ? null : sumOf(kworkers, ({ timedWakesNs }) => timedWakesNs) / timed;
}

function sumAccounts(accounts: readonly LockAccount[]): LockOutcome {
  const held = accounts.flatMap(({ heldNs }) => (heldNs === null ? [] : [heldNs]));
  return {
    acquisitions: sumOf(accounts, ({ acquisitions }) => acquisitions),
    contended: sumOf(accounts, ({ contended }) => contended),
    waitNs: Math.round(sumOf(accounts, ({ waitNs }) => waitNs)),
    maxWaitNs: Math.max(0, ...accounts.map(({ maxWaitNs }) => maxWaitNs)),
    heldNs: held.length === 0 ? null : Math.round(sumOf(held, (ns) => ns)),
  };
}

/** Bindings that no longer held when the trial ended. */
function lostBindings(
  reports: readonly TrialReport[],
  masks: readonly (string | null)[],
): Warning[] {
  return reports.flatMap(({ kind, slot, state: { allowedCpus } }) => {
    const mask = masks[slot] ?? null;
    if (mask === null || allowedCpus === null || allowedCpus === mask) return [];
    const who = kind === 'measured' ? 'a submitter' : 'a kworker';
    const message = `${who} was bound to ${mask} and ended allowed on ${allowedCpus}: something else changes affinities on this machine`;
    return [{ code: 'binding-lost', message }];
  });
}
