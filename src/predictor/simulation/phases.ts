/** What a thread does; its next event ends that, except where it waits for another one's. */
export const PHASE = {
  asleep: 0,
  waitsForCpu: 1,
  starting: 2,
  thinking: 3,
  waitsForLock: 4,
  inserting: 5,
  popping: 6,
  creating: 7,
  working: 8,
  waitsDownstream: 9,
  downstream: 10,
  completing: 11,
  fallingAsleep: 12,
  waitsForOwn: 13,
  waitsToPop: 14,
  readingClock: 15,
} as const;

/** In the order of the numbers, as timelines and errors name them. */
export const PHASE_NAMES: readonly string[] = [
  'asleep',
  'waits for the CPU',
  'starts',
  'thinks',
  'waits for the lock',
  'queue_work under the lock',
  'pop under the lock',
  'makes a kworker',
  'works',
  'waits downstream',
  'downstream lock',
  'wakes the submitter',
  'falls asleep',
  'waits for its item',
  'waits for the lock',
  'reads the clock',
];
