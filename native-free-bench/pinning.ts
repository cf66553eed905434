import { type ExecFileException, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Processes of `taskset` at a time. */
const AT_ONCE = 8;

/** One takes about 5 ms. */
const LONGEST_MS = 10_000;

/**
 * Binds threads of this process with util-linux' `taskset` (about 5 ms each) and reads each mask
 * back from `/proc`. Returns for every thread why it did not work, null where it did.
 */
export async function bindThreads(
  tids: readonly (number | null)[],
  cpuLists: readonly (string | null)[],
): Promise<(string | null)[]> {
  const errors: (string | null)[] = [];
  for (let first = 0; first < tids.length; first += AT_ONCE) {
    const some = tids.slice(first, first + AT_ONCE);
    const bindings = some.map((tid, index) => bindThread(tid, cpuLists[first + index] ?? null));
    errors.push(...(await Promise.all(bindings)));
  }
  return errors;
}

async function bindThread(tid: number | null, cpuList: string | null): Promise<string | null> {
  if (cpuList === null) return null;
  if (tid === null) return 'no /proc/thread-self on this system';
  try {
    await run('taskset', ['-pc', cpuList, String(tid)], { timeout: LONGEST_MS });
    const allowed = await readBinding(tid);
    return allowed === cpuList ? null : `asked for ${cpuList}, the kernel says ${allowed}`;
  } catch (error) {
    const { code, killed, stderr, message } = error as ExecFileException;
    if (code === 'ENOENT') return 'taskset (util-linux) is not installed';
    if (killed) return `taskset did not end within ${LONGEST_MS} ms`;
    return stderr?.trim() || message.trim();
  }
}

/** CPUs that a thread of this process may run on, as in `/proc`. Rejects where it is unknown. */
export async function readBinding(tid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/self/task/${tid}/status`, 'utf8');
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1];
}
