import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { COLLECT_AFTER_BYTES, takeOverGarbageCollection } from './garbage.js';
import { kworkerSleep } from './kworker-sleep.js';
import { allocate, CONTROL, type Layout, layOut, PHASES, THREAD } from './layout.js';
import { layOutPing, MAIL, PING_CONTROL, type PingLayout } from './ping-layout.js';
import { bindThreads, readBinding } from './pinning.js';
import { sendMail } from './play-pairs.js';
import { giveUpWakes, layOutWakes, type WakeTimes, wakeTimes } from './play-wakes.js';
import {
  type PingSpec,
  roomOf,
  type StartReport,
  type StartTask,
  type ThreadAnswer,
  type ThreadTask,
  type TrialReport,
  type TrialSpec,
  threadsOf,
  type WakeSpec,
} from './protocol.js';
import { runOnAll } from './run-on-all.js';
import { FailedThread, TeamError } from './team-error.js';
import { resultOf, type TrialResult } from './trial-result.js';

export interface TeamOptions {
  /** CPU list each thread is bound to; null leaves it unbound. Its length is the team's size. */
  readonly bindTo: readonly (string | null)[];
  /** What a message calls each thread, e.g. `CPU 3`. */
  readonly names: readonly string[];
  /** Bound on the start of the whole team. */
  readonly deadlineMs: number;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
  /** Another file to start the threads from. */
  readonly entry?: URL;
}

/** Which threads are to play, by slot: two different ones a pair. */
export interface PairsSpec extends Omit<PingSpec, 'threads' | 'pairs'> {
  readonly pairs: readonly (readonly [leader: number, follower: number])[];
}

/** Most heap for short-lived objects: the loops allocate nothing, and 64 threads add up. */
const YOUNG_GENERATION_MB = 2;

/**
 * The measuring threads, hosted by Piscina: one long task for each thread at a time. The host
 * sleeps in its event loop while they work.
 */
export class ThreadTeam {
  /** Why each thread could not be bound, by slot; null where it is, or was not to be. */
  readonly bindErrors: readonly (string | null)[];
  private readonly piscina: Piscina<ThreadTask, ThreadAnswer>;
  private readonly collectGarbage: () => void;
  private readonly options: TeamOptions;
  private readonly tids: readonly (number | null)[];
  /** Bytes of buffers that the threads may still hold on to, and of the last one, which they do. */
  private heldBytes = 0;
  private lastBytes = 0;
  private giveUp: () => void = () => {};
  /** CPU list that each thread is bound to; null where it is not. */
  private bound: readonly (string | null)[];

  private constructor(
    piscina: Piscina<ThreadTask, ThreadAnswer>,
    collectGarbage: () => void,
    options: TeamOptions,
    tids: readonly (number | null)[],
    bindErrors: readonly (string | null)[],
  ) {
    this.piscina = piscina;
    this.collectGarbage = collectGarbage;
    this.options = options;
    this.tids = tids;
    this.bindErrors = bindErrors;
    this.bound = options.bindTo;
  }

  /** Starts and binds the threads. Throws `TeamError`. */
  static async start(options: TeamOptions): Promise<ThreadTeam> {
    const { bindTo, deadlineMs } = options;
    const filename = entryFile(options.entry);
    const collectGarbage = takeOverGarbageCollection();
    const piscina = new Piscina<ThreadTask, ThreadAnswer>({
      filename,
      minThreads: 1,
      maxThreads: bindTo.length,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    // A thread that dies between two tasks: the next task, or its deadline, tells.
    piscina.on('error', () => {});
    const roster = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const task: StartTask = { kind: 'start', roster, threads: bindTo.length, deadlineMs };
    try {
      const run = (start: ThreadTask) => piscina.run(start);
      const all = runOnAll(run, task, bindTo.length, deadlineMs, undefined, options.signal);
      const starts = (await all) as StartReport[];
      const tids = starts.sort(bySlot).map(({ tid }) => tid);
      const bindErrors = await bindThreads(tids, bindTo);
      return new ThreadTeam(piscina, collectGarbage, options, tids, bindErrors);
    } catch (cause) {
      await piscina.destroy();
      throw new TeamError(kindOf(cause), `the threads did not start: ${reasonOf(cause)}`, {
        cause,
      });
    }
  }

  /** Binds threads anew; why it did not work for one, by slot, is null where it did. */
  async bind(cpuLists: readonly (string | null)[]): Promise<readonly (string | null)[]> {
    const changed = cpuLists.map((list, slot) => (list === this.bound[slot] ? null : list));
    this.bound = cpuLists.map((list, slot) => list ?? this.bound[slot]!);
    return bindThreads(this.tids, changed);
  }

  /** Throws `TeamError`, after which the team is of no more use. */
  async runTrial(trial: TrialSpec): Promise<TrialResult> {
    const threads = threadsOf(trial);
    const layout = layOut(roomOf(trial));
    const collect = this.admit(layout.bytes);
    const buffer = allocate(layout);
    const words = new Int32Array(buffer);
    this.giveUp = () => giveUpTrial(words, layout, trial);
    try {
      const task: ThreadTask = { kind: 'trial', buffer, trial, collect };
      const reports = await runOnAll(this.run, task, threads, trial.deadlineMs, this.giveUp);
      return resultOf(buffer, layout, trial, (reports as TrialReport[]).sort(bySlot));
    } catch (cause) {
      const where = await this.describe(cause, words, layout, trial);
      await this.close();
      throw new TeamError(kindOf(cause), `${reasonOf(cause)} (${where})`, { cause });
    } finally {
      this.giveUp = () => {};
    }
  }

  /**
   * Plays ping-pong over a cache line between the two threads of each pair, one pair after the
   * other. Returns the samples of each pair, ns a round trip, in the order of the pairs. Throws
   * `TeamError`, after which the team is of no more use.
   */
  async measurePairs({ pairs, ...rest }: PairsSpec): Promise<Float64Array[]> {
    const threads = this.tids.length;
    const spec: PingSpec = { ...rest, threads, pairs: pairs.length };
    const layout = layOutPing(threads, pairs.length, spec.mostSamples);
    const collect = this.admit(layout.bytes);
    const buffer = allocate(layout);
    const words = new Int32Array(buffer);
    pairs.forEach((members, pair) => {
      words.set(members, layout.pairAt(pair));
    });
    this.giveUp = () => giveUpPairs(words, layout, threads);
    try {
      const task: ThreadTask = { kind: 'ping', buffer, spec, collect };
      await runOnAll(this.run, task, threads, spec.deadlineMs, this.giveUp);
      return pairs.map((_, pair) =>
        new Float64Array(buffer, layout.samplesNsAt(pair), words[layout.takenAt(pair)]).slice(),
      );
    } catch (cause) {
      const { names } = this.options;
      const members = pairs[Atomics.load(words, PING_CONTROL.current)] ?? [];
      const failed = cause instanceof FailedThread ? [names[cause.slot]!] : [];
      const pair = `pair of ${members.map((slot) => names[slot]).join(' and ')}`;
      const where = [...failed, pair, ...(await this.lostBindings())].join('; ');
      await this.close();
      throw new TeamError(kindOf(cause), `${reasonOf(cause)} (${where})`, { cause });
    } finally {
      this.giveUp = () => {};
    }
  }

  /**
   * Wakes sleeping threads one after the other, again and again. Throws `TeamError`, after which the
   * team is of no more use.
   */
  async measureWakes(spec: WakeSpec): Promise<WakeTimes> {
    const layout = layOutWakes(spec);
    const collect = this.admit(layout.bytes);
    const buffer = allocate(layout);
    this.giveUp = () => giveUpWakes(new Int32Array(buffer), spec);
    try {
      const task: ThreadTask = { kind: 'wake', buffer, spec, collect };
      await runOnAll(this.run, task, this.tids.length, spec.deadlineMs, this.giveUp);
      return wakeTimes(buffer, spec);
    } catch (cause) {
      const { names } = this.options;
      const failed = cause instanceof FailedThread ? [names[cause.slot]!] : [];
      const where = [...failed, 'measuring wake-ups', ...(await this.lostBindings())].join('; ');
      await this.close();
      throw new TeamError(kindOf(cause), `${reasonOf(cause)} (${where})`, { cause });
    } finally {
      this.giveUp = () => {};
    }
  }

  /** Ends a running trial early, without waiting for its deadline; then stops all threads. */
  async close(): Promise<void> {
    this.giveUp();
    await this.piscina.destroy();
  }

  private readonly run = (task: ThreadTask): Promise<ThreadAnswer> => this.piscina.run(task);

  /** Counts a new buffer among those held; whether the threads are to collect, as this one does. */
  private admit(bytes: number): boolean {
    const collect = this.heldBytes + bytes > COLLECT_AFTER_BYTES;
    if (collect) this.collectGarbage();
    this.heldBytes = bytes + (collect ? this.lastBytes : this.heldBytes);
    this.lastBytes = bytes;
    return collect;
  }

  /** Where a trial failed: the one thread that did, or all that have not finished. */
  private async describe(
    cause: unknown,
    words: Int32Array,
    layout: Layout,
    trial: TrialSpec,
  ): Promise<string> {
    const phaseOf = (slot: number) =>
      PHASES[Atomics.load(words, layout.threadPage(slot) + THREAD.phase)]!;
    const nameOf = (slot: number) => this.options.names[slot]!;
    const lock = `lock ${trial.lock}`;
    if (cause instanceof FailedThread) {
      return `${nameOf(cause.slot)}, phase ${phaseOf(cause.slot)}, ${lock}`;
    }
    const slots = Array.from({ length: threadsOf(trial) }, (_, slot) => slot);
    const unfinished = PHASES.filter((phase) => phase !== 'done').flatMap((phase) => {
      const names = slots.filter((slot) => phaseOf(slot) === phase).map(nameOf);
      return names.length === 0 ? [] : [`phase ${phase}: ${abridged(names)}`];
    });
    return [lock, ...unfinished, ...(await this.lostBindings())].join('; ');
  }

  /** Threads that are not where they were bound, which may be why a trial stalls. */
  private async lostBindings(): Promise<string[]> {
    const { names } = this.options;
    const bindTo = this.bound;
    const found = await Promise.all(
      this.tids.map(async (tid, slot) => {
        if (tid === null || bindTo[slot] === null || this.bindErrors[slot] !== null) return [];
        const allowed = await readBinding(tid).catch(() => undefined);
        return allowed === undefined || allowed === bindTo[slot]
          ? []
          : [`${names[slot]} was bound to ${bindTo[slot]} and is now allowed on ${allowed}`];
      }),
    );
    return found.flat();
  }
}

/** Ends every wait of a trial, those without a slice of time too. */
function giveUpTrial(words: Int32Array, layout: Layout, trial: TrialSpec): void {
  // Before the wake-ups, so that a thread which wakes leaves.
  Atomics.store(words, CONTROL.abort, 1);
  for (let slot = 0; slot < threadsOf(trial); slot++) {
    const page = layout.threadPage(slot);
    if (slot >= trial.poolOf.length) kworkerSleep.end(words, page);
    // A changed count: who is only about to sleep does not.
    else Atomics.add(words, page + THREAD.completions, 1);
    Atomics.notify(words, page + THREAD.completions, 1);
  }
}

/** Ends the spins of the pair that plays and the sleep of all others. */
function giveUpPairs(words: Int32Array, layout: PingLayout, threads: number): void {
  // Before the mails, so that a thread which is called to a pair nevertheless leaves it.
  Atomics.store(words, CONTROL.abort, 1);
  for (let slot = 0; slot < threads; slot++) sendMail(words, layout, slot, MAIL.givenUp);
}

/** A thread can start only from a file that the compiler has emitted. */
function entryFile(entry = new URL('./thread-entry.js', import.meta.url)): string {
  const file = fileURLToPath(entry);
  if (!existsSync(file)) {
    throw new TeamError('not-built', `${file} does not exist: threads start only from built code`);
  }
  return file;
}

/** The first names of a long list. */
function abridged(names: readonly string[]): string {
  const shown = 8;
  const rest = names.length - shown;
  return [...names.slice(0, shown), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function bySlot(a: { slot: number }, b: { slot: number }): number {
  return a.slot - b.slot;
}

function kindOf(error: unknown): TeamError['kind'] {
  return error instanceof TeamError ? error.kind : 'thread-failed';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
