import { describe, expect, it } from 'vitest';
import { kworkerSleep } from '../../native-free-bench/kworker-sleep.js';
import { CONTROL } from '../../native-free-bench/layout.js';
import { Spin, StalledError } from '../../native-free-bench/spin.js';

const PAGE = 512;

/** One kworker's page while `submitting` threads submit; a sleep that nothing ends throws at once. */
function kworkerPage(submitting: number) {
  const words = new Int32Array(new SharedArrayBuffer(4096));
  words[CONTROL.submitting] = submitting;
  return { words, sleep: () => kworkerSleep.sleep(words, PAGE, new Spin(words, 0)) };
}

describe('the end of a trial', () => {
  it('does not overtake a kworker that has just been called for', () => {
    const { words, sleep } = kworkerPage(0);
    kworkerSleep.create(words, PAGE, 0);
    kworkerSleep.end(words, PAGE);
    expect(sleep()).toBe(true);
  });

  it('does not overtake a kworker that has just been woken', () => {
    const { words, sleep } = kworkerPage(0);
    kworkerSleep.prepare(words, PAGE);
    expect(kworkerSleep.wake(words, PAGE, 0)).toBe(true);
    kworkerSleep.end(words, PAGE);
    expect(sleep()).toBe(true);
  });

  it('lets those leave that nobody called for, or that sleep, also when the trial is given up', () => {
    const reserve = kworkerPage(1);
    expect(reserve.sleep).toThrow(StalledError);
    kworkerSleep.end(reserve.words, PAGE);
    expect(reserve.sleep()).toBe(false);
    const asleep = kworkerPage(1);
    kworkerSleep.prepare(asleep.words, PAGE);
    kworkerSleep.end(asleep.words, PAGE);
    expect(asleep.sleep()).toBe(false);
    expect(kworkerSleep.wake(asleep.words, PAGE, 0)).toBe(false);
  });
});
