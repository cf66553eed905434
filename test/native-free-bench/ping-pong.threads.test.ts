import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PairsSpec, ThreadTeam } from '../../dist/native-free-bench/host.js';
import { TeamError } from '../../dist/native-free-bench/team-error.js';
import { trialOf } from './trials.js';

/** The system ends threads when it has time. */
const ENDING = { timeout: 20_000 };

const teams: ThreadTeam[] = [];

afterEach(async () => {
  delete process.env.WQBENCH_TEST_FAILURE;
  await Promise.all(teams.splice(0).map((team) => team.close()));
});

async function startTeam(
  bindTo: readonly (string | null)[],
  entry = '../../dist/native-free-bench/thread-entry.js',
): Promise<ThreadTeam> {
  const team = await ThreadTeam.start({
    bindTo,
    names: bindTo.map((_, thread) => `CPU ${thread}`),
    deadlineMs: 20_000,
    entry: new URL(entry, import.meta.url),
  });
  teams.push(team);
  return team;
}

const unbound = (threads: number) => Array.from({ length: threads }, () => null);

/** Short, as two threads may have to share a CPU, and every hop then waits for the scheduler. */
function spec(pairs: PairsSpec['pairs'], changes: Partial<PairsSpec> = {}): PairsSpec {
  return {
    pairs,
    roundTripsPerSample: 1,
    mostSamples: 2,
    leastSamples: 2,
    pairMs: 0,
    firstWarmUpSamples: 1,
    warmUpSamples: 0,
    deadlineMs: 120_000,
    ...changes,
  };
}

function allPairs(threads: number): [number, number][] {
  return unbound(threads).flatMap((_, a) =>
    unbound(threads)
      .slice(a + 1)
      .map((_, index): [number, number] => [a, a + 1 + index]),
  );
}

describe('a ping-pong', () => {
  it('measures two bound threads in samples of its own', async () => {
    const team = await startTeam(availableParallelism() > 1 ? ['0', '1'] : unbound(2));
    const long = { roundTripsPerSample: 100, mostSamples: 300, leastSamples: 300 };
    const [samples] = await team.measurePairs(spec([[0, 1]], long));
    expect(samples).toHaveLength(300);
    expect(samples!.every((ns) => Number.isFinite(ns) && ns > 1)).toBe(true);
    const median = samples!.toSorted()[150]!;
    expect(median).toBeGreaterThan(5);
  });

  it('takes the least samples once the time is over, and the most while there is time', async () => {
    const team = await startTeam(unbound(2));
    const few = await team.measurePairs(spec([[0, 1]], { mostSamples: 9, pairMs: 0 }));
    const many = await team.measurePairs(spec([[1, 0]], { mostSamples: 9, pairMs: 100_000 }));
    expect([few, many].map((results) => results.map(({ length }) => length))).toEqual([[2], [9]]);
  });

  it('loses no call over many pairs of many more threads than CPUs, and leaves the team usable', async () => {
    const threads = 12;
    const team = await startTeam(unbound(threads));
    const pairs = Array.from({ length: 3 }, () => allPairs(threads)).flat();
    for (const order of [pairs, pairs.toReversed()]) {
      const results = await team.measurePairs(spec(order));
      expect(results).toHaveLength(order.length);
      expect(results.every((samples) => samples.length === 2)).toBe(true);
      expect(results.every((samples) => samples.every((ns) => ns > 0))).toBe(true);
    }
    const poolOf = unbound(threads).map(() => 0);
    const { submitters } = await team.runTrial(trialOf(poolOf, { itemsPerThread: 100 }));
    expect(submitters.reduce((sum, { executed }) => sum + executed, 0)).toBe(100 * threads);
  });

  it('is over at once without a pair', async () => {
    const team = await startTeam(unbound(3));
    expect(await team.measurePairs(spec([]))).toEqual([]);
  });
});

describe('a ping-pong that fails', () => {
  function threadCount(): number {
    return readdirSync('/proc/self/task').length;
  }

  async function failureOf(how: string, pairs: PairsSpec['pairs'], deadlineMs: number) {
    process.env.WQBENCH_TEST_FAILURE = how;
    const before = threadCount();
    const team = await startTeam(unbound(4), './entries/failing-player.js');
    const failure = await team
      .measurePairs(spec(pairs, { deadlineMs }))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TeamError);
    await vi.waitFor(() => expect(threadCount()).toBeLessThanOrEqual(before), ENDING);
    return failure as TeamError;
  }

  it.each([
    ['follower', [[0, 1]]],
    ['leader', [[1, 3]]],
  ] as const)('names the pair whose %s never plays', async (_, pairs) => {
    const { kind, message } = await failureOf('hang', pairs, 300);
    expect(kind).toBe('stalled');
    const [a, b] = pairs[0];
    expect(message).toMatch(/^deadline passed while waiting/);
    expect(message).toContain(`(pair of CPU ${a} and CPU ${b})`);
  });

  it('names the thread that throws as well, and does not wait for the deadline', async () => {
    const { kind, message } = await failureOf('throw', [[2, 1]], 600_000);
    expect(kind).toBe('thread-failed');
    expect(message).toBe('deliberate failure (CPU 1; pair of CPU 2 and CPU 1)');
  });

  it('ends when a thread exits', async () => {
    const { kind } = await failureOf('exit', [[0, 1]], 600_000);
    expect(kind).toBe('thread-failed');
  });

  it('ends when the team is closed, for the pair as for those that sleep', async () => {
    const team = await startTeam(unbound(4));
    const endless = { mostSamples: 1_000_000, pairMs: 600_000, deadlineMs: 600_000 };
    const ended = team.measurePairs(spec([[0, 1]], endless)).then(
      () => 'finished',
      () => 'given up',
    );
    await team.close();
    expect(await ended).toBe('given up');
  });
});
