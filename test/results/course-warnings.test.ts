import { describe, expect, test } from 'vitest';
import { courseWarnings, type Expected } from '../../src/results/course-warnings.js';
import type { Disturbance } from '../../src/results/file/trial-schema.js';
import type { ThreadOutcome } from '../../src/runner/trial-executor.js';
import { threadOutcome, UNDISTURBED } from './run-builder.js';

/** Codes for two threads on two CPUs over 100 ms. */
const NOTHING: Expected = { oversubscribed: false, filesWritten: false };

function codes(
  disturbance: Partial<Disturbance>,
  thread: Partial<ThreadOutcome> = {},
  expected: Partial<Expected> = {},
): string[] {
  const threads = [0, 1].map((boundCpu) => ({ ...threadOutcome(1e6), boundCpu, ...thread }));
  const disturbed = { ...UNDISTURBED, ...disturbance };
  const course = { elapsedNs: 1e8, threads, disturbance: disturbed, pools: [], cpuUse: null };
  return courseWarnings(course, { ...NOTHING, ...expected }).map(({ code }) => code);
}

describe('courseWarnings', () => {
  test('are none for a quiet trial, and none where nothing is known', () => {
    expect(codes({})).toEqual([]);
    const unknown = { stealMs: null, othersMs: null, throttledMs: null };
    expect(codes(unknown, { migrations: null, involuntarySwitches: null })).toEqual([]);
  });

  test.each<[string, Partial<Disturbance>, string[]]>([
    ['steal of a twentieth', { stealMs: 10 }, ['cpu-stolen']],
    ['other work above the steps of the counter', { othersMs: 40 }, ['cpus-shared']],
    ['other work within the steps of the counter', { othersMs: 30 }, []],
    ['throttling, however short', { throttledMs: 0.5 }, ['cpu-throttled']],
    ['no throttling', { throttledMs: 0 }, []],
  ])('%s', (_, disturbance, expected) => expect(codes(disturbance)).toEqual(expected));

  test.each([
    [11, false, ['preempted']],
    [10, false, []],
    [500, true, []],
  ])('%d switches a thread in 100 ms, oversubscribed %s', (involuntarySwitches, over, expected) =>
    expect(codes({}, { involuntarySwitches }, { oversubscribed: over })).toEqual(expected),
  );

  test('files that the kernel writes back are no other work', () => {
    expect(codes({ othersMs: 40 }, {}, { filesWritten: true })).toEqual([]);
  });

  test('wake-ups that take half of the time of the CPUs', () => {
    const threads = [0, 1].map((boundCpu) => ({ ...threadOutcome(1e6), boundCpu }));
    const lock = { acquisitions: 9, contended: 0, waitNs: 0, maxWaitNs: 0, heldNs: null };
    const pool = (wakeUps: number, wakeNs: number | null) => ({
      pool: 0,
      ...lock,
      kworkers: { created: 0, peakBusy: 1, wakeUps, foundNoneIdle: 0, submittersWoken: 10, wakeNs },
    });
    const use = { userPercent: 50, systemPercent: 40, stealPercent: 0 };
    const foundAt = (ownPercent: number, pools: ReturnType<typeof pool>[]) =>
      courseWarnings(
        {
          elapsedNs: 1e6,
          threads,
          disturbance: UNDISTURBED,
          pools,
          cpuUse: { ...use, ownPercent },
        },
        NOTHING,
      );
    const found = (...pools: ReturnType<typeof pool>[]) => foundAt(70, pools);
    // Two CPUs for a millisecond.
    expect(found(pool(39, 20_000), pool(0, null))).toEqual([]);
    const [warning] = found(pool(40, 20_000), pool(0, null));
    expect(warning?.code).toBe('wake-path-bound');
    expect(warning?.message).toContain('60 wake-ups of 16.7 µs each took as long as 50%');
    expect(found({ ...pool(90, 2e6), kworkers: null as never })).toEqual([]);
    // They wait for CPUs that are at work.
    expect(foundAt(95, [pool(90, 2e6)])).toEqual([]);
  });

  test('a switch or two are no evidence, however short the trial', () => {
    const threads = [{ ...threadOutcome(1e6), involuntarySwitches: 2 }];
    expect(
      courseWarnings(
        { elapsedNs: 1e6, threads, disturbance: UNDISTURBED, pools: [], cpuUse: null },
        NOTHING,
      ),
    ).toEqual([]);
  });

  test('a thread that moved', () => {
    expect(codes({}, { migrations: 1 })).toEqual(['migrated']);
  });
});
