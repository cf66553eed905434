import { kworkerSleep } from './kworker-sleep.js';
import { CONTROL, type Layout, THREAD } from './layout.js';
import { type TrialSpec, threadsOf } from './protocol.js';

/** Ends every wait of a trial, those without a slice of time too. */
export function giveUpTrial(words: Int32Array, layout: Layout, trial: TrialSpec): void {
  // Before the wake-ups, so that a thread which wakes leaves.
  Atomics.store(words, CONTROL.abort, 1);
  for (let slot = 0; slot < threadsOf(trial); slot++) {
    const page = layout.threadPage(slot);
    if (slot >= trial.poolOf.length) kworkerSleep.end(words, page);
    // A changed count: who is only about to sleep does not.
    else Atomics.add(words, page + THREAD.completions, 1);
    Atomics.notify(words, page + THREAD.completions, 1);
  }
}
