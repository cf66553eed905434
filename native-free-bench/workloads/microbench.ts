import type { Workload } from './workload.js';

/**
 * The microbenchmark's work function: nothing. Completing the item, which the kworker does for every
 * workload, is all that the kernel's does.
 */
export function runMicrobenchItem(): void {}

/** The same before kworker threads, or with several items in flight. */
export class MicrobenchWork implements Workload {
  open(): void {}
  prepare(): void {}
  run(): void {}
  verify(): void {}
  close(): void {}
}
