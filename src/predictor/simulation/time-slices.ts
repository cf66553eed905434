/**
 * How long a kworker goes on with the next item although another thread, just woken, waits for its
 * CPU, in ns. Between the scheduler's wake-up preemption, at once, and the end of its slice. Of the
 * values tried it is the one with which the same costs explain pools of all sizes (DESIGN.md).
 */
export const YIELD_NS = 20_000;

/** How long a submitter runs while a thread waits, and a thread while one waits that has had its turn: Linux's base slice on 8 CPUs or more. */
export const SLICE_NS = 3_000_000;

/** A thread that ran this short a time ago is not pulled elsewhere (`sysctl_sched_migration_cost`). */
export const MIGRATION_COST_NS = 500_000;

/** How often an idle CPU looks for threads that wait elsewhere: a timer tick at 250 Hz. */
export const TICK_NS = 4_000_000;
