import { join } from 'node:path';
import { readText } from '../../core/read-text.js';
import type { CpuUse, Disturbance } from '../../results/file/trial-schema.js';
import { cgroupThrottledMs } from './cgroup.js';

/** Counters since boot, or since the process began, in ms of CPU time; null: unknown. */
export interface Usage {
  /** Of the reading, on the process's own clock. */
  readonly atMs: number;
  readonly cpus: number;
  readonly userMs: number | null;
  /** With interrupts. */
  readonly systemMs: number | null;
  readonly stealMs: number | null;
  /** Of anything but idling, also of this process. */
  readonly busyMs: number | null;
  readonly ownMs: number;
  readonly throttledMs: number | null;
}

/** Reads what has been done on `cpus` so far. The kernel counts steal and busy in steps of 10 ms. */
export function readUsage(root: string, cpus: readonly number[]): Usage {
  const { user, system } = process.cpuUsage();
  return {
    atMs: performance.now(),
    cpus: cpus.length,
    ...cpuTimes(readText(join(root, 'proc/stat')), cpus),
    ownMs: (user + system) / 1000,
    throttledMs: cgroupThrottledMs(root),
  };
}

/** What happened between two readings besides the work of this process. */
export function disturbanceBetween(before: Usage, after: Usage): Disturbance {
  const grown = (key: 'stealMs' | 'busyMs' | 'throttledMs') => {
    const [from, to] = [before[key], after[key]];
    return from === null || to === null ? null : Math.max(0, to - from);
  };
  const busyMs = grown('busyMs');
  const ownMs = after.ownMs - before.ownMs;
  return {
    stealMs: grown('stealMs'),
    othersMs: busyMs === null ? null : Math.max(0, busyMs - ownMs),
    throttledMs: grown('throttledMs'),
  };
}

/** How the CPUs' time between two readings was used; null: unknown. */
export function cpuUseBetween(before: Usage, after: Usage): CpuUse | null {
  const allMs = (after.atMs - before.atMs) * after.cpus;
  if (allMs <= 0) return null;
  const part = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (100 * Math.max(0, to - from)) / allMs;
  const userPercent = part(before.userMs, after.userMs);
  const systemPercent = part(before.systemMs, after.systemMs);
  const stealPercent = part(before.stealMs, after.stealMs);
  const ownPercent = part(before.ownMs, after.ownMs);
  if (userPercent === null || systemPercent === null) return null;
  if (stealPercent === null || ownPercent === null) return null;
  return { userPercent, systemPercent, stealPercent, ownPercent };
}

/** USER_HZ is 100 on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** Lines `cpuN user nice system idle iowait irq softirq steal …` of proc(5); guests are in user. */
function cpuTimes(
  stat: string | null,
  cpus: readonly number[],
): Pick<Usage, 'userMs' | 'systemMs' | 'stealMs' | 'busyMs'> {
  const wanted = new Set(cpus.map((cpu) => `cpu${cpu}`));
  const lines = (stat ?? '').split('\n').map((line) => line.split(/\s+/));
  const ticks = lines
    .filter(([name]) => wanted.has(name ?? ''))
    .map(([, ...fields]) => fields.map(Number));
  if (ticks.length < wanted.size || ticks.some((fields) => fields.length < 8)) {
    return { userMs: null, systemMs: null, stealMs: null, busyMs: null };
  }
  const sum = (fieldsOf: readonly number[]) =>
    MS_PER_TICK *
    ticks.reduce(
      (total, fields) => total + fieldsOf.reduce((part, at) => part + (fields[at] ?? 0), 0),
      0,
    );
  const [userMs, systemMs] = [sum([0, 1]), sum([2, 5, 6])];
  return { userMs, systemMs, stealMs: sum([7]), busyMs: userMs + systemMs };
}
