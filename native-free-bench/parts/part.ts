import type { Layout } from '../layout.js';
import type { Lock, LockKind, LockSite } from '../locks/lock.js';
import type { TrialReport, TrialSpec } from '../protocol.js';
import type { Spin } from '../spin.js';
import type { ThreadStateChange } from '../thread-state.js';

/** What one thread does in a trial. */
export interface Part {
  /** Before the gate: touches its pages first, and makes what its items need. */
  init(): void;
  /** Between the gate and the end. */
  play(): void;
  /** At the end, also after an error. */
  close(): void;
  report(state: ThreadStateChange): TrialReport;
}

export type MakeLock = (kind: LockKind, site: LockSite) => Lock;

/** What a thread has at hand before it knows its part. */
export interface TrialSite {
  readonly buffer: SharedArrayBuffer;
  readonly words: Int32Array;
  readonly layout: Layout;
  readonly trial: TrialSpec;
  readonly slot: number;
  readonly spin: Spin;
  readonly makeLock: MakeLock;
  /** Called between any two steps that kworker threads and their wakers can come between. */
  readonly step: () => void;
}
