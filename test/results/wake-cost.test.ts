import { describe, expect, it } from 'vitest';
import { serialPart, wakeCost } from '../../src/results/wake-cost.js';

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
