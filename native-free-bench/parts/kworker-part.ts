import { type Kworker, serve } from '../kworker-thread.js';
import { cpuReader } from '../thread-state.js';
import { WakeMeter } from '../wake-meter.js';
import { followsCpus } from '../wake-policy.js';
import type { Part, TrialSite } from './part.js';
import { accountOf, workerParts, workerPoolMaker } from './worker-parts.js';

/** Of `/proc`, opened once for the thread's life. */
let readCpu: (() => number | null) | null = null;

/** A kworker thread of one pool; one that the configuration has no pool for only stands by. */
export function kworkerPart(site: TrialSite): Part {
  const { words, layout, trial, slot, spin } = site;
  const { kworkers, poolOf } = trial;
  if (kworkers.kind === 'inline') throw new Error(`thread ${slot} has no part in an inline trial`);
  const ownPool = kworkers.poolOf[slot - poolOf.length] ?? null;
  const pool = ownPool ?? 0;
  const parts = workerParts(pool, site, workerPoolMaker(pool, site));
  if (followsCpus(kworkers.wake)) readCpu ??= cpuReader();
  const page = layout.threadPage(slot);
  const kworker: Kworker = {
    words,
    page,
    pool: parts.pool,
    runner: parts.runner,
    spin,
    wakes: new WakeMeter(),
    readCpu: followsCpus(kworkers.wake) ? readCpu : null,
  };
  let created = false;
  return {
    init() {},
    play() {
      created = ownPool !== null && serve(kworker);
    },
    close() {},
    report: (state) => ({
      kind: 'served',
      slot,
      created,
      timedWakes: kworker.wakes.timed,
      timedWakesNs: kworker.wakes.totalNs,
      ...accountOf(parts),
      state,
    }),
  };
}
