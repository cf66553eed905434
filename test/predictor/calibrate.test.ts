import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/predictor/calibrate/calibrate.js';
import { nelderMead } from '../../src/predictor/calibrate/nelder-mead.js';
import { loadMachine, machineNames } from '../../src/predictor/machine-files.js';
import { predictRow } from '../../src/predictor/predict-row.js';
import { recommend } from '../../src/predictor/recommend.js';
import { microbenchPlan } from '../../src/predictor/scenario-of.js';
import { syntheticOf } from '../../src/predictor/synthetic-of.js';
import type { Configuration } from '../../src/scopes/configuration.js';
import { configurationsOf, plainScopes } from '../../src/scopes/configurations.js';
import { parseSynthetic } from '../../src/topology/synthetic.js';
import { withCosts } from './scenarios.js';

describe('nelderMead', () => {
  const limits = { evaluations: 400, size: 1e-6 };

  it("finds the end of Rosenbrock's valley", () => {
    const { point } = nelderMead(
      ([x, y]) => (1 - x!) ** 2 + 100 * (y! - x! ** 2) ** 2,
      [-1, 1],
      0.5,
      limits,
    );
    expect(point[0]).toBeCloseTo(1, 3);
    expect(point[1]).toBeCloseTo(1, 3);
  });

  it('keeps to its number of evaluations, but for the last simplex', () => {
    let count = 0;
    nelderMead(([x]) => ++count + x!, [0], 1, { evaluations: 10, size: 0 });
    expect(count).toBeLessThan(15);
  });
});

describe('calibrate', () => {
  const topology = parseSynthetic('package:1 [numa] l3:1 core:48 pu:1', 'large');
  const { configurations } = configurationsOf(topology, plainScopes(['cache', 'cache_shard']), [
    { kind: 'shards', shards: 8 },
    { kind: 'shards', shards: 4 },
  ]);
  const plan = microbenchPlan(loadMachine('grace-72c'), topology.cpus, 100);
  const truth = withCosts(loadMachine('grace-72c'), {
    lock: 700,
    section: 700,
    wake: 9000,
    complete: 1800,
  });
  const rowOf = (configuration: Configuration) => {
    const { label } = configuration;
    const { itemsPerSecond, queueP50Ns } = predictRow(
      { label, configuration },
      { ...plan, profile: truth },
      2,
    );
    return { label, names: [label], configuration, itemsPerSecond, queueP50Ns };
  };
  const rows = configurations.map(rowOf);
  const find = (shards: string) =>
    rows.find(({ configuration: { names } }) => names.includes(shards))!;
  const ends = [find('cache'), find('cache_shard(shards=8)')];

  it('finds the costs that rows were made with, and says how sure it is', () => {
    const profile = calibrate(ends, loadMachine('grace-72c'), plan, 'made up', false);
    const { lock, wake, wakeToRun } = profile.costs;
    expect(lock.ns / 700).toBeGreaterThan(0.85);
    expect(lock.ns / 700).toBeLessThan(1.15);
    expect(wake.ns / 9000).toBeGreaterThan(0.75);
    expect(wake.ns / 9000).toBeLessThan(1.25);
    expect(lock.interval!.low).toBeLessThan(lock.ns);
    expect(lock.interval!.high).toBeGreaterThan(lock.ns);
    expect([lock.provenance, wakeToRun.provenance]).toEqual(['fitted', 'assumed']);
    const held = find('cache_shard(shards=4)');
    const predicted = predictRow(held, { ...plan, profile }, 2).itemsPerSecond;
    expect(Math.abs(predicted / held.itemsPerSecond - 1)).toBeLessThan(0.1);
    expect(profile.calibration!.rows).toEqual(ends.map(({ label }) => label));
  });

  it('scales all costs by one factor from one row', () => {
    const profile = calibrate([ends[0]!], loadMachine('grace-72c'), plan, 'made up', true);
    const { lock, wake } = loadMachine('grace-72c').costs;
    const { costs } = profile;
    expect(costs.lock.ns / lock.ns).toBeCloseTo(costs.wake.ns / wake.ns, 1);
    expect(costs.lock.ns).toBeGreaterThan(lock.ns * 1.3);
  });

  it('refuses rows that leave a cost open', () => {
    const fitTo =
      (...some: typeof rows) =>
      () =>
        calibrate(some, loadMachine('grace-72c'), plan, 'made up', false);
    expect(fitTo()).toThrow('no row');
    expect(fitTo(ends[0]!)).toThrow('cannot tell two costs apart');
    expect(fitTo(ends[0]!, ends[0]!)).toThrow('cannot tell two costs apart');
  });
});

it('refuses rows that no costs explain', () => {
  const topology = parseSynthetic('package:1 [numa] l3:1 core:8 pu:1', 'small');
  const { configurations } = configurationsOf(topology, plainScopes(['cache', 'smt']), []);
  const rows = configurations.map((configuration) => ({
    label: configuration.label,
    names: configuration.names,
    configuration,
    // Eight pools a thousandth as fast as one: no lock does that.
    itemsPerSecond: configuration.pods.length === 1 ? 1e9 : 1e3,
    queueP50Ns: null,
  }));
  const plan = microbenchPlan(loadMachine('grace-72c'), topology.cpus, 50);
  expect(() => calibrate(rows, loadMachine('grace-72c'), plan, 'test', false)).toThrow(
    /no costs explain|do not identify/,
  );
});

describe('recommend', () => {
  const candidate = (pools: number, itemsPerSecond: number, spread = 0.01) => ({
    configuration: { pods: Array.from({ length: pools }, () => [0]) } as unknown as Configuration,
    predicted: {
      label: `${pools}`,
      itemsPerSecond,
      low: itemsPerSecond * (1 - spread),
      high: itemsPerSecond * (1 + spread),
      queueP50Ns: 1,
      queueP90Ns: 1,
      queueP95Ns: 1,
      trials: [],
    },
  });

  it('names the fewest pools that are near the best', () => {
    const { knee, best } = recommend([
      candidate(16, 99),
      candidate(1, 20),
      candidate(8, 95),
      candidate(32, 100),
    ]);
    expect(knee!.configuration.pods.length).toBe(8);
    expect(best.configuration.pods.length).toBe(32);
  });

  it('has no answer where trials differ by more than sizes do', () => {
    expect(recommend([candidate(1, 80, 0.3), candidate(8, 95, 0.3)]).knee).toBeNull();
  });
});

it.each(machineNames())('%s has a topology that makes the same string again', (name) => {
  const { topology } = loadMachine(name);
  const { cpus } = parseSynthetic(topology, name);
  const again = parseSynthetic(syntheticOf(cpus)!, name);
  expect(again.cpus.map(({ cpu, core, llc, node }) => ({ cpu, core, llc, node }))).toEqual(
    cpus.map(({ cpu, core, llc, node }) => ({ cpu, core, llc, node })),
  );
});
