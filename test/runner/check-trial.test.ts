import { describe, expect, it } from 'vitest';
import type { TrialReport, TrialSpec } from '../../native-free-bench/protocol.js';
import { checkTrial } from '../../src/runner/check-trial.js';

const TRIAL: TrialSpec = {
  poolOf: [0, 0, 1],
  pools: 2,
  itemsPerThread: 10,
  sampleEvery: 1,
  lock: 'mcs',
  oversubscribed: false,
  deadlineMs: 1000,
};

function report(slot: number, changes: Partial<TrialReport> = {}): TrialReport {
  return {
    kind: 'measured',
    slot,
    startNs: 0,
    endNs: 1000,
    executed: 10,
    miscounted: 0,
    acquisitions: 20,
    contended: 0,
    waitNs: 0,
    maxWaitNs: 0,
    allowedCpusAtEnd: null,
    cpuAtEnd: null,
    migrations: null,
    voluntarySwitches: null,
    involuntarySwitches: null,
    ...changes,
  };
}

function check(reports: TrialReport[], guards: number[]): string[] {
  const none = new Uint32Array();
  return checkTrial({ reports, guards, queueNs: none, roundTripNs: none }, TRIAL);
}

describe('the check of a trial', () => {
  it('passes when every item ran once, whoever ran it', () => {
    const reports = [report(0, { executed: 13 }), report(1, { executed: 7 }), report(2)];
    expect(check(reports, [40, 20])).toEqual([]);
  });

  it('finds two threads in one critical section by a lost update of the plain counter', () => {
    expect(check([report(0), report(1), report(2)], [39, 20])).toEqual([
      expect.stringMatching(/^pool 0: 40 acquisitions of lock mcs, but 39/),
    ]);
  });

  it('finds an item that was lost, run twice, or run by the wrong pool', () => {
    expect(check([report(0, { executed: 9 }), report(1), report(2)], [40, 20])[0]).toMatch(
      /pool 0: 20 items queued, but 19 executed/,
    );
    expect(check([report(0), report(1, { miscounted: 2 }), report(2)], [40, 20])[0]).toMatch(
      /pool 0: 2 items had not run exactly once/,
    );
    expect(
      check([report(0, { executed: 9 }), report(1), report(2, { executed: 11 })], [40, 20]),
    ).toHaveLength(2);
  });

  it('counts on when the 32-bit counter wraps around', () => {
    const many = 2 ** 31 + 5;
    const reports = [report(0, { acquisitions: many }), report(1, { acquisitions: 0 }), report(2)];
    expect(check(reports, [many | 0, 20])).toEqual([]);
  });
});
