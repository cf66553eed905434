import { describe, expect, it } from 'vitest';
import type {
  KworkerReport,
  LockAccount,
  SubmitterReport,
} from '../../native-free-bench/protocol.js';
import type { PoolState } from '../../native-free-bench/trial-result.js';
import { checkTrial } from '../../src/runner/check-trial.js';
import { trialOf } from '../native-free-bench/trials.js';

const TRIAL = trialOf([0, 0, 1], { itemsPerThread: 10, lock: 'mcs' });

function lock(acquisitions: number): LockAccount {
  return { acquisitions, contended: 0, waitNs: 0, maxWaitNs: 0, heldNs: null };
}

/** What every thread reports that did nothing out of the ordinary. */
function part(slot: number) {
  const state = {
    allowedCpus: null,
    cpu: null,
    migrations: null,
    voluntarySwitches: null,
    involuntarySwitches: null,
    runNs: null,
    runQueueNs: null,
  };
  const failures = { failed: 0, firstFailure: null };
  const wakes = { wakeUps: 0, foundNoneIdle: 0, submittersWoken: 0 };
  return { slot, ...failures, ...wakes, downstream: [], state };
}

function report(slot: number, changes: Partial<SubmitterReport> = {}): SubmitterReport {
  const span = { startNs: 0, endNs: 1000, miscounted: 0 };
  return {
    ...part(slot),
    ...span,
    kind: 'measured',
    executed: 10,
    poolLock: lock(20),
    ...changes,
  };
}

function kworker(slot: number, changes: Partial<KworkerReport> = {}): KworkerReport {
  return {
    ...part(slot),
    kind: 'served',
    created: true,
    timedWakes: 0,
    timedWakesNs: 0,
    executed: 0,
    poolLock: lock(0),
    ...changes,
  };
}

function poolState(guard: number, changes: Partial<PoolState> = {}): PoolState {
  return { guard, hasWork: false, created: 0, idle: 0, peakBusy: 0, ...changes };
}

const NO_SAMPLES = {
  queueNs: new Uint32Array(),
  roundTripNs: new Uint32Array(),
  workNs: null,
};

function check(submitters: SubmitterReport[], guards: number[], trial = TRIAL): string[] {
  const pools = guards.map((guard) => poolState(guard));
  const result = { submitters, kworkers: [], pools, downstreamGuards: [], ...NO_SAMPLES };
  return checkTrial(result, trial);
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
    const reports = [
      report(0, { poolLock: lock(many) }),
      report(1, { poolLock: lock(0) }),
      report(2),
    ];
    expect(check(reports, [many | 0, 20])).toEqual([]);
  });

  it('tells how many items failed, and why the first did', () => {
    const failed = report(1, { failed: 3, firstFailure: 'ENOSPC: no space left on device' });
    expect(check([report(0), failed, report(2)], [40, 20])).toEqual([
      '3 of 30 items failed: ENOSPC: no space left on device',
    ]);
  });

  describe('with kworker threads', () => {
    const THREADS = trialOf([0, 1], {
      itemsPerThread: 10,
      kworkers: {
        kind: 'threads',
        poolOf: [0, 0, 1, null],
        wake: 'lifo',
        submitterCpus: [null, null],
        places: [],
      },
    });
    const submitters = [0, 1].map((slot) => report(slot, { executed: 0, poolLock: lock(10) }));
    const kworkers = [
      kworker(2, { executed: 6, poolLock: lock(7) }),
      kworker(3, { executed: 4, poolLock: lock(5) }),
      kworker(4, { executed: 10, poolLock: lock(11) }),
      kworker(5, { created: false }),
    ];
    const pools = [
      poolState(22, { created: 2, idle: 2, peakBusy: 2 }),
      poolState(21, { created: 1, idle: 1, peakBusy: 1 }),
    ];
    const good = { submitters, kworkers, pools, downstreamGuards: [], ...NO_SAMPLES };

    it('counts what they ran and how often they took the lock', () => {
      expect(checkTrial(good, THREADS)).toEqual([]);
    });

    it.each([
      ['work left behind', { hasWork: true }, 'work is left in the worklist'],
      ['one that never came', { created: 3, idle: 3 }, '3 kworkers created, but 2 came'],
      ['one that never went to rest', { idle: 1 }, '2 kworkers created, but 1 idle'],
      ['more at work than there are', { peakBusy: 3 }, '3 of 2 kworkers busy'],
    ])('finds %s', (_, changes, problem) => {
      const strange = [{ ...pools[0]!, ...changes }, pools[1]!];
      expect(checkTrial({ ...good, pools: strange }, THREADS)).toEqual([`pool 0: ${problem}`]);
    });

    it('finds two holders of a downstream lock', () => {
      const taking = kworkers.map((one) => ({ ...one, downstream: [lock(5)] }));
      const queueing = submitters.map((one) => ({ ...one, downstream: [lock(0)] }));
      const result = { ...good, submitters: queueing, kworkers: taking, downstreamGuards: [19] };
      expect(checkTrial(result, THREADS)).toEqual([
        'downstream lock 0: 20 acquisitions of lock parking, but 19 counted under it',
      ]);
    });
  });
});
