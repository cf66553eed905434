import type { Room } from '../../native-free-bench/layout.js';
import type { TrialSpec } from '../../native-free-bench/protocol.js';

/** For one pool and one submitter without samples, unless changed. */
export const ROOM: Room = {
  pools: 1,
  downstreamLocks: 0,
  submitters: 1,
  kworkers: 0,
  depth: 1,
  payloadBytes: 0,
  samples: 0,
  timesWork: false,
};

/** The plain microbenchmark of submitters in the pools of `poolOf`, unless changed. */
export function trialOf(poolOf: readonly number[], changes: Partial<TrialSpec> = {}): TrialSpec {
  return {
    poolOf,
    pools: Math.max(...poolOf) + 1,
    kworkers: { kind: 'inline' },
    workload: { kind: 'microbench' },
    directory: null,
    downstreamOf: [],
    itemsPerThread: 5000,
    depth: 1,
    arrivalEveryNs: null,
    sampleEvery: 1,
    lock: 'parking',
    timesHolds: false,
    oversubscribed: true,
    deadlineMs: 20_000,
    ...changes,
  };
}
