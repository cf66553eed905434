import type { Lock } from '../locks/lock.js';
import type { WorkloadSpec } from './workload-spec.js';

/**
 * One thread's side of a workload, for one trial. An item is the address of its words (`ITEM` in
 * `layout.ts`): what its thread of submission leaves there, any other thread finds. All but `run`
 * are called by the item's submitter alone.
 */
export interface Workload {
  /** Once, before the gate: whatever the submitter's items need. Throws where it cannot be had. */
  open(items: readonly number[]): void;
  /** Before an item is queued, outside the timed path. Throws when the item has failed already. */
  prepare(item: number): void;
  /** The work function, on the thread that popped the item. Throws when the item fails. */
  run(item: number): void;
  /** Once its completion is seen. Throws when what the item did is not what it should have done. */
  verify(item: number): void;
  /** At the end, also of a trial that failed. */
  close(): void;
}

/** What a workload has of its thread. */
export interface WorkloadSite<Spec extends WorkloadSpec = WorkloadSpec> {
  readonly spec: Spec;
  readonly buffer: SharedArrayBuffer;
  readonly words: Int32Array;
  /** Number of the calling thread in its team. */
  readonly slot: number;
  /** Directory for files, which exists and is removed with all in it; null where none are needed. */
  readonly directory: string | null;
  /** This thread's handles on the downstream locks, by number; none for other workloads. */
  readonly downstream: readonly CountedLock[];
}

/** A lock whose acquisitions are counted here, and under the lock itself. */
export interface CountedLock extends Lock {
  readonly acquisitions: number;
}

/** Throws where the trial has none, which the host makes sure of. */
export function directoryOf({ directory, spec }: WorkloadSite): string {
  if (directory === null) throw new Error(`workload ${spec.kind} has no directory for its files`);
  return directory;
}
