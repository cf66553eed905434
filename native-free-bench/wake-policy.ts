/** Which idle kworker a pool wakes, in the order in which help and tables name them. */
export const WAKE_POLICIES = ['lifo', 'local', 'llc', 'node', 'any'] as const;

/**
 * - `lifo`: the most recently idle one, as the kernel does
 * - `local`: the most recent one that last ran on the waker's CPU, else as `lifo`
 * - `llc`: the most recent one that last ran under the waker's LLC, else as `lifo`
 * - `node`: the most recent one of each LLC of the waker's node in turn, else as `lifo`
 * - `any`: the one that has been idle for longest, wherever it ran
 *
 * These are the placement ideas of "Improve unbound workqueue execution locality" (LKML, 2023) as
 * far as the choice of a kworker can carry them out: where it then runs, the scheduler decides.
 */
export type WakePolicy = (typeof WAKE_POLICIES)[number];

/** Where a real CPU is. */
export interface CpuPlace {
  readonly cpu: number;
  readonly llc: number;
  readonly node: number;
}

/** Whether kworkers must note where they run. */
export function followsCpus(policy: WakePolicy): boolean {
  return policy !== 'lifo' && policy !== 'any';
}
