import { Inbox, type InboxWait } from '../inbox.js';
import { kworkerSleep } from '../kworker-sleep.js';
import { CONTROL, ITEM, THREAD } from '../layout.js';
import { Pool } from '../pool.js';
import { roomOf, type TrialSpec } from '../protocol.js';
import { SampleSeries } from '../recorder.js';
import type { Span } from '../submitter.js';
import { WindowSubmitter } from '../window-submitter.js';
import type { Part, TrialSite } from './part.js';
import { accountOf, type WorkerParts, workerParts, workerPoolMaker } from './worker-parts.js';

/** A submitter of any workload, before kworker threads or as the kworker itself. */
export function submitterPart(site: TrialSite): Part {
  const { buffer, words, layout, trial, slot, spin } = site;
  const parts = partsOf(site);
  const page = layout.threadPage(slot);
  const items = Array.from({ length: trial.depth }, (_, index) => layout.itemAt(slot, index));
  const series = new SampleSeries(buffer, layout, slot, roomOf(trial));
  const submitter = new WindowSubmitter({
    words,
    items,
    pool: parts.pool,
    inbox: new Inbox(words, page, spin, waitOf(trial)),
    inline: trial.kworkers.kind === 'inline' ? parts.runner : null,
    workload: parts.workload,
    failures: parts.failures,
    series,
    spin,
    sampleEvery: trial.sampleEvery,
    arrivals: arrivalsOf(trial, slot),
  });
  let span: Span;
  return {
    init() {
      touchFirst(site, parts, items);
      series.init();
      parts.workload.open(items);
    },
    play() {
      span = submitter.run(trial.itemsPerThread);
      // The last submitter of all sends the kworkers home; the others' items are done by then.
      if (Atomics.sub(words, CONTROL.submitting, 1) === 1) endKworkers(site);
    },
    close: () => parts.workload.close(),
    report: (state) => ({ kind: 'measured', slot, ...span, ...accountOf(parts), state }),
  };
}

function partsOf(site: TrialSite): WorkerParts {
  const { words, trial, slot } = site;
  const pool = trial.poolOf[slot]!;
  return trial.kworkers.kind === 'threads'
    ? workerParts(pool, site, workerPoolMaker(pool, site))
    : workerParts(pool, site, (page, { lock }) => new Pool(words, page, lock));
}

/** A CPU whose submitter waits belongs to the kworkers, so before threads it sleeps at once. */
function waitOf({ kworkers, oversubscribed }: TrialSpec): InboxWait {
  if (kworkers.kind === 'threads') return 'sleep';
  return oversubscribed ? 'spin-then-sleep' : 'spin';
}

/** Submitters begin one after the other within the first interval, not all at once. */
function arrivalsOf({ arrivalEveryNs, poolOf }: TrialSpec, slot: number) {
  if (arrivalEveryNs === null) return null;
  return { everyNs: arrivalEveryNs, firstNs: (arrivalEveryNs * slot) / poolOf.length };
}

function touchFirst(site: TrialSite, { pool, downstream }: WorkerParts, items: readonly number[]) {
  const { words, layout, trial, slot } = site;
  const { poolOf, downstreamOf, kworkers } = trial;
  if (slot === 0) Atomics.store(words, CONTROL.submitting, poolOf.length);
  if (poolOf.indexOf(poolOf[slot]!) === slot) pool.init();
  const own = downstreamOf[slot];
  if (own !== undefined && downstreamOf.indexOf(own) === slot) downstream[own]!.lock.init();
  const cpu = kworkers.kind === 'threads' ? kworkers.submitterCpus[slot] : null;
  words[layout.threadPage(slot) + THREAD.lastCpu] = (cpu ?? -1) + 1;
  items.forEach((item, index) => {
    words[item + ITEM.submitter] = layout.threadPage(slot);
    words[item + ITEM.index] = index;
    words[item + ITEM.payload] = layout.payloadAt(slot, index);
    words[item + ITEM.downstream] = own ?? 0;
  });
}

function endKworkers({ words, layout, trial }: TrialSite): void {
  if (trial.kworkers.kind === 'inline') return;
  trial.kworkers.poolOf.forEach((_, place) => {
    kworkerSleep.end(words, layout.threadPage(trial.poolOf.length + place));
  });
}
