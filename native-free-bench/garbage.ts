import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes `globalThis.gc` exist in every thread started from now on, and returns this thread's.
 * Collecting between trials keeps collections out of them, and gives each trial's buffer back to
 * the operating system: threads that allocate next to nothing would hold on to all of them.
 */
export function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
