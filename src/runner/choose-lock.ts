import { FIFO_LOCKS, type LockKind } from '../../native-free-bench/locks/lock.js';
import { WqbenchError } from '../core/errors.js';

export interface CpusForThreads {
  readonly threads: number;
  readonly realCpus: number;
  /** CPU time a second that the cgroup allows, in CPUs. */
  readonly cpuQuota: number | 'unlimited' | null;
}

/**
 * The lock to measure with. `auto` is the kernel's own kind, `mcs`, where every thread has a CPU and
 * its time to itself; else `parking`, under which a waiter that is not running holds up nobody.
 * Throws 'lock-needs-cpus' for a FIFO lock with more threads than CPUs, unless forced.
 */
export function chooseLock(
  requested: LockKind | 'auto',
  available: CpusForThreads,
  force: boolean,
): LockKind {
  const { threads, realCpus, cpuQuota } = available;
  if (requested === 'auto') {
    const throttled = typeof cpuQuota === 'number' && cpuQuota < threads;
    return threads > realCpus || throttled ? 'parking' : 'mcs';
  }
  if (FIFO_LOCKS.includes(requested) && threads > realCpus && !force) {
    throw new WqbenchError(
      'lock-needs-cpus',
      `--lock ${requested} with ${threads} threads on ${realCpus} ${realCpus === 1 ? 'CPU' : 'CPUs'} would hang: it hands over in order, and the next in line is mostly not running`,
      'use --lock parking, or --force to try all the same',
    );
  }
  return requested;
}
