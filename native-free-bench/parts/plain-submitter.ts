import { CompletionWait } from '../item.js';
import { InlineKworker } from '../kworker.js';
import { Pool } from '../pool.js';
import { samplesPerThread, type TrialSpec } from '../protocol.js';
import { Recorder } from '../recorder.js';
import { type Span, type Submitter, submit } from '../submitter.js';
import { runMicrobenchItem } from '../workloads/microbench.js';
import { lockOn } from './lock-handles.js';
import type { Part, TrialSite } from './part.js';

/** Whether a trial is the microbenchmark as the kernel has it. */
export function isPlain({ workload, depth, arrivalEveryNs, kworkers }: TrialSpec): boolean {
  const closedLoop = depth === 1 && arrivalEveryNs === null;
  return workload.kind === 'microbench' && closedLoop && kworkers.kind === 'inline';
}

/**
 * The last trial's objects, kept over the collection between two trials: without a living instance
 * of their classes the compiled loops would be thrown away.
 */
const kept: Submitter[] = [];

/** The microbenchmark's submitter, in the shortest loop there is. */
export function plainSubmitter(site: TrialSite): Part {
  const { buffer, words, layout, trial, slot, spin } = site;
  const poolPage = layout.poolPage(trial.poolOf[slot]!);
  const handle = lockOn(poolPage, site);
  const pool = new Pool(words, poolPage, handle.lock);
  const idle = new CompletionWait(spin, trial.oversubscribed);
  const submitter = {
    words,
    item: layout.itemAt(slot, 0),
    pool,
    kworker: new InlineKworker(words, pool, runMicrobenchItem, idle),
    recorder: new Recorder(buffer, layout, slot, samplesPerThread(trial)),
  };
  kept[0] = submitter;
  let span: Span;
  return {
    init() {
      if (trial.poolOf.indexOf(trial.poolOf[slot]!) === slot) pool.init();
      submitter.recorder.init();
    },
    play() {
      span = submit(submitter, trial.itemsPerThread, trial.sampleEvery);
    },
    close() {},
    report: (state) => ({
      kind: 'measured',
      slot,
      ...span,
      executed: submitter.kworker.executed,
      failed: 0,
      firstFailure: null,
      poolLock: handle.account(pool.acquisitions),
      downstream: [],
      wakeUps: 0,
      foundNoneIdle: 0,
      submittersWoken: 0,
      state,
    }),
  };
}
