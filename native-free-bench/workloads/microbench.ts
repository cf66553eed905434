/**
 * The microbenchmark's work function: nothing. Completing the item, which the kworker does for every
 * workload, is all that the kernel's does.
 */
export function runMicrobenchItem(): void {}
