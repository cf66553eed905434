import { type Check, problemIn, problemInEach } from './check.js';
import type { TrialInRun } from './trial-problems.js';

type PoolRecord = TrialInRun['trial']['pools'][number];

/** What contradicts itself in what a trial tells of kworkers, as `path: problem`. */
export function kworkersProblem(given: TrialInRun): string | null {
  const { trial, run } = given;
  const threads = run.kworkers === 'threads';
  if ((trial.kworkers !== null) !== threads) {
    return `kworkers: ${threads ? 'null' : 'given'}, but those of the run are ${run.kworkers}`;
  }
  return (
    problemIn(given, TRIAL) ??
    problemInEach('pools', trial.pools, (pool) => problemIn({ ...given, pool }, POOL))
  );
}

const TRIAL: readonly Check<TrialInRun>[] = [
  [
    'kworkers',
    ({ trial: { valid, items, kworkers } }) => {
      if (!valid || kworkers === null) return false;
      const executed = kworkers.reduce((sum, kworker) => sum + kworker.executed, 0);
      return executed !== items && `they ran ${executed} of ${items} items`;
    },
  ],
  [
    'kworkers',
    ({ trial: { kworkers }, nr_pods }) =>
      (kworkers ?? []).some(({ pool }) => pool >= nr_pods) && 'one of them has no pool',
  ],
];

const POOL: readonly Check<TrialInRun & { readonly pool: PoolRecord }>[] = [
  [
    'kworkers',
    ({ pool, run: { kworkers } }) =>
      (pool.kworkers !== null) !== (kworkers === 'threads') &&
      `${pool.kworkers === null ? 'null' : 'given'}, but those of the run are ${kworkers}`,
  ],
  [
    'kworkers.created',
    ({ pool: { pool, kworkers: own }, trial: { valid, kworkers } }) => {
      if (!valid || own === null || kworkers === null) return false;
      const listed = kworkers.filter((kworker) => kworker.pool === pool).length;
      return own.created !== listed && `${own.created}, but ${listed} are listed`;
    },
  ],
  [
    'kworkers.created',
    ({ pool: { pool, kworkers: own }, run, podSizes }) => {
      const { maxKworkers, source, threads, depth } = run;
      // A kernel's pool grows with its work, and has one more to stand by.
      const unbounded = source === 'predicted' ? threads * depth + 1 : (podSizes[pool] ?? 0);
      const most = maxKworkers ?? unbounded;
      return own !== null && own.created > most && `${own.created} of at most ${most}`;
    },
  ],
  [
    'kworkers.peakBusy',
    ({ pool: { kworkers: own } }) =>
      own !== null && own.peakBusy > own.created && `${own.peakBusy} of ${own.created} created`,
  ],
];
