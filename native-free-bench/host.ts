import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { takeOverGarbageCollection } from './garbage.js';
import { allocate, CONTROL, type Layout, layOut, PHASES, THREAD } from './layout.js';
import { bindThreads } from './pinning.js';
import {
  type StartReport,
  type StartTask,
  samplesPerThread,
  type ThreadAnswer,
  type ThreadTask,
  type TrialReport,
  type TrialSpec,
} from './protocol.js';

export interface TeamOptions {
  /** CPU list each thread is bound to; null leaves it unbound. Its length is the team's size. */
  readonly bindTo: readonly (string | null)[];
  /** What a message calls each thread, e.g. `CPU 3`. */
  readonly names: readonly string[];
  /** Bound on the start of the whole team. */
  readonly deadlineMs: number;
  /** Another file to start the threads from. */
  readonly entry?: URL;
}

export interface TrialResult {
  /** In order of the slots. */
  readonly reports: readonly TrialReport[];
  /** Samples of all threads one after the other, in ns. */
  readonly queueNs: Uint32Array;
  readonly roundTripNs: Uint32Array;
  /** What each pool's plain counter says of its lock's acquisitions. */
  readonly guards: readonly number[];
}

/** A team that cannot go on. `not-built`: there is no emitted file for a thread to start from. */
export class TeamError extends Error {
  readonly kind: 'not-built' | 'stalled' | 'thread-failed';

  constructor(kind: TeamError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TeamError';
    this.kind = kind;
  }
}

/** Time beyond the deadline in which the threads may report on their own. */
const GRACE_MS = 1000;

/** Most heap for short-lived objects: the loops allocate nothing, and 64 threads add up. */
const YOUNG_GENERATION_MB = 2;

/** Collecting on hundreds of threads takes longer than a short trial, so not before every one. */
const COLLECT_AFTER_BYTES = 64 * 2 ** 20;

const collectGarbage = takeOverGarbageCollection();

/**
 * The measuring threads, hosted by Piscina: one long task for each thread at a time. The host
 * sleeps in its event loop while they work.
 */
export class ThreadTeam {
  /** Why each thread could not be bound, by slot; null where it is, or was not to be. */
  readonly bindErrors: readonly (string | null)[];
  private readonly piscina: Piscina<ThreadTask, ThreadAnswer>;
  private readonly names: readonly string[];
  /** Bytes of buffers that the threads may still hold on to. */
  private heldBytes = 0;
  private giveUp: () => void = () => {};

  private constructor(
    piscina: Piscina<ThreadTask, ThreadAnswer>,
    names: readonly string[],
    bindErrors: readonly (string | null)[],
  ) {
    this.piscina = piscina;
    this.names = names;
    this.bindErrors = bindErrors;
  }

  /** Starts and binds the threads. Throws `TeamError`. */
  static async start(options: TeamOptions): Promise<ThreadTeam> {
    const { bindTo, deadlineMs } = options;
    const piscina = new Piscina<ThreadTask, ThreadAnswer>({
      filename: entryFile(options.entry),
      minThreads: bindTo.length,
      maxThreads: bindTo.length,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const roster = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const task: StartTask = { kind: 'start', roster, threads: bindTo.length, deadlineMs };
    try {
      const starts = (await runOnAll(piscina, task, bindTo.length, deadlineMs)) as StartReport[];
      const tids = starts.sort(bySlot).map(({ tid }) => tid);
      return new ThreadTeam(piscina, options.names, await bindThreads(tids, bindTo));
    } catch (cause) {
      await piscina.destroy();
      throw new TeamError(kindOf(cause), `the threads did not start: ${reasonOf(cause)}`, {
        cause,
      });
    }
  }

  /** Throws `TeamError`, after which the team is of no more use. */
  async runTrial(trial: TrialSpec): Promise<TrialResult> {
    const threads = trial.poolOf.length;
    const layout = layOut(trial.pools, threads, samplesPerThread(trial));
    const collect = this.heldBytes + layout.bytes > COLLECT_AFTER_BYTES;
    if (collect) collectGarbage();
    this.heldBytes = layout.bytes + (collect ? 0 : this.heldBytes);
    const buffer = allocate(layout);
    const words = new Int32Array(buffer);
    this.giveUp = () => Atomics.store(words, CONTROL.abort, 1);
    try {
      const task: ThreadTask = { kind: 'trial', buffer, trial, collect };
      const reports = await runOnAll(this.piscina, task, threads, trial.deadlineMs, this.giveUp);
      return resultOf(buffer, layout, trial, (reports as TrialReport[]).sort(bySlot));
    } catch (cause) {
      const where = this.describeThreads(words, layout, trial);
      await this.close();
      throw new TeamError(kindOf(cause), `${reasonOf(cause)} (${where})`, { cause });
    }
  }

  /** Ends a running trial early, without waiting for its deadline; then stops all threads. */
  async close(): Promise<void> {
    this.giveUp();
    await this.piscina.destroy();
  }

  private describeThreads(words: Int32Array, layout: Layout, trial: TrialSpec): string {
    const byPhase = new Map<string, string[]>();
    this.names.forEach((name, slot) => {
      const phase = PHASES[Atomics.load(words, layout.threadPage(slot) + THREAD.phase)]!;
      if (phase !== 'done') byPhase.set(phase, [...(byPhase.get(phase) ?? []), name]);
    });
    const groups = [...byPhase].map(([phase, names]) => `phase ${phase}: ${names.join(', ')}`);
    return [`lock ${trial.lock}`, ...groups].join('; ');
  }
}

/**
 * Gives every thread the task and waits for all. The first failure decides: it calls `giveUp`, so
 * that the other threads leave their waits, and rejects.
 */
async function runOnAll(
  piscina: Piscina<ThreadTask, ThreadAnswer>,
  task: ThreadTask,
  threads: number,
  deadlineMs: number,
  giveUp: () => void = () => {},
): Promise<ThreadAnswer[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const say = () => reject(new TeamError('stalled', `no answer within ${deadlineMs} ms`));
    timer = setTimeout(say, deadlineMs + GRACE_MS);
  });
  try {
    const answers = Array.from({ length: threads }, () => piscina.run(task).then(refuseStall));
    return await Promise.race([Promise.all(answers), late]);
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function refuseStall(answer: ThreadAnswer): ThreadAnswer {
  if (answer.kind === 'stalled') throw new TeamError('stalled', answer.reason);
  return answer;
}

function resultOf(
  buffer: SharedArrayBuffer,
  layout: Layout,
  trial: TrialSpec,
  reports: readonly TrialReport[],
): TrialResult {
  const samples = samplesPerThread(trial);
  const words = new Int32Array(buffer);
  const gather = (at: (thread: number) => number) => {
    const all = new Uint32Array(samples * reports.length);
    reports.forEach((_, slot) => {
      all.set(new Uint32Array(buffer, at(slot), samples), slot * samples);
    });
    return all;
  };
  return {
    reports,
    queueNs: gather(layout.queueNsAt),
    roundTripNs: gather(layout.roundTripNsAt),
    guards: Array.from({ length: trial.pools }, (_, pool) => words[layout.guardOf(pool)]!),
  };
}

/** A thread can start only from a file that the compiler has emitted. */
function entryFile(entry = new URL('./thread-entry.js', import.meta.url)): string {
  const file = fileURLToPath(entry);
  if (!existsSync(file)) {
    throw new TeamError('not-built', `${file} does not exist: threads start only from built code`);
  }
  return file;
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
