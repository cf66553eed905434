import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/** What the kernel says of the calling thread; null where it does not say. */
export interface ThreadState {
  /** As in `/proc`, e.g. `3` or `0-7`. */
  readonly allowedCpus: string | null;
  readonly cpu: number | null;
  readonly migrations: number | null;
  readonly voluntarySwitches: number | null;
  readonly involuntarySwitches: number | null;
  /** Time on a CPU, and time runnable but waiting for one, in ns. */
  readonly runNs: number | null;
  readonly runQueueNs: number | null;
}

const COUNTERS = [
  'migrations',
  'voluntarySwitches',
  'involuntarySwitches',
  'runNs',
  'runQueueNs',
] as const;

/** Counters over a time, and where the thread is at its end. */
export type ThreadStateChange = ThreadState;

export function changeBetween(before: ThreadState, after: ThreadState): ThreadStateChange {
  const changes = COUNTERS.map((counter) => {
    const [from, to] = [before[counter], after[counter]];
    return [counter, from === null || to === null ? null : to - from] as const;
  });
  return { ...after, ...Object.fromEntries(changes) };
}

export function readThreadState(): ThreadState {
  const status = readProc('status');
  return {
    allowedCpus: field(status, 'Cpus_allowed_list'),
    cpu: cpuOf(readProc('stat') ?? ''),
    migrations: count(readProc('sched'), 'se.nr_migrations'),
    voluntarySwitches: count(status, 'voluntary_ctxt_switches'),
    involuntarySwitches: count(status, 'nonvoluntary_ctxt_switches'),
    ...schedulerTimes(),
  };
}

/** The kernel's id of the calling thread; null without `/proc`. */
export function readTid(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/**
 * Reads the calling thread's CPU again and again through one open file. Null without `/proc`.
 */
export function cpuReader(): (() => number | null) | null {
  try {
    const file = openSync('/proc/thread-self/stat', 'r');
    const buffer = Buffer.alloc(1024);
    return () => cpuOf(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)));
  } catch {
    return null;
  }
}

/** Field 39 of `stat`; the command name (field 2) may hold blanks, so count from its end. */
function cpuOf(stat: string): number | null {
  const processor = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[36];
  return processor === undefined ? null : Number(processor);
}

/** `schedstat`: ns on a CPU, ns waiting for one, and how often; zeros where it is not kept. */
function schedulerTimes(): Pick<ThreadState, 'runNs' | 'runQueueNs'> {
  const [runNs, runQueueNs] = (readProc('schedstat') ?? '').trim().split(' ').map(Number);
  if (!runNs || runQueueNs === undefined) return { runNs: null, runQueueNs: null };
  return { runNs, runQueueNs };
}

/** Value of a line `name : value`. */
function field(text: string | null, name: string): string | null {
  const line = text?.split('\n').find((candidate) => candidate.split(':')[0]!.trim() === name);
  return line === undefined ? null : line.slice(line.indexOf(':') + 1).trim();
}

function count(text: string | null, name: string): number | null {
  const value = field(text, name);
  return value === null ? null : Number(value);
}

function readProc(file: string): string | null {
  try {
    return readFileSync(`/proc/thread-self/${file}`, 'utf8');
  } catch {
    return null;
  }
}
