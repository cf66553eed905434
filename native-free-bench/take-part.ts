import { nowNs } from './clock.js';
import { ContentionMeter } from './contention-meter.js';
import { passGate } from './gate.js';
import { CompletionWait } from './item.js';
import { InlineKworker } from './kworker.js';
import { type Layout, layOut, PHASES, type Phase, POOL, THREAD } from './layout.js';
import type { Lock, LockKind, LockSite } from './locks/lock.js';
import { playPairs } from './play-pairs.js';
import { Pool } from './pool.js';
import {
  type StartReport,
  type StartTask,
  samplesPerThread,
  type ThreadAnswer,
  type ThreadTask,
  type TrialReport,
  type TrialSpec,
  type TrialTask,
} from './protocol.js';
import { Recorder } from './recorder.js';
import { Spin, StalledError } from './spin.js';
import { type Span, type Submitter, submit } from './submitter.js';
import { readThreadState, readTid, type ThreadState } from './thread-state.js';
import { runMicrobenchItem } from './workloads/microbench.js';

type MakeLock = (kind: LockKind, site: LockSite) => Lock;

const UNKNOWN_SLOT = -1;

/** This thread's place in the team, taken with its first task and kept. */
let slot = UNKNOWN_SLOT;

/**
 * The last trial's objects, kept over the collection between two trials: without a living instance
 * of their classes the compiled loops would be thrown away.
 */
const kept: Submitter[] = [];

/** Does this thread's part of a task; the function behind every measuring thread. */
export function takePart(task: ThreadTask, makeLock: MakeLock): ThreadAnswer {
  try {
    switch (task.kind) {
      case 'start':
        return start(task);
      case 'trial':
        return runTrial(task, makeLock);
      case 'ping':
        return playPairs(task, slot);
    }
  } catch (error) {
    const kind = error instanceof StalledError ? 'stalled' : 'failed';
    return { kind, slot, reason: error instanceof Error ? error.message : String(error) };
  }
}

function start(task: StartTask): StartReport {
  const roster = new Int32Array(task.roster);
  const [taken, ready] = [0, 1];
  if (slot === UNKNOWN_SLOT) slot = Atomics.add(roster, taken, 1);
  Atomics.add(roster, ready, 1);
  Atomics.notify(roster, ready);
  awaitTeam(roster, ready, task);
  return { kind: 'started', slot, tid: readTid() };
}

/** Keeps this thread busy until every thread has a task, so that none is given a second one. */
function awaitTeam(roster: Int32Array, ready: number, task: StartTask): void {
  const deadlineNs = nowNs() + task.deadlineMs * 1e6;
  for (;;) {
    const count = Atomics.load(roster, ready);
    if (count >= task.threads) return;
    if (nowNs() > deadlineNs) {
      throw new StalledError(`only ${count} of ${task.threads} threads started`);
    }
    Atomics.wait(roster, ready, count, 100);
  }
}

function runTrial({ buffer, trial, collect }: TrialTask, makeLock: MakeLock): TrialReport {
  if (collect) globalThis.gc?.();
  const layout = layOut(trial.pools, trial.poolOf.length, samplesPerThread(trial));
  const words = new Int32Array(buffer, 0, layout.bytes / Int32Array.BYTES_PER_ELEMENT);
  const spin = new Spin(words, nowNs() + trial.deadlineMs * 1e6);
  const meter = new ContentionMeter();
  const part = assemble(buffer, words, layout, trial, makeLock, spin, meter);
  kept[0] = part;

  enter('first touch', words, layout);
  if (trial.poolOf.indexOf(trial.poolOf[slot]!) === slot) part.pool.init();
  part.recorder.init();
  const before = readThreadState();
  enter('gate', words, layout);
  passGate(words, trial.poolOf.length, spin, trial.oversubscribed);
  enter('measure', words, layout);
  const span = submit(part, trial.itemsPerThread, trial.sampleEvery);
  enter('done', words, layout);
  return report(span, part, meter, before, readThreadState());
}

function assemble(
  buffer: SharedArrayBuffer,
  words: Int32Array,
  layout: Layout,
  trial: TrialSpec,
  makeLock: MakeLock,
  spin: Spin,
  meter: ContentionMeter,
): Submitter {
  const poolPage = layout.poolPage(trial.poolOf[slot]!);
  const threadPage = layout.threadPage(slot);
  const lock = makeLock(trial.lock, {
    words,
    lock: poolPage + POOL.lock,
    serving: poolPage + POOL.serving,
    node: threadPage + THREAD.nodeNext,
    spin,
    meter,
  });
  const pool = new Pool(words, poolPage, lock);
  const idle = new CompletionWait(spin, trial.oversubscribed);
  return {
    words,
    item: threadPage + THREAD.item,
    pool,
    kworker: new InlineKworker(words, pool, runMicrobenchItem, idle),
    recorder: new Recorder(buffer, layout, slot, samplesPerThread(trial)),
  };
}

/** Leaves a trace of where this thread is, for the report of a stall. */
function enter(phase: Phase, words: Int32Array, layout: Layout): void {
  Atomics.store(words, layout.threadPage(slot) + THREAD.phase, PHASES.indexOf(phase));
}

function report(
  span: Span,
  { pool, kworker }: Submitter,
  meter: ContentionMeter,
  before: ThreadState,
  after: ThreadState,
): TrialReport {
  const since = (key: 'migrations' | 'voluntarySwitches' | 'involuntarySwitches') =>
    before[key] === null || after[key] === null ? null : after[key] - before[key];
  return {
    kind: 'measured',
    slot,
    ...span,
    executed: kworker.executed,
    acquisitions: pool.acquisitions,
    contended: meter.contended,
    waitNs: meter.waitNs,
    maxWaitNs: meter.maxWaitNs,
    allowedCpusAtEnd: after.allowedCpus,
    cpuAtEnd: after.cpu,
    migrations: since('migrations'),
    voluntarySwitches: since('voluntarySwitches'),
    involuntarySwitches: since('involuntarySwitches'),
  };
}
