import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { TrialOutcome } from '../runner/trial-executor.js';
import { inThread, type Job, type JobRunner } from './jobs.js';

/** One thread a CPU, for trials that know nothing of each other. */
export function createJobPool(): JobRunner {
  const width = availableParallelism();
  const filename = fileURLToPath(new URL('./job-entry.js', import.meta.url));
  // From sources there is no emitted file, and threads start from no other.
  if (width === 1 || !existsSync(filename)) return inThread;
  const piscina = new Piscina<Job, TrialOutcome>({ filename, maxThreads: width });
  return {
    width,
    run: (job) => piscina.run(job),
    close: () => piscina.destroy(),
  };
}
