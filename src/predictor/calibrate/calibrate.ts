import { WqbenchError } from '../../core/errors.js';
import type { CostName, MachineProfile } from '../../results/file/machine-schema.js';
import type { Cpu } from '../../topology/topology.js';
import { type PredictedRow, predictRow, type TargetRow } from '../predict-row.js';
import type { PredictionPlan } from '../scenario-of.js';
import { nelderMead } from './nelder-mead.js';

/** A cost that is fitted, and what follows from it. */
interface Parameter {
  readonly name: string;
  set(costs: MachineProfile['costs'], ns: number, from: string): MachineProfile['costs'];
  start(costs: MachineProfile['costs']): number;
}

/** A p50 says little beyond the rate, and breaks off from it where a table is of another regime. */
const P50_WEIGHT = 0.1;

/** Costs up to this much more misfit explain the rows nearly as well: 5 % of one row. */
const TOLERATED = 0.05 ** 2;

const FIT = { evaluations: 40, size: 0.01 };
const REFIT = { evaluations: 8, size: 0.03 };
const SEEDS = 1;

/** Logarithms beyond which no interval is searched: a factor of 4 either way. */
const WIDEST = Math.log(4);

/**
 * Fits as many costs as the rows identify. Throws 'bad-option' where that is none, or where a cost
 * could be anything.
 */
export function calibrate(
  rows: readonly TargetRow[],
  start: MachineProfile,
  plan: Omit<PredictionPlan, 'profile'>,
  source: string,
  scale: boolean,
): MachineProfile {
  const parameters = parametersFor(rows, plan.cpus, start, scale);
  const from = `${source}, ${rows.length === 1 ? 'row' : 'rows'} ${rows.map(({ label }) => label).join(' and ')}`;
  const profileAt = (logs: readonly number[]): MachineProfile => ({
    ...start,
    costs: parameters.reduce(
      (costs, { set }, k) => set(costs, Math.exp(logs[k]!), from),
      start.costs,
    ),
  });
  const misfitAt = (logs: readonly number[]): number => {
    const profile = profileAt(logs);
    return rows.reduce(
      (sum, row) => sum + rowMisfit(row, predictRow(row, { ...plan, profile }, SEEDS)),
      0,
    );
  };
  const begin = parameters.map(({ start: startOf }) => Math.log(startOf(start.costs)));
  const best = nelderMead(misfitAt, begin, 0.3, FIT);
  const fitted = profileAt(best.point);
  const intervals = parameters.map((_, k) => profileInterval(misfitAt, best.point, best.value, k));
  parameters.forEach(({ name }, k) => {
    const { low, high } = intervals[k]!;
    if (high - low < 2 * WIDEST - 1e-9) return;
    const message = `the rows do not identify ${name}: a factor of 4 either way explains them as well`;
    throw new WqbenchError(
      'bad-option',
      message,
      'add a row with a pool of 2 to 16 CPUs to --rows',
    );
  });
  const residuals = rows.map((row) => {
    const predicted = predictRow(row, { ...plan, profile: fitted }, SEEDS);
    const { itemsPerSecond, queueP50Ns } = row;
    return {
      row: row.label,
      itemsPerSecond: predicted.itemsPerSecond / itemsPerSecond - 1,
      queueP50: queueP50Ns === null ? null : predicted.queueP50Ns / queueP50Ns - 1,
    };
  });
  const costs: Record<string, MachineProfile['costs'][CostName]> = { ...fitted.costs };
  parameters.forEach(({ name }, k) => {
    const own = costs[name];
    if (own === undefined) return;
    const { low, high } = intervals[k]!;
    costs[name] = { ...own, interval: { low: round(Math.exp(low)), high: round(Math.exp(high)) } };
  });
  const calibration = { source, rows: rows.map(({ label }) => label), residuals };
  return { ...fitted, costs: costs as MachineProfile['costs'], calibration };
}

function rowMisfit({ itemsPerSecond, queueP50Ns }: TargetRow, predicted: PredictedRow): number {
  const rate = Math.log(predicted.itemsPerSecond / itemsPerSecond) ** 2;
  if (queueP50Ns === null || queueP50Ns === 0) return rate;
  return rate + P50_WEIGHT * Math.log(Math.max(1, predicted.queueP50Ns) / queueP50Ns) ** 2;
}

/** Between which logarithms of a parameter the others can make up for it, by halving. */
function profileInterval(
  misfitAt: (logs: readonly number[]) => number,
  best: readonly number[],
  least: number,
  axis: number,
) {
  const others = best.filter((_, k) => k !== axis);
  const withOthers = (value: number, rest: readonly number[]) =>
    best.map((_, k) => (k === axis ? value : rest[k < axis ? k : k - 1]!));
  const misfitOf = (value: number) =>
    others.length === 0
      ? misfitAt([value])
      : nelderMead((rest) => misfitAt(withOthers(value, rest)), others, 0.1, REFIT).value;
  const edge = (direction: number) => {
    let [inside, outside] = [0, WIDEST];
    if (misfitOf(best[axis]! + direction * WIDEST) <= least + TOLERATED) return WIDEST;
    for (let step = 0; step < 5; step++) {
      const middle = (inside + outside) / 2;
      if (misfitOf(best[axis]! + direction * middle) <= least + TOLERATED) inside = middle;
      else outside = middle;
    }
    return outside;
  };
  return { low: best[axis]! - edge(-1), high: best[axis]! + edge(1) };
}

function parametersFor(
  rows: readonly TargetRow[],
  cpus: readonly Cpu[],
  { engine }: MachineProfile,
  scale: boolean,
): Parameter[] {
  if (rows.length === 0) {
    throw new WqbenchError('bad-option', 'no row to calibrate on', 'name some with --rows');
  }
  if (scale) return [SCALE];
  const sizes = new Set(rows.map(({ configuration: { pods } }) => pods[0]!.length));
  if (rows.length < 2 || sizes.size < 2) {
    const message = `${rows.map(({ label }) => label).join(', ')} cannot tell two costs apart: that takes rows with pools of different sizes`;
    const nextStep =
      'name two in --rows, the largest pool and one of 2 to 16 CPUs, or give --costs-from to scale all costs by one factor';
    throw new WqbenchError('bad-option', message, nextStep);
  }
  if (engine === 'inline') return [LOCK, THINK];
  const llcOf = new Map(cpus.map(({ cpu, llc }) => [cpu, llc]));
  const spans = rows.some(({ configuration: { pods } }) =>
    pods.some((pod) => new Set(pod.map((cpu) => llcOf.get(cpu))).size > 1),
  );
  const both = [startingAt(400, LOCK), startingAt(10_000, WAKE)];
  return rows.length > 2 && spans ? [...both, CROSS_LLC] : both;
}

/** The same wherever the costs that are not fitted are from. */
const startingAt = (ns: number, parameter: Parameter): Parameter => ({
  ...parameter,
  start: () => ns,
});

const ns = (value: number, provenance: 'fitted' | 'derived', from: string) => ({
  ns: round(value),
  provenance,
  from,
  interval: null,
});

/** A tenth of a ns is beyond what any row tells. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const LOCK: Parameter = {
  name: 'lock',
  start: ({ lock }) => lock.ns,
  set(costs, value, from) {
    const { lock, section, crossLlc, crossNode } = costs;
    const scaled = (cost: MachineProfile['costs'][CostName]) =>
      cost.provenance === 'measured'
        ? cost
        : { ...cost, ns: round((cost.ns * value) / lock.ns), interval: null };
    return {
      ...costs,
      lock: ns(value, 'fitted', from),
      section: scaled(section),
      crossLlc: scaled(crossLlc),
      crossNode: scaled(crossNode),
    };
  },
};

/** Waking a submitter takes a fifth of waking a kworker under the lock. */
const COMPLETE_PART = 0.2;

const WAKE: Parameter = {
  name: 'wake',
  start: ({ wake }) => wake.ns,
  set: (costs, value, from) => ({
    ...costs,
    wake: ns(value, 'fitted', from),
    complete: ns(COMPLETE_PART * value, 'derived', '0.2 of wake'),
  }),
};

const CROSS_LLC: Parameter = {
  name: 'crossLlc',
  start: ({ crossLlc }) => crossLlc.ns,
  set: (costs, value, from) => ({ ...costs, crossLlc: ns(value, 'fitted', from) }),
};

const THINK: Parameter = {
  name: 'think',
  start: ({ think }) => think.ns,
  set: (costs, value, from) => ({ ...costs, think: ns(value, 'fitted', from) }),
};

const SCALE: Parameter = {
  name: 'scale',
  start: () => 1,
  set: (costs, factor, from) =>
    Object.fromEntries(
      Object.entries(costs).map(([name, cost]) => [
        name,
        { ...cost, ns: round(cost.ns * factor), provenance: 'fitted', from, interval: null },
      ]),
    ) as MachineProfile['costs'],
};
