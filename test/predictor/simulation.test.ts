import { describe, expect, it } from 'vitest';
import { repairman } from '../../src/predictor/closed-form/repairman.js';
import { loadMachine } from '../../src/predictor/machine-files.js';
import { MODELS } from '../../src/predictor/models.js';
import type { Scenario } from '../../src/predictor/scenario.js';
import {
  microbenchPlan,
  type PredictionPlan,
  scenarioOf,
} from '../../src/predictor/scenario-of.js';
import { KernelSimulation } from '../../src/predictor/simulation/kernel-simulation.js';
import { PARTS } from '../../src/results/file/prediction-schema.js';
import type { TrialOutcome } from '../../src/runner/trial-executor.js';
import { SCOPES } from '../../src/scopes/scope.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';
import { DRAW, SMALL, smallScenario, withCosts } from './scenarios.js';

const { simulation: simulate } = MODELS;

/** Every kind of scenario that a simulation knows. */
const KINDS: readonly [string, Scenario][] = [
  ...SCOPES.map((scope) => [scope, smallScenario(scope)] as [string, Scenario]),
  ['strict', smallScenario('cache', {}, { affinityStrict: true })],
  ['local', smallScenario('cache', {}, { wake: 'local' })],
  ['node', smallScenario('system', {}, { wake: 'node' })],
  ['any', smallScenario('numa', {}, { wake: 'any' })],
  ['not FIFO', smallScenario('system', { lock: 'tas' })],
  ['deep', smallScenario('cache', { depth: 4 })],
  [
    'few issuers, work',
    smallScenario('system', {
      submitters: [0, 5],
      depth: 8,
      workload: { kind: 'spin', ns: 20_000 },
    }),
  ],
  [
    'random work',
    smallScenario('cache', { workload: { kind: 'spin', ns: 5000 }, distribution: 'exponential' }),
  ],
  [
    'downstream',
    smallScenario('smt', { workload: { kind: 'downstream', holdNs: 2000, span: 'node' } }),
  ],
  [
    'issuers that work and move',
    smallScenario(
      'cache',
      {
        submitters: [0, 5],
        submittersBound: false,
        submitterWorkNs: 50_000,
        depth: 8,
        workload: { kind: 'spin', ns: 500_000 },
        distribution: 'exponential',
      },
      { wake: 'local' },
    ),
  ],
  ['few kworkers', smallScenario('system', { maxKworkers: 2 })],
  ['inline', smallScenario('cache', { kworkers: 'inline' })],
  [
    'inline, with a clock',
    smallScenario('cache', {
      kworkers: 'inline',
      profile: withCosts(loadMachine('grace-72c'), { clockRead: 30 }),
    }),
  ],
  [
    'inline downstream',
    smallScenario('cpu', {
      kworkers: 'inline',
      workload: { kind: 'downstream', holdNs: 900, span: 'system' },
    }),
  ],
];

describe.each(KINDS)('%s', (_, scenario) => {
  const outcome = simulate(scenario, DRAW);
  const items = scenario.submitters.length * scenario.itemsPerThread;

  it('every item in comes out, run by a kworker of its pool', () => {
    expect(outcome.violations).toEqual([]);
    expect(outcome.queueNs.length).toBe(items);
    const executed = outcome.kworkers?.reduce((sum, kworker) => sum + kworker.executed, 0);
    expect(executed ?? items).toBe(items);
    const rate = outcome.threads.reduce((sum, { itemsPerSecond }) => sum + itemsPerSecond, 0);
    expect(rate).toBeCloseTo((items / outcome.elapsedNs) * 1e9, -1);
  });

  it("Little's law: items in flight are the rate times the round trip", () => {
    const meanNs = sumOf(outcome.roundTripNs) / items;
    const inFlight = (items / outcome.elapsedNs) * meanNs;
    const most = scenario.submitters.length * scenario.depth;
    // Those that were begun before the window and end after it make up for each other, but for few.
    // A submitter queues one item at a time, so at depth some of its items are not begun yet.
    expect(inFlight / most).toBeGreaterThan(scenario.depth === 1 ? 0.9 : 0.4);
    expect(inFlight / most).toBeLessThan(1.1);
  });

  it('the parts of an item make up its round trip', () => {
    const parts = outcome.prediction!.parts!;
    const sum = PARTS.reduce((total, part) => total + parts[part], 0);
    expect(sum).toBeCloseTo(sumOf(outcome.roundTripNs) / items, -1);
    for (const part of PARTS) expect(parts[part]).toBeGreaterThanOrEqual(0);
  });

  it('is the same again with the same seed, and another one with another', () => {
    expect(simulate(scenario, DRAW)).toEqual(outcome);
    expect(simulate(scenario, { ...DRAW, seed: 2 }).elapsedNs).not.toBe(outcome.elapsedNs);
  });
});

it('a CPU is as busy as its threads are, and idle for the rest of the time', () => {
  const scenario = smallScenario('cache', { submitters: [0, 1, 4] });
  const stays: { readonly cpu: number; readonly fromNs: number; readonly toNs: number }[] = [];
  const trace = {
    slice(cpu: number, name: string, fromNs: number, toNs: number) {
      if (/^(submitter|kworker) /.test(name)) stays.push({ cpu, fromNs, toNs });
    },
  };
  const simulation = new KernelSimulation(scenario, DRAW, trace);
  simulation.run();
  const { cpus, now } = simulation.scheduler;
  const { windowStart } = simulation.items;
  cpus.running.forEach((thread, cpu) => {
    const lasting = thread < 0 ? [] : [{ cpu, fromNs: cpus.since[cpu]!, toNs: now }];
    const own = [...stays, ...lasting].filter((stay) => stay.cpu === cpu);
    const busy = own.map(({ fromNs, toNs }) => Math.max(0, toNs - Math.max(fromNs, windowStart)));
    expect(cpus.busyNs[cpu]).toBeCloseTo(
      busy.reduce((sum, ns) => sum + ns, 0),
      3,
    );
    expect(cpus.busyNs[cpu]).toBeLessThanOrEqual(now - windowStart);
  });
  expect(Math.min(...cpus.busyNs)).toBe(0);
});

it('the number of a CPU does not matter', () => {
  const { cpus } = parseSynthetic(SMALL, SMALL);
  const far = (cpu: number) => 1000 + 3 * cpu;
  const renumbered = cpus.map((own) => ({ ...own, cpu: far(own.cpu) })).toReversed();
  const one = smallScenario('cache');
  const other = smallScenario(
    'cache',
    { cpus: renumbered, submitters: cpus.map(({ cpu }) => far(cpu)) },
    {},
    far,
  );
  const [before, after] = [simulate(one, DRAW), simulate(other, DRAW)];
  expect(after.queueNs).toEqual(before.queueNs);
  expect(after.threads.map(({ cpu }) => cpu)).toEqual(before.threads.map(({ cpu }) => far(cpu)));
});

it('more time under the lock never raises the rate', () => {
  const machine = loadMachine('grace-72c');
  const rates = [1, 1.3, 2, 4, 8].map((factor) => {
    const profile = withCosts(machine, { section: machine.costs.section.ns * factor });
    return medianRate(smallScenario('system', { profile }));
  });
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
});

describe('issuers with work of their own', () => {
  const one = (changes: Partial<PredictionPlan>) =>
    simulate(
      smallScenario('system', { submitters: [0], depth: 16, itemsPerThread: 400, ...changes }),
      DRAW,
    );

  it('queue no faster than they work', () => {
    const perSecond = rateOf(one({ submitterWorkNs: 50_000 }));
    expect(perSecond).toBeLessThan(1e9 / 50_000);
    expect(perSecond).toBeGreaterThan(0.8 * (1e9 / 50_000));
  });

  it('share their CPU with kworkers that have no other', () => {
    const work = { submitterWorkNs: 50_000, workload: { kind: 'spin', ns: 50_000 } } as const;
    const topology = parseSynthetic('package:1 core:1 pu:1', 'one CPU');
    const scenario = scenarioOf(
      { pods: [[0]], affinityStrict: false, wake: 'lifo' },
      {
        ...microbenchPlan(loadMachine('grace-72c'), topology.cpus, 2000),
        depth: 256,
        ...work,
      },
    );
    const { violations, cpuUse, items, elapsedNs } = simulate(scenario, DRAW);
    expect(violations).toEqual([]);
    expect(cpuUse!.ownPercent).toBeCloseTo(100, 0);
    expect(items / elapsedNs).toBeLessThan(1 / 100_000);
    expect(items / elapsedNs).toBeGreaterThan(0.7 / 100_000);
  });

  it('find kworkers in every pool that they come to', () => {
    const moving = { submitters: [0], depth: 32, workload: { kind: 'spin', ns: 50_000 } } as const;
    const rate = (submittersBound: boolean) =>
      medianRate(
        smallScenario(
          'cache',
          { ...moving, submittersBound, itemsPerThread: 2000 },
          { wake: 'any' },
        ),
      );
    expect(rate(false)).toBeGreaterThan(0.5 * rate(true));
    const { mostKworkers } = smallScenario('cache', { ...moving, submittersBound: false });
    expect(Math.min(...mostKworkers!)).toBe(33);
  });

  it('move to where CPUs are idle, unless they are bound', () => {
    const near = { submitters: [0, 1], workload: { kind: 'spin', ns: 20_000 } } as const;
    const busy = (submittersBound: boolean) => {
      const places = new Set<number>();
      const trace = {
        slice(cpu: number, name: string) {
          if (name.startsWith('submitter')) places.add(cpu);
        },
      };
      new KernelSimulation(
        smallScenario('system', { ...near, submittersBound }),
        DRAW,
        trace,
      ).run();
      return places.size;
    };
    expect(busy(true)).toBe(2);
    expect(busy(false)).toBeGreaterThan(2);
  });
});

it("latencies of wqbench's own loop include a read of the clock", () => {
  const p50 = (clockRead: number) => {
    const profile = withCosts(loadMachine('grace-72c'), { clockRead });
    const { queueNs } = simulate(smallScenario('cpu', { kworkers: 'inline', profile }), DRAW);
    return queueNs.toSorted()[queueNs.length >> 1]!;
  };
  expect(p50(1000) - p50(0)).toBeCloseTo(1000, -2);
});

it('stops at the bound on events, and says so', () => {
  const { violations } = simulate(smallScenario('cache'), { ...DRAW, maxEvents: 500 });
  expect(violations).toEqual([expect.stringMatching(/^stopped at the bound of 500 events with/)]);
});

describe('textbook limits', () => {
  const free = withCosts(loadMachine('grace-72c'), {
    lock: 0,
    section: 0,
    crossLlc: 0,
    crossNode: 0,
    wake: 0,
    complete: 0,
    wakeToRun: 0,
    contextSwitch: 0,
    createKworker: 0,
    clockRead: 0,
    think: 20_000,
  });

  /** Customers whose think time is nearly all constant; the server's time is exponential. */
  const served = (customers: number, holdNs: number) =>
    simulate(
      smallScenario('cpu', {
        profile: free,
        submitters: Array.from({ length: customers }, (_, cpu) => cpu),
        workload: { kind: 'downstream', holdNs, span: 'system' },
        distribution: 'exponential',
        itemsPerThread: 4000,
      }),
      DRAW,
    );

  it('machine repairman', () => {
    for (const [customers, holdNs] of [
      [1, 20_000],
      [4, 4000],
      [16, 1000],
      [16, 4000],
    ] as const) {
      const outcome = served(customers, holdNs);
      const rate = outcome.items / outcome.elapsedNs;
      // Think times here vary less than exponential ones, which costs the formula some percent.
      expect(rate / repairman(customers, 20_000, holdNs).visitsPerNs).toBeGreaterThan(0.97);
      expect(rate / repairman(customers, 20_000, holdNs).visitsPerNs).toBeLessThan(1.12);
    }
  });

  it('M/M/1: many customers at half the load wait as long as they are served', () => {
    const [customers, holdNs] = [400, 1000];
    const text = `package:1 [numa] l3:1 core:${customers} pu:1`;
    const { cpus } = parseSynthetic(text, text);
    const scenario = scenarioOf(
      { pods: cpus.map(({ cpu }) => [cpu]), affinityStrict: false, wake: 'lifo' },
      {
        ...microbenchPlan(withCosts(free, { think: 2 * customers * holdNs }), cpus, 200),
        workload: { kind: 'downstream', holdNs, span: 'system' },
        distribution: 'exponential',
      },
    );
    const { downstreamWait } = simulate(scenario, DRAW).prediction!.parts!;
    expect(downstreamWait / holdNs).toBeGreaterThan(0.9);
    expect(downstreamWait / holdNs).toBeLessThan(1.1);
  });
});

describe('closed form', () => {
  it.each(['cache', 'system'] as const)('is near the simulation for %s', (scope) => {
    const scenario = smallScenario(scope);
    const formula = rateOf(MODELS['closed-form'](scenario, DRAW));
    const ratio = formula / medianRate(scenario);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  it('is that of one customer where nobody else comes', () => {
    expect(repairman(1, 900, 100)).toEqual({ visitsPerNs: 1 / 1000, residenceNs: 100 });
  });
});

function rateOf({ items, elapsedNs }: TrialOutcome): number {
  return (items / elapsedNs) * 1e9;
}

function medianRate(scenario: Scenario): number {
  const rates = [1, 2, 3].map((seed) => rateOf(simulate(scenario, { ...DRAW, seed })));
  return rates.toSorted((a, b) => a - b)[1]!;
}

function sumOf(values: Uint32Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
