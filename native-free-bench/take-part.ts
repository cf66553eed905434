import { nowNs } from './clock.js';
import { passGate } from './gate.js';
import { type Layout, layOut, PHASES, type Phase, THREAD } from './layout.js';
import { kworkerPart } from './parts/kworker-part.js';
import type { MakeLock, Part, TrialSite } from './parts/part.js';
import { isPlain, plainSubmitter } from './parts/plain-submitter.js';
import { submitterPart } from './parts/submitter-part.js';
import { playPairs } from './play-pairs.js';
import { playWakes } from './play-wakes.js';
import {
  roomOf,
  type StartReport,
  type StartTask,
  type ThreadAnswer,
  type ThreadTask,
  type TrialReport,
  type TrialTask,
  threadsOf,
} from './protocol.js';
import { Spin, StalledError } from './spin.js';
import { changeBetween, readThreadState, readTid } from './thread-state.js';

const UNKNOWN_SLOT = -1;

/** This thread's place in the team, taken with its first task and kept. */
let slot = UNKNOWN_SLOT;

/**
 * Does this thread's part of a task; the function behind every measuring thread. `step` is called
 * between any two steps that others can come between: what may happen there, happens there.
 */
export function takePart(
  task: ThreadTask,
  makeLock: MakeLock,
  step: () => void = () => {},
): ThreadAnswer {
  try {
    switch (task.kind) {
      case 'start':
        return start(task);
      case 'trial':
        return runTrial(task, makeLock, step);
      case 'ping':
        return playPairs(task, slot);
      case 'wake':
        return playWakes(task, slot);
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

function runTrial(
  { buffer, trial, collect }: TrialTask,
  makeLock: MakeLock,
  step: () => void,
): TrialReport {
  if (collect) globalThis.gc?.();
  const layout = layOut(roomOf(trial));
  const words = new Int32Array(buffer, 0, layout.bytes / Int32Array.BYTES_PER_ELEMENT);
  const spin = new Spin(words, nowNs() + trial.deadlineMs * 1e6);
  const part = partOf({ buffer, words, layout, trial, slot, spin, makeLock, step });
  try {
    enter('first touch', words, layout);
    part.init();
    const before = readThreadState();
    enter('gate', words, layout);
    passGate(words, threadsOf(trial), spin, trial.oversubscribed);
    enter('measure', words, layout);
    part.play();
    enter('done', words, layout);
    return part.report(changeBetween(before, readThreadState()));
  } finally {
    part.close();
  }
}

function partOf(site: TrialSite): Part {
  if (site.slot >= site.trial.poolOf.length) return kworkerPart(site);
  return isPlain(site.trial) ? plainSubmitter(site) : submitterPart(site);
}

/** Leaves a trace of where this thread is, for the report of a stall. */
function enter(phase: Phase, words: Int32Array, layout: Layout): void {
  Atomics.store(words, layout.threadPage(slot) + THREAD.phase, PHASES.indexOf(phase));
}
