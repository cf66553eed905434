import { nowNs } from './clock.js';
import { CONTROL } from './layout.js';

/** Thrown out of a wait whose deadline has passed, or whose trial another thread gave up. */
export class StalledError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'StalledError';
  }
}

/** Longest sleep between two looks at the deadline and the abort word, in ms. */
const SLEEP_SLICE_MS = 20;

/** Shortest sleep that lets the scheduler choose anew. */
const REST_MS = 0.05;

const STEPS_BETWEEN_CHECKS = 1024;

/** Every wait of a thread goes through its `Spin`, so that none outlives the trial's deadline. */
export class Spin {
  private readonly words: Int32Array;
  private readonly deadlineNs: number;
  private steps = 0;

  constructor(words: Int32Array, deadlineNs: number) {
    this.words = words;
    this.deadlineNs = deadlineNs;
  }

  /** One step of a busy wait. Throws `StalledError`. */
  step(): void {
    pause();
    if (++this.steps >= STEPS_BETWEEN_CHECKS) this.check();
  }

  /** `count` steps of back-off. */
  backOff(count: number): void {
    for (let step = 0; step < count; step++) this.step();
  }

  /** Sleeps while the word holds `value`, at most a slice: the caller looks again and repeats. */
  sleepWhile(index: number, value: number): void {
    Atomics.wait(this.words, index, value, SLEEP_SLICE_MS);
    this.check();
  }

  /**
   * Sleeps while the word holds `value`, if need be to the deadline: for waits that nobody may
   * forget to end. `atMostNs` ends it earlier. The caller looks again.
   */
  sleepToDeadline(index: number, value: number, atMostNs = Number.POSITIVE_INFINITY): void {
    const leftNs = Math.min(this.deadlineNs - nowNs(), atMostNs);
    Atomics.wait(this.words, index, value, Math.max(0, leftNs / 1e6));
    this.check();
  }

  /** Lets another thread have the CPU for a moment. Throws `StalledError`. */
  rest(): void {
    Atomics.wait(this.words, CONTROL.abort, 0, REST_MS);
    this.check();
  }

  /** Throws `StalledError` once the deadline has passed or another thread gave up. */
  check(): void {
    this.steps = 0;
    // Orders nothing; an atomic load so that the compiler may not hoist it out of the loop.
    if (Atomics.load(this.words, CONTROL.abort) !== 0)
      throw new StalledError('given up by another thread');
    if (nowNs() > this.deadlineNs) throw new StalledError('deadline passed while waiting');
  }
}

/** `Atomics.pause` (Node 24 on) yields the core to its SMT sibling; elsewhere the step is the pause. */
const pause: () => void = (Atomics as { pause?: () => void }).pause ?? (() => {});
