import { describe, expect, it } from 'vitest';
import { kworkerSleep } from '../../native-free-bench/kworker-sleep.js';
import { CONTROL } from '../../native-free-bench/layout.js';
import { Spin } from '../../native-free-bench/spin.js';

const PAGE = 512;

/** One kworker's page in a trial whose last submitter has finished. */
function finishedTrial() {
  const words = new Int32Array(new SharedArrayBuffer(4096));
  words[CONTROL.submitting] = 0;
  return {
    words,
    sleep: () => kworkerSleep.sleep(words, PAGE, new Spin(words, Number.POSITIVE_INFINITY)),
  };
}

describe('the end of a trial', () => {
  it('does not overtake a kworker that has just been called for', () => {
    const { words, sleep } = finishedTrial();
    kworkerSleep.create(words, PAGE, 0);
    kworkerSleep.end(words, PAGE);
    expect(sleep()).toBe(true);
  });

  it('does not overtake a kworker that has just been woken', () => {
    const { words, sleep } = finishedTrial();
    kworkerSleep.prepare(words, PAGE);
    expect(kworkerSleep.wake(words, PAGE, 0)).toBe(true);
    kworkerSleep.end(words, PAGE);
    expect(sleep()).toBe(true);
  });

  it('lets those leave that nobody called for, or that sleep', () => {
    const reserve = finishedTrial();
    kworkerSleep.end(reserve.words, PAGE);
    expect(reserve.sleep()).toBe(false);
    const asleep = finishedTrial();
    kworkerSleep.prepare(asleep.words, PAGE);
    kworkerSleep.end(asleep.words, PAGE);
    expect(asleep.sleep()).toBe(false);
    expect(kworkerSleep.wake(asleep.words, PAGE, 0)).toBe(false);
  });
});
