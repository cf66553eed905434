import { execFileSync } from 'node:child_process';
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

/**
 * Binds the calling thread to the CPUs of `cpuList` with util-linux' `taskset`, about 5 ms, and
 * reads the mask back. Returns the reason why it did not work, null when it did.
 */
export function bindThisThread(cpuList: string): string | null {
  try {
    const tid = readlinkSync('/proc/thread-self').split('/').at(-1)!;
    execFileSync('taskset', ['-pc', cpuList, tid], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    return describe(error as NodeJS.ErrnoException & { stderr?: Buffer });
  }
  const { allowedCpus } = readThreadState();
  return allowedCpus === cpuList
    ? null
    : `asked for CPU ${cpuList}, the kernel says ${allowedCpus}`;
}

export function readThreadState(): ThreadState {
  const status = readProc('/proc/thread-self/status');
  const field = (text: string | null, name: string) =>
    text === null ? null : (new RegExp(`^${name}\\s*:\\s*(\\S+)`, 'm').exec(text)?.[1] ?? null);
  const count = (text: string | null, name: string) => {
    const value = field(text, name);
    return value === null ? null : Number(value);
  };
  return {
    allowedCpus: field(status, 'Cpus_allowed_list'),
    cpu: currentCpu(),
    migrations: count(readProc('/proc/thread-self/sched'), 'se\\.nr_migrations'),
    voluntarySwitches: count(status, 'voluntary_ctxt_switches'),
    involuntarySwitches: count(status, 'nonvoluntary_ctxt_switches'),
  };
}

/** Field 39 of `stat`; the command name (field 2) may hold blanks, so count from its end. */
function currentCpu(): number | null {
  const stat = readProc('/proc/thread-self/stat');
  const processor = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[36];
  return processor === undefined ? null : Number(processor);
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function describe(error: NodeJS.ErrnoException & { stderr?: Buffer }): string {
  if (error.code === 'ENOENT') {
    return error.path?.includes('taskset') === false
      ? 'no /proc/thread-self on this system'
      : 'taskset (util-linux) is not installed';
  }
  const said = error.stderr?.toString().trim();
  return said ? said : error.message;
}
