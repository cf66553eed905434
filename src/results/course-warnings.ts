import type { Warning } from '../core/warnings.js';
import type { TrialRecord } from './file/trial-schema.js';

/** What of a trial its course is judged by. */
export type Course = Pick<
  TrialRecord,
  'elapsedNs' | 'threads' | 'disturbance' | 'pools' | 'cpuUse'
>;

/** Part of the CPU time that may be lost before figures are in doubt. */
const MATERIAL = 0.02;

/** Involuntary switches a second of a thread: a tick's housekeeping stays below, a rival does not. */
const SWITCHES_PER_SECOND = 100;

export interface Expected {
  /** More threads than CPUs preempt each other; that is said elsewhere. */
  readonly oversubscribed: boolean;
  /** Threads of the kernel write files back, beside those of this process. */
  readonly filesWritten: boolean;
}

/** Doubts about how a trial went. */
export function courseWarnings(course: Course, expected: Expected): Warning[] {
  return [
    ...stolen(course),
    ...throttled(course),
    ...(expected.filesWritten ? [] : otherLoad(course)),
    ...(expected.oversubscribed ? [] : preempted(course)),
    ...migrated(course),
    ...wakePathBound(course),
  ];
}

function stolen(course: Course): Warning[] {
  const { stealMs } = course.disturbance;
  if (stealMs === null || stealMs <= MATERIAL * cpuMs(course)) return [];
  const message = `the hypervisor took ${stealMs} ms of CPU time, ${spanOf(course)}: lock holders stood still; use a quieter host, or dedicated CPUs`;
  return [{ code: 'cpu-stolen', message }];
}

function throttled({ disturbance: { throttledMs } }: Course): Warning[] {
  if (throttledMs === null || throttledMs === 0) return [];
  const message = `the cgroup's quota withheld ${rounded(throttledMs)} ms of CPU time: lock holders stood still; raise the quota, or use fewer --threads`;
  return [{ code: 'cpu-throttled', message }];
}

/** The kernel counts in steps of 10 ms a CPU, so a single step is no evidence. */
function otherLoad(course: Course): Warning[] {
  const { othersMs } = course.disturbance;
  const stepsMs = 10 * (cpusOf(course.threads) + 1);
  if (othersMs === null || othersMs <= Math.max(stepsMs, MATERIAL * cpuMs(course))) return [];
  const message = `other work used ${rounded(othersMs)} ms of CPU time, ${spanOf(course)}: stop it, or keep it off these CPUs`;
  return [{ code: 'cpus-shared', message }];
}

function preempted(course: Course): Warning[] {
  const known = course.threads.flatMap(({ involuntarySwitches: n }) => (n === null ? [] : [n]));
  const switches = known.reduce((sum, n) => sum + n, 0);
  const perSecond = (switches * 1e9) / (course.elapsedNs * Math.max(1, known.length));
  if (switches < 3 || perSecond <= SWITCHES_PER_SECOND) return [];
  const message = `${switches} involuntary switches of ${known.length} threads, ${Math.round(perSecond)} a second of each: a preempted lock holder lets all others wait; stop other work, or use --reserve-cpu`;
  return [{ code: 'preempted', message }];
}

function migrated({ threads }: Course): Warning[] {
  const moved = threads.filter(({ migrations }) => migrations !== null && migrations > 0);
  if (moved.length === 0) return [];
  const migrations = moved.reduce((sum, { migrations }) => sum + (migrations ?? 0), 0);
  const message = `${migrations} migrations of ${moved.length} threads: pods did not run on their own CPUs alone; leave out --no-pin`;
  return [{ code: 'migrated', message }];
}

/** Part of the time of the CPUs from which on wake-ups shape the figures. */
const BOUND_FROM = 0.5;

/** Where CPUs are as busy as this, who is woken waits for work of others, and nothing is lost. */
const SATURATED_PERCENT = 90;

/** Wake-ups of kworkers and submitters, as long as the kworkers' that were timed. */
function wakePathBound(course: Course): Warning[] {
  const pools = course.pools.flatMap(({ kworkers }) => (kworkers === null ? [] : [kworkers]));
  const woken = pools.reduce(
    (sum, { created, wakeUps, submittersWoken }) => sum + created + wakeUps + submittersWoken,
    0,
  );
  const takenMs = pools.reduce(
    (sum, { created, wakeUps, submittersWoken, wakeNs }) =>
      sum + ((created + wakeUps + submittersWoken) * (wakeNs ?? 0)) / 1e6,
    0,
  );
  const part = takenMs / cpuMs(course);
  const busyPercent = course.cpuUse?.ownPercent ?? 0;
  if (part < BOUND_FROM || busyPercent >= SATURATED_PERCENT) return [];
  const eachNs = (takenMs * 1e6) / woken;
  const message = `${woken} wake-ups of ${(eachNs / 1000).toFixed(1)} µs each took as long as ${Math.round(100 * part)}% of the time of the CPUs: the figures are those of Atomics.wait and notify more than of the pools; use longer items, or --kworkers inline`;
  return [{ code: 'wake-path-bound', message }];
}

/** CPU time that all threads could have had, in ms. */
function cpuMs({ elapsedNs, threads }: Course): number {
  return (elapsedNs / 1e6) * cpusOf(threads);
}

function cpusOf(threads: Course['threads']): number {
  return new Set(threads.map(({ boundCpu, cpuAtEnd, cpu }) => boundCpu ?? cpuAtEnd ?? cpu)).size;
}

/** The kernel counts in ticks, and from before a trial's start to after its end. */
function spanOf(course: Course): string {
  return `counted in steps of 10 ms, start and end included, beside ${rounded(cpuMs(course))} ms of the trial`;
}

function rounded(ms: number): string {
  return ms.toFixed(ms < 10 ? 1 : 0);
}
