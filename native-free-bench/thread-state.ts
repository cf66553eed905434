import { readFileSync, readlinkSync } from 'node:fs';

/** What the kernel says of the calling thread; null where it does not say. */
export interface ThreadState {
  /** As in `/proc`, e.g. `3` or `0-7`. */
  readonly allowedCpus: string | null;
  readonly cpu: number | null;
  readonly migrations: number | null;
  readonly voluntarySwitches: number | null;
  readonly involuntarySwitches: number | null;
}

export function readThreadState(): ThreadState {
  const status = readProc('status');
  return {
    allowedCpus: field(status, 'Cpus_allowed_list'),
    cpu: currentCpu(),
    migrations: count(readProc('sched'), 'se.nr_migrations'),
    voluntarySwitches: count(status, 'voluntary_ctxt_switches'),
    involuntarySwitches: count(status, 'nonvoluntary_ctxt_switches'),
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

/** Field 39 of `stat`; the command name (field 2) may hold blanks, so count from its end. */
function currentCpu(): number | null {
  const stat = readProc('stat');
  const processor = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[36];
  return processor === undefined ? null : Number(processor);
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
