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
  const course = { elapsedNs: 1e8, threads, disturbance: { ...UNDISTURBED, ...disturbance } };
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

  test('a switch or two are no evidence, however short the trial', () => {
    const threads = [{ ...threadOutcome(1e6), involuntarySwitches: 2 }];
    expect(courseWarnings({ elapsedNs: 1e6, threads, disturbance: UNDISTURBED }, NOTHING)).toEqual(
      [],
    );
  });

  test('a thread that moved', () => {
    expect(codes({}, { migrations: 1 })).toEqual(['migrated']);
  });
});
