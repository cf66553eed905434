import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allocate } from './layout.js';

/**
 * Bytes of trial buffers after which to collect: on hundreds of threads that takes longer than a
 * short trial, so not before every one.
 */
export const COLLECT_AFTER_BYTES = 64 * 2 ** 20;

/** Work that the collector would give to other threads: they would run on the measured CPUs. */
const HELPERS_OFF = [
  '--no-parallel-scavenge',
  '--no-concurrent-sweeping',
  '--no-concurrent-array-buffer-sweeping',
];

/**
 * Lets every thread started from now on collect its own garbage, and makes `globalThis.gc` exist
 * there; returns this thread's. Collecting between trials keeps collections out of them, and gives
 * each trial's buffer back to the operating system: threads that allocate next to nothing would hold
 * on to all of them.
 */
export function takeOverGarbageCollection(): () => void {
  for (const flag of ['--expose-gc', ...HELPERS_OFF]) setFlagsFromString(flag);
  return runInNewContext('gc') as () => void;
}

/** Makes the buffers of trials, and knows when to collect those of earlier ones. */
export class TrialBuffers {
  private readonly collectGarbage: () => void;
  /** Bytes that the threads may still hold on to, and those of the last buffer, which they do. */
  private heldBytes = 0;
  private lastBytes = 0;

  constructor(collectGarbage: () => void) {
    this.collectGarbage = collectGarbage;
  }

  /** A new buffer, and whether the threads are to collect, as this one does. */
  allocate(bytes: number): { readonly buffer: SharedArrayBuffer; readonly collect: boolean } {
    const collect = this.heldBytes + bytes > COLLECT_AFTER_BYTES;
    if (collect) this.collectGarbage();
    this.heldBytes = bytes + (collect ? this.lastBytes : this.heldBytes);
    this.lastBytes = bytes;
    return { buffer: allocate({ bytes }), collect };
  }
}
