import { describe, expect, it } from 'vitest';
import { serialPart, wakeCost } from '../../src/results/wake-cost.js';
import { wakePathWarnings } from '../../src/runner/wake-path.js';

/** Rounds of `sleepers`, woken 1 µs apart and running `latencyNs` later. */
function times(rounds: number, sleepers: number, latencyNs: (sleeper: number) => number) {
  const count = rounds * sleepers;
  const notifiedNs = Float64Array.from({ length: count }, (_, at) => at * 1000);
  return {
    notifiedNs,
    calledNs: notifiedNs.map((ns) => ns + 300),
    runningNs: notifiedNs.map((ns, at) => ns + latencyNs(at % sleepers)),
  };
}

describe('the cost of waking', () => {
  it('is that from the notify to running, and of a burst from the first to the last', () => {
    const cost = wakeCost(
      times(10, 4, (sleeper) => 20_000 + 1000 * sleeper),
      4,
      2,
    );
    expect(cost).toMatchObject({
      sleepers: 4,
      latencyP50Ns: 21_500,
      latencyP90Ns: 23_000,
      notifyP50Ns: 300,
      burstP50Ns: 26_000,
    });
    expect(cost.wakesPerSecond).toBeCloseTo((4 * 1e9) / 26_000);
  });

  it('is serial from 0, all at once, to 1, one after the other', () => {
    const of = (sleepers: number, burstNs: number) => ({
      ...wakeCost(
        times(3, 1, () => burstNs),
        1,
        0,
      ),
      sleepers,
    });
    expect(serialPart(of(1, 10), of(8, 10))).toBe(0);
    expect(serialPart(of(1, 10), of(8, 80))).toBe(1);
    expect(serialPart(of(1, 10), of(8, 45))).toBeCloseTo(0.5);
    expect(serialPart(of(1, 10), of(8, 5))).toBe(0);
  });
});

describe('a trial whose figures are those of its wake-ups', () => {
  const wakePath = { sleepers: 4, latencyP50Ns: 2e4, latencyP90Ns: 4e4, wakesPerSecond: 100_000 };
  const lock = { acquisitions: 9, contended: 0, waitNs: 0, maxWaitNs: 0, heldNs: null };
  const outcome = (wakeUps: number, submittersWoken: number) => ({
    elapsedNs: 1e9,
    pools: [
      {
        pool: 0,
        ...lock,
        kworkers: { created: 1, peakBusy: 1, wakeUps, foundNoneIdle: 0, submittersWoken },
      },
    ],
  });

  it('is told from half of what the engine can do', () => {
    expect(wakePathWarnings(outcome(20_000, 29_000), wakePath)).toEqual([]);
    const [warning] = wakePathWarnings(outcome(20_000, 30_000), wakePath);
    expect(warning?.code).toBe('wake-path-bound');
    expect(warning?.message).toContain('50 k wake-ups a second, 50% of the 100 k');
  });

  it('is none where nobody is woken', () => {
    expect(wakePathWarnings(outcome(90_000, 0), null)).toEqual([]);
    const inline = { elapsedNs: 1e9, pools: [{ pool: 0, ...lock, kworkers: null }] };
    expect(wakePathWarnings(inline, wakePath)).toEqual([]);
  });
});
