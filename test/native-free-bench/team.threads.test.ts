import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThreadTeam } from '../../dist/native-free-bench/host.js';
import { allocate, layOut } from '../../dist/native-free-bench/layout.js';
import { LOCK_KINDS } from '../../dist/native-free-bench/locks/lock.js';
import { roomOf, type TrialSpec } from '../../dist/native-free-bench/protocol.js';
import { TeamError } from '../../dist/native-free-bench/team-error.js';
import { checkTrial } from '../../dist/src/runner/check-trial.js';
import { trialOf } from './trials.js';

/** The system ends threads when it has time. */
const ENDING = { timeout: 20_000 };

const teams: ThreadTeam[] = [];

afterEach(async () => {
  await Promise.all(teams.splice(0).map((team) => team.close()));
});

async function startTeam(threads: number, entry?: string): Promise<ThreadTeam> {
  const team = await ThreadTeam.start({
    bindTo: Array.from({ length: threads }, () => null),
    names: Array.from({ length: threads }, (_, thread) => `CPU ${thread}`),
    deadlineMs: 20_000,
    ...(entry === undefined ? {} : { entry: new URL(`./entries/${entry}`, import.meta.url) }),
  });
  teams.push(team);
  return team;
}

function spec(poolOf: number[], changes: Partial<TrialSpec> = {}): TrialSpec {
  return trialOf(poolOf, { oversubscribed: poolOf.length > availableParallelism(), ...changes });
}

describe('a trial', () => {
  it.each(LOCK_KINDS)('runs every item exactly once under lock %s', async (lock) => {
    const team = await startTeam(Math.min(2, availableParallelism()));
    const poolOf = team.bindErrors.map(() => 0);
    for (const sampleEvery of [1, 7]) {
      const trial = spec(poolOf, { lock, sampleEvery });
      const result = await team.runTrial(trial);
      expect(checkTrial(result, trial)).toEqual([]);
      const samples = Math.ceil(5000 / sampleEvery) * poolOf.length;
      expect(result.queueNs).toHaveLength(samples);
      expect(result.roundTripNs.every((ns, index) => ns >= result.queueNs[index]!)).toBe(true);
      expect(result.queueNs.every((ns) => ns > 0)).toBe(true);
    }
  });

  it('loses no item and no wake-up with many more threads than CPUs, in any cut into pools', async () => {
    const threads = 24;
    const team = await startTeam(threads);
    for (const pools of [1, 2, 5, threads]) {
      const trial = spec(
        Array.from({ length: threads }, (_, thread) => thread % pools),
        { itemsPerThread: 500 },
      );
      for (let round = 0; round < 3; round++) {
        expect(checkTrial(await team.runTrial(trial), trial)).toEqual([]);
      }
    }
  });

  it('counts contended acquisitions only where threads share a pool', async () => {
    const team = await startTeam(2);
    const own = await team.runTrial(spec([0, 1], { itemsPerThread: 20_000 }));
    const locks = own.submitters.map(({ poolLock }) => poolLock);
    expect(locks.map(({ contended }) => contended)).toEqual([0, 0]);
    expect(locks.map(({ waitNs }) => waitNs)).toEqual([0, 0]);
    // Two acquisitions an item, the queueing and the popping, when nobody interferes.
    expect(locks.map(({ acquisitions }) => acquisitions)).toEqual([40_000, 40_000]);
  });

  it('is caught by its plain counter when one update in thousands is lost', async () => {
    const team = await startTeam(2, 'intruding-lock.js');
    const trial = spec([0, 1], { itemsPerThread: 1000 });
    expect(checkTrial(await team.runTrial(trial), trial)).toEqual([
      'pool 0: 2000 acquisitions of lock parking, but 1999 counted under it',
      'pool 1: 2000 acquisitions of lock parking, but 1999 counted under it',
    ]);
  });

  it('is caught when its lock lets everybody in', async () => {
    const team = await startTeam(2, 'broken-lock.js');
    const trial = spec([0, 0], { itemsPerThread: 100_000, deadlineMs: 2000 });
    // The threads must really meet, which the scheduler may put off for a trial or two. A lost item
    // leaves its submitter waiting: then the deadline speaks instead of the check.
    let verdict = '';
    for (let attempt = 0; attempt < 50 && verdict === ''; attempt++) {
      verdict = await team.runTrial(trial).then(
        (result) => checkTrial(result, trial).join('; '),
        (error: TeamError) => error.kind,
      );
    }
    expect(verdict).toMatch(/stalled|acquisitions of lock|had not run exactly once|executed/);
  });
});

/** Threads of this process, by the kernel's account. */
function threadCount(): number {
  return readdirSync('/proc/self/task').length;
}

describe('a team', () => {
  afterEach(() => {
    delete process.env.WQBENCH_TEST_FAILURE;
  });

  async function failureOf(how: string, changes: Partial<TrialSpec>): Promise<TeamError> {
    process.env.WQBENCH_TEST_FAILURE = how;
    const team = await startTeam(3, 'failing.js');
    const failure = await team.runTrial(spec([0, 0, 0], changes)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TeamError);
    return failure as TeamError;
  }

  it('names phase, CPU and lock of the one thread that throws, and leaves no thread behind', async () => {
    const before = threadCount();
    const { kind, message } = await failureOf('throw', {});
    expect(kind).toBe('thread-failed');
    expect(message).toBe('deliberate failure (CPU 1, phase start, lock parking)');
    await vi.waitFor(() => expect(threadCount()).toBeLessThanOrEqual(before), ENDING);
  });

  it('fails when a thread exits', async () => {
    const { kind, message } = await failureOf('exit', { deadlineMs: 5000 });
    expect(kind).toBe('thread-failed');
    expect(message).toMatch(/phase start: .*CPU 1/);
  });

  it('ends a thread that spins forever', async () => {
    const before = threadCount();
    const { kind, message } = await failureOf('hang', { deadlineMs: 500 });
    expect(kind).toBe('stalled');
    expect(message).toMatch(
      /2 of 3 threads at the start gate.*phase start: CPU 1; phase gate: CPU 0/,
    );
    await vi.waitFor(() => expect(threadCount()).toBeLessThanOrEqual(before), ENDING);
  });

  it('gives up a start when it is told to', async () => {
    const before = threadCount();
    const giveUp = new AbortController();
    const names = Array.from({ length: 32 }, (_, thread) => `CPU ${thread}`);
    const start = ThreadTeam.start({
      bindTo: names.map(() => null),
      names,
      deadlineMs: 20_000,
      signal: giveUp.signal,
    });
    giveUp.abort();
    await expect(start).rejects.toThrow(/did not start: given up/);
    await vi.waitFor(() => expect(threadCount()).toBeLessThanOrEqual(before), ENDING);
  });

  it('ends a running trial when it is closed', async () => {
    const team = await startTeam(2);
    const running = team.runTrial(
      spec([0, 0], { itemsPerThread: 100_000_000, sampleEvery: 1000, deadlineMs: 120_000 }),
    );
    const ended = running.then(
      () => 'finished',
      () => 'given up',
    );
    await team.close();
    expect(await ended).toBe('given up');
  });

  it('refuses to start threads from a file that was never built', async () => {
    const start = startTeam(1, 'no-such-entry.js');
    await expect(start).rejects.toMatchObject({ kind: 'not-built' });
  });
});

describe('a thread that is given two tasks', () => {
  const entry = new URL('../../dist/native-free-bench/thread-entry.js', import.meta.url);

  it('waits in vain for the team at the start, and for the others at the gate', async () => {
    const piscina = new Piscina({ filename: entry.href, minThreads: 1, maxThreads: 1 });
    const start = (threads: number) => ({
      kind: 'start',
      roster: new SharedArrayBuffer(8),
      threads,
      deadlineMs: 100,
    });
    expect(await piscina.run(start(2))).toMatchObject({
      kind: 'stalled',
      reason: expect.stringContaining('only 1 of 2 threads'),
    });
    expect(await piscina.run(start(1))).toMatchObject({ kind: 'started', slot: 0 });
    const trial = spec([0, 0], { itemsPerThread: 10, deadlineMs: 100 });
    const task = { kind: 'trial', buffer: allocate(layOut(roomOf(trial))), trial, collect: true };
    const answers = await Promise.all([piscina.run(task), piscina.run(task)]);
    expect(answers[0]).toMatchObject({
      kind: 'stalled',
      reason: expect.stringContaining('1 of 2 threads at the start gate'),
    });
    await piscina.destroy();
  });
});
