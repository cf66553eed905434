import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { TrialBuffers, takeOverGarbageCollection } from './garbage.js';
import { giveUpTrial } from './give-up-trial.js';
import { type Layout, layOut, PHASES, THREAD } from './layout.js';
import { layOutPing, PING_CONTROL } from './ping-layout.js';
import { bindThreads, readBinding } from './pinning.js';
import { giveUpPairs } from './play-pairs.js';
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
  private readonly buffers: TrialBuffers;
  private readonly options: TeamOptions;
  private readonly tids: readonly (number | null)[];
  private giveUp: () => void = () => {};
  /** CPU list that each thread is bound to; null where it is not. */
  private bound: readonly (string | null)[];

  private constructor(
    piscina: Piscina<ThreadTask, ThreadAnswer>,
    buffers: TrialBuffers,
    options: TeamOptions,
    tids: readonly (number | null)[],
    bindErrors: readonly (string | null)[],
  ) {
    this.piscina = piscina;
    this.buffers = buffers;
    this.options = options;
    this.tids = tids;
    this.bindErrors = bindErrors;
    this.bound = options.bindTo;
  }

  /** Starts and binds the threads. Throws `TeamError`. */
  static async start(options: TeamOptions): Promise<ThreadTeam> {
    const { bindTo, deadlineMs } = options;
    const filename = entryFile(options.entry);
    const buffers = new TrialBuffers(takeOverGarbageCollection());
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
      return new ThreadTeam(piscina, buffers, options, tids, bindErrors);
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
    const layout = layOut(roomOf(trial));
    const { buffer, collect } = this.buffers.allocate(layout.bytes);
    const words = new Int32Array(buffer);
    const reports = await this.perform(
      { kind: 'trial', buffer, trial, collect },
      trial.deadlineMs,
      () => giveUpTrial(words, layout, trial),
      (failed) => this.describeTrial(failed, words, layout, trial),
    );
    return resultOf(buffer, layout, trial, (reports as TrialReport[]).sort(bySlot));
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
    const { buffer, collect } = this.buffers.allocate(layout.bytes);
    const words = new Int32Array(buffer);
    pairs.forEach((members, pair) => {
      words.set(members, layout.pairAt(pair));
    });
    const { names } = this.options;
    await this.perform(
      { kind: 'ping', buffer, spec, collect },
      spec.deadlineMs,
      () => giveUpPairs(words, layout, threads),
      (failed) => {
        const members = pairs[Atomics.load(words, PING_CONTROL.current)] ?? [];
        const pair = `pair of ${members.map((slot) => names[slot]).join(' and ')}`;
        return failed === null ? [pair] : [names[failed]!, pair];
      },
    );
    return pairs.map((_, pair) =>
      new Float64Array(buffer, layout.samplesNsAt(pair), words[layout.takenAt(pair)]).slice(),
    );
  }

  /**
   * Wakes sleeping threads one after the other, again and again. Throws `TeamError`, after which the
   * team is of no more use.
   */
  async measureWakes(spec: WakeSpec): Promise<WakeTimes> {
    const { buffer, collect } = this.buffers.allocate(layOutWakes(spec).bytes);
    const { names } = this.options;
    await this.perform(
      { kind: 'wake', buffer, spec, collect },
      spec.deadlineMs,
      () => giveUpWakes(new Int32Array(buffer), spec),
      (failed) => [...(failed === null ? [] : [names[failed]!]), 'measuring wake-ups'],
    );
    return wakeTimes(buffer, spec);
  }

  /** Ends a running trial early, without waiting for its deadline; then stops all threads. */
  async close(): Promise<void> {
    this.giveUp();
    await this.piscina.destroy();
  }

  private readonly run = (task: ThreadTask): Promise<ThreadAnswer> => this.piscina.run(task);

  /**
   * Gives every thread the task. When one fails, the others are given up with it, and the error says
   * where: `describe` is told the slot of a thread that threw, and bindings that were lost follow.
   */
  private async perform(
    task: ThreadTask,
    deadlineMs: number,
    giveUp: () => void,
    describe: (failedSlot: number | null) => readonly string[],
  ): Promise<ThreadAnswer[]> {
    this.giveUp = giveUp;
    const threads = task.kind === 'trial' ? threadsOf(task.trial) : this.tids.length;
    try {
      return await runOnAll(this.run, task, threads, deadlineMs, giveUp);
    } catch (cause) {
      const failed = cause instanceof FailedThread ? cause.slot : null;
      const where = [...describe(failed), ...(await this.lostBindings())].join('; ');
      await this.close();
      throw new TeamError(kindOf(cause), `${reasonOf(cause)} (${where})`, { cause });
    } finally {
      this.giveUp = () => {};
    }
  }

  /** Where a trial failed: the one thread that did, or all that have not finished. */
  private describeTrial(
    failed: number | null,
    words: Int32Array,
    layout: Layout,
    trial: TrialSpec,
  ): string[] {
    const phaseOf = (slot: number) =>
      PHASES[Atomics.load(words, layout.threadPage(slot) + THREAD.phase)]!;
    const nameOf = (slot: number) => this.options.names[slot]!;
    const lock = `lock ${trial.lock}`;
    if (failed !== null) return [`${nameOf(failed)}, phase ${phaseOf(failed)}, ${lock}`];
    const slots = Array.from({ length: threadsOf(trial) }, (_, slot) => slot);
    const unfinished = PHASES.filter((phase) => phase !== 'done').flatMap((phase) => {
      const names = slots.filter((slot) => phaseOf(slot) === phase).map(nameOf);
      return names.length === 0 ? [] : [`phase ${phase}: ${abridged(names)}`];
    });
    return [lock, ...unfinished];
  }

  /** Threads that are not where they were bound, which may be why a trial stalls. */
  private async lostBindings(): Promise<string[]> {
    const { names } = this.options;
    const found = await Promise.all(
      this.tids.map(async (tid, slot) => {
        const mask = this.bound[slot]!;
        if (tid === null || mask === null || this.bindErrors[slot] !== null) return [];
        const allowed = await readBinding(tid).catch(() => undefined);
        return allowed === undefined || allowed === mask
          ? []
          : [`${names[slot]} was bound to ${mask} and is now allowed on ${allowed}`];
      }),
    );
    return found.flat();
  }
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
