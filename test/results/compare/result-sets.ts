import type { Facts, ResultRow, ResultSet } from '../../../src/results/result-set.js';

export const FACTS: Facts = {
  schemaVersion: 2,
  workload: 'microbench',
  threads: 4,
  itemsPerThread: 50_000,
  sampleEvery: 1,
  lock: 'mcs',
  kworkers: 'inline',
  depth: 1,
  arrivalsPerSecond: 'closed loop',
  pinning: 'taskset',
  cpuModel: 'Test CPU',
};

/** A row of several names; one trial a rate, with a p50 in ns of 1e9 over the rate. */
export function row(names: string, rates: readonly number[]): ResultRow {
  const [label = '', ...others] = names.split(' ');
  return {
    label,
    names: [label, ...others],
    trials: rates.map((itemsPerSecond, round) => ({
      round,
      itemsPerSecond,
      p50Ns: 1e9 / itemsPerSecond,
      p90Ns: null,
      p95Ns: null,
    })),
  };
}

export function resultSet(
  name: string,
  rows: readonly ResultRow[],
  changes: Partial<ResultSet> = {},
): ResultSet {
  const rateName = 'items/s';
  return { name, origin: 'measured', rateName, facts: FACTS, rows, baseline: null, ...changes };
}

/** `n` rates about `rate`, spread by 5 % in an order of their own. */
export function around(rate: number, n: number, phase = 0): number[] {
  return Array.from({ length: n }, (_, i) => rate * (1 + 0.05 * Math.sin(7 * i + phase)));
}
