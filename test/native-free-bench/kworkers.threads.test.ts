import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThreadTeam } from '../../dist/native-free-bench/host.js';
import type { LockKind } from '../../dist/native-free-bench/locks/lock.js';
import type { Kworkers, TrialSpec } from '../../dist/native-free-bench/protocol.js';
import { threadsOf } from '../../dist/native-free-bench/protocol.js';
import type { TeamError } from '../../dist/native-free-bench/team-error.js';
import type { TrialResult } from '../../dist/native-free-bench/trial-result.js';
import { WAKE_POLICIES, type WakePolicy } from '../../dist/native-free-bench/wake-policy.js';
import { seededRandom } from '../../dist/src/core/prng.js';
import { checkTrial } from '../../dist/src/runner/check-trial.js';
import { trialOf } from './trials.js';

const teams: ThreadTeam[] = [];

afterEach(async () => {
  await Promise.all(teams.splice(0).map((team) => team.close()));
  delete process.env.WQBENCH_TEST_FAULT;
});

async function startTeam(threads: number, entry?: string): Promise<ThreadTeam> {
  const team = await ThreadTeam.start({
    bindTo: Array.from({ length: threads }, () => null),
    names: Array.from({ length: threads }, (_, thread) => `thread ${thread}`),
    deadlineMs: 20_000,
    ...(entry === undefined ? {} : { entry: new URL(`./entries/${entry}`, import.meta.url) }),
  });
  teams.push(team);
  return team;
}

/** Two LLCs in one node, and one in another. */
const PLACES = [0, 1, 2].map((cpu) => ({ cpu, llc: cpu, node: cpu >> 1 }));

function kworkers(
  poolOf: (number | null)[],
  submitters: number,
  wake: WakePolicy = 'lifo',
): Kworkers {
  const submitterCpus = Array.from({ length: submitters }, (_, slot) => slot % 3);
  return { kind: 'threads', poolOf, wake, submitterCpus, places: PLACES };
}

/** `perPool` kworkers of each pool. */
function spread(pools: number, perPool: number): number[] {
  return Array.from({ length: pools * perPool }, (_, place) => place % pools);
}

function trialWith(
  submitters: number,
  pools: number,
  perPool: number,
  changes: Partial<TrialSpec> = {},
  wake: WakePolicy = 'lifo',
): TrialSpec {
  const poolOf = Array.from({ length: submitters }, (_, slot) => slot % pools);
  return trialOf(poolOf, {
    kworkers: kworkers(spread(pools, perPool), submitters, wake),
    ...changes,
  });
}

/** What every trial must hold beside its own check. */
function expectSound(result: TrialResult, trial: TrialSpec): void {
  expect(checkTrial(result, trial)).toEqual([]);
  const items = trial.itemsPerThread * result.submitters.length;
  const all = [...result.submitters, ...result.kworkers];
  const sum = (of: (report: (typeof all)[number]) => number) =>
    all.reduce((total, report) => total + of(report), 0);
  // Each insert and each pop wakes one kworker at most, and no kworker goes to rest but for a wake.
  const pops = sum(({ executed }) => executed);
  expect(pops).toBe(items);
  expect(sum(({ wakeUps }) => wakeUps)).toBeLessThanOrEqual(items + pops);
  // An item wakes its submitter once at most.
  expect(sum(({ submittersWoken }) => submittersWoken)).toBeLessThanOrEqual(items);
}

describe('kworker threads', () => {
  it.each<LockKind>(['parking', 'tas', 'ttas'])(
    'run every item once, many more of them than CPUs, under lock %s',
    async (lock) => {
      const team = await startTeam(24);
      for (const [pools, depth] of [
        [1, 1],
        [3, 1],
        [12, 1],
        [1, 16],
        [4, 16],
      ] as const) {
        const trial = trialWith(12, pools, 12 / pools, { lock, depth, itemsPerThread: 200 });
        expectSound(await team.runTrial(trial), trial);
      }
    },
  );

  it('lose no wake-up in thousands of cycles of sleep', async () => {
    const team = await startTeam(4);
    // One item in flight and one kworker a pool: each item puts both of them to sleep.
    const trial = trialWith(2, 2, 1, { itemsPerThread: 5000 });
    const result = await team.runTrial(trial);
    expectSound(result, trial);
    const woken = result.submitters.reduce((total, { wakeUps }) => total + wakeUps, 0);
    expect(woken).toBeGreaterThan(2000);
  });

  it.each(WAKE_POLICIES)('are chosen by policy %s', async (wake) => {
    const team = await startTeam(12);
    const trial = trialWith(4, 2, 4, { itemsPerThread: 500, depth: 4 }, wake);
    expectSound(await team.runTrial(trial), trial);
  });

  it('are no more than the pool may have, and none where there is no work', async () => {
    const team = await startTeam(10);
    const trial = trialOf([0, 0, 0, 0], {
      kworkers: kworkers([0, 0, 1, 1, 1, null], 4),
      pools: 2,
      depth: 8,
      itemsPerThread: 300,
    });
    const result = await team.runTrial(trial);
    expectSound(result, trial);
    expect(result.pools[0]!.created).toBeLessThanOrEqual(2);
    expect(result.pools[0]!.created).toBeGreaterThan(0);
    expect(result.pools[1]).toMatchObject({ created: 0, peakBusy: 0 });
    const came = result.kworkers.map(({ created }) => created);
    expect(came.slice(2)).toEqual([false, false, false, false]);
  });

  it('one alone is created where it keeps up, more where items take long', async () => {
    const team = await startTeam(6);
    const slow = trialOf([0, 0], {
      kworkers: kworkers([0, 0, 0, 0], 2),
      workload: { kind: 'spin', ns: 200_000 },
      depth: 8,
      itemsPerThread: 60,
    });
    const result = await team.runTrial(slow);
    expectSound(result, slow);
    expect(result.pools[0]!.created).toBeGreaterThan(1);
    expect(result.pools[0]!.peakBusy).toBeGreaterThan(1);
    expect(result.workNs!.every((ns) => ns >= 200_000)).toBe(true);
  });

  it('hold a downstream lock one at a time, whatever their pools', async () => {
    const team = await startTeam(12);
    for (const downstreamOf of [
      [0, 0, 0, 0, 0, 0],
      [0, 1, 0, 1, 0, 1],
    ]) {
      const trial = trialWith(6, 3, 2, {
        workload: { kind: 'downstream', holdNs: 1000, span: 'node' },
        downstreamOf,
        depth: 4,
        itemsPerThread: 200,
        timesHolds: true,
      });
      const result = await team.runTrial(trial);
      expectSound(result, trial);
      const taken = result.kworkers.flatMap(({ downstream }) => downstream);
      expect(taken.reduce((total, { acquisitions }) => total + acquisitions, 0)).toBe(1200);
      const heldNs = taken.reduce((total, one) => total + (one.heldNs ?? 0), 0);
      expect(heldNs).toBeGreaterThan(1200 * 1000 * 0.9);
    }
  });

  it('end at once when the team is closed, asleep or not', async () => {
    const before = readdirSync('/proc/self/task').length;
    const team = await startTeam(12);
    const trial = trialWith(2, 2, 5, {
      itemsPerThread: 10_000_000,
      sampleEvery: 1000,
      deadlineMs: 120_000,
    });
    const ended = team.runTrial(trial).then(
      () => 'finished',
      () => 'given up',
    );
    await team.close();
    expect(await ended).toBe('given up');
    await vi.waitFor(
      // The engine may have started a few helpers of its own meanwhile.
      () => expect(readdirSync('/proc/self/task').length).toBeLessThanOrEqual(before + 4),
      { timeout: 20_000 },
    );
  });
});

describe('an open loop', () => {
  it('is no faster than its schedule, and late items count from their time', async () => {
    const team = await startTeam(2);
    const trial = trialOf([0], {
      kworkers: kworkers([0], 1),
      arrivalEveryNs: 1e6,
      itemsPerThread: 100,
    });
    const { submitters } = await team.runTrial(trial);
    expect(submitters[0]!.endNs - submitters[0]!.startNs).toBeGreaterThanOrEqual(99 * 1e6);
    // Ten times as many as can be done: each waits for all before it.
    const flooded = trialOf([0], {
      kworkers: kworkers([0], 1),
      workload: { kind: 'spin', ns: 1e6 },
      arrivalEveryNs: 1e5,
      itemsPerThread: 100,
      depth: 4,
    });
    const { roundTripNs } = await team.runTrial(flooded);
    expect(roundTripNs[99]!).toBeGreaterThan(50 * (1e6 - 1e5));
    expect(roundTripNs[99]!).toBeGreaterThan(5 * roundTripNs[5]!);
  });
});

describe('whatever the schedule', () => {
  it('no wake-up is lost, no item run twice', async () => {
    const random = seededRandom(7);
    const within = (least: number, most: number) =>
      least + Math.floor(random() * (most - least + 1));
    const team = await startTeam(12, 'fuzzed.js');
    for (let round = 0; round < 40; round++) {
      const submitters = within(1, 6);
      const pools = within(1, submitters);
      const perPool = within(1, Math.floor((12 - submitters) / pools));
      const own = spread(pools, perPool);
      const idle = Array.from({ length: 12 - submitters - own.length }, () => null);
      const poolOf = Array.from({ length: submitters }, (_, slot) => slot % pools);
      const wake = WAKE_POLICIES[within(0, 4)]!;
      const trial = trialOf(poolOf, {
        kworkers: kworkers([...own, ...idle], submitters, wake),
        depth: within(1, 8),
        itemsPerThread: within(20, 120),
        arrivalEveryNs: random() < 0.3 ? within(1, 200) * 1000 : null,
        lock: random() < 0.5 ? 'parking' : 'ttas',
      });
      expect(threadsOf(trial)).toBe(12);
      const result = await team.runTrial(trial);
      expect({ round, problems: checkTrial(result, trial) }).toEqual({ round, problems: [] });
      expectSound(result, trial);
    }
  }, 120_000);
});

describe('a broken protocol is found', () => {
  it.each([
    ['no-notify', /stalled/],
    ['no-wake', /stalled/],
    ['no-delivery-wake', /stalled/],
    ['never-leaves', /stalled|idle|kworkers|thread-failed/],
    ['runs-twice', /had not run exactly once/],
  ])('%s', async (fault, problem) => {
    process.env.WQBENCH_TEST_FAULT = fault;
    const team = await startTeam(6, 'faulty-wakes.js');
    const trial = trialWith(2, 1, 4, { itemsPerThread: 2000, depth: 2, deadlineMs: 1500 });
    const verdict = await team.runTrial(trial).then(
      (result) => checkTrial(result, trial).join('; '),
      (error: TeamError) => `${error.kind}: ${error.message}`,
    );
    expect(verdict).toMatch(problem);
  });
});
