import { nowNs } from './clock.js';
import { Inbox } from './inbox.js';
import { ITEM } from './layout.js';
import { StalledError } from './spin.js';
import type { Workload } from './workloads/workload.js';

/** A 32-bit word holds 2.1 s of ns; a longer time is recorded as that. */
const LONGEST_NS = 2 ** 31 - 1;

/** Items that failed on a thread, and why the first did. */
export class Failures {
  count = 0;
  first: string | null = null;

  /** Marks the item, once. */
  note(words: Int32Array, item: number, error: unknown): void {
    if (words[item + ITEM.failed] === 1) return;
    words[item + ITEM.failed] = 1;
    this.count++;
    this.first ??= error instanceof Error ? error.message : String(error);
  }
}

/** Runs items of any workload on one thread: counts, times, and reports each to its submitter. */
export class WorkRunner {
  /** Items run by this thread. */
  executed = 0;
  /** Submitters that slept when their item was done. */
  submittersWoken = 0;
  private readonly words: Int32Array;
  private readonly workload: Workload;
  private readonly failures: Failures;
  private readonly timesWork: boolean;

  constructor(words: Int32Array, workload: Workload, failures: Failures, timesWork: boolean) {
    this.words = words;
    this.workload = workload;
    this.failures = failures;
    this.timesWork = timesWork;
  }

  run(item: number): void {
    const words = this.words;
    words[item + ITEM.runs] = words[item + ITEM.runs]! + 1;
    this.executed++;
    const startNs = this.timesWork ? nowNs() : 0;
    if (words[item + ITEM.failed] === 0) this.attempt(item);
    if (this.timesWork) words[item + ITEM.workNs] = Math.min(nowNs() - startNs, LONGEST_NS);
    if (Inbox.deliver(words, item)) this.submittersWoken++;
  }

  private attempt(item: number): void {
    try {
      this.workload.run(item);
    } catch (error) {
      // A wait inside the item that was given up: not the item's fault, and the end of the trial.
      if (error instanceof StalledError) throw error;
      this.failures.note(this.words, item, error);
    }
  }
}
