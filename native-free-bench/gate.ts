import { CONTROL } from './layout.js';
import { type Spin, StalledError } from './spin.js';

/** Steps before a waiting thread sleeps, where threads outnumber CPUs. */
const STEPS_BEFORE_SLEEP = 1000;

/**
 * Holds every thread until the last has arrived, then releases all at once. What a thread wrote
 * before the gate is seen by every thread behind it. Throws
 * `StalledError` after the deadline: a thread is missing, or two tasks were given to one.
 */
export function passGate(words: Int32Array, expected: number, spin: Spin, maySleep: boolean): void {
  // Orders this thread's first touches before the opening, which the last arrival performs.
  if (Atomics.add(words, CONTROL.arrived, 1) + 1 === expected) {
    Atomics.store(words, CONTROL.open, 1);
    Atomics.notify(words, CONTROL.open);
    return;
  }
  try {
    let steps = 0;
    // Orders everything behind the gate after all first touches.
    while (Atomics.load(words, CONTROL.open) === 0) {
      if (maySleep && ++steps > STEPS_BEFORE_SLEEP) spin.sleepWhile(CONTROL.open, 0);
      else spin.step();
    }
  } catch (cause) {
    if (!(cause instanceof StalledError)) throw cause;
    const arrived = Atomics.load(words, CONTROL.arrived);
    throw new StalledError(`${arrived} of ${expected} threads at the start gate: ${cause.message}`);
  }
}
