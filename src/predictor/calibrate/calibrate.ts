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
  /** Where a fit may begin, in ns. */
  starts(costs: MachineProfile['costs']): readonly number[];
}

/** A p50 says little beyond the rate, and breaks off from it where a table is of another regime. */
const P50_WEIGHT = 0.1;

/** Costs up to this much more misfit explain the rows nearly as well: 5 % of one row. */
const TOLERATED = 0.05 ** 2;

const FIT = { evaluations: 40, size: 0.01 };
const REFIT = { evaluations: 8, size: 0.03 };
const SEEDS = 1;

/** A row whose rate is off by more is not explained by the fit. */
const WORST_MISS = 0.5;

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
  const best = nelderMead(misfitAt, bestStart(misfitAt, parameters, start.costs), 0.3, FIT);
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
  const worst = residuals.toSorted((a, b) => missOf(b) - missOf(a))[0]!;
  if (missOf(worst) > WORST_MISS) {
    const message = `no costs explain ${rows.map(({ label }) => label).join(' and ')}: of ${worst.row} the best fit gives ${(1 + worst.itemsPerSecond).toPrecision(2)} times the rate`;
    const nextStep =
      'check that the topology is that of the result, or fit to other rows with wqbench calibrate --rows';
    throw new WqbenchError('bad-option', message, nextStep);
  }
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

/** A saturated pool can be as fast with other costs in a state of another kind. */
function bestStart(
  misfitAt: (logs: readonly number[]) => number,
  parameters: readonly Parameter[],
  costs: MachineProfile['costs'],
): number[] {
  const starts = parameters.reduce<number[][]>(
    (found, parameter) =>
      found.flatMap((logs) => parameter.starts(costs).map((ns) => [...logs, Math.log(ns)])),
    [[]],
  );
  const misfits = starts.length === 1 ? [0] : starts.map(misfitAt);
  return starts[misfits.indexOf(Math.min(...misfits))]!;
}

function missOf({ itemsPerSecond }: { readonly itemsPerSecond: number }): number {
  return Math.abs(itemsPerSecond);
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
      'name two in --rows, the largest pool and one of 2 to 16 CPUs, or one with --costs-from to scale all costs by one factor';
    throw new WqbenchError('bad-option', message, nextStep);
  }
  if (engine === 'inline') return [LINE, THINK];
  const llcOf = new Map(cpus.map(({ cpu, llc }) => [cpu, llc]));
  const spans = rows.some(({ configuration: { pods } }) =>
    pods.some((pod) => new Set(pod.map((cpu) => llcOf.get(cpu))).size > 1),
  );
  const both = [startingAt([200, 400, 800], LOCK), startingAt([3000, 8000, 20_000], WAKE)];
  return rows.length > 2 && spans ? [...both, CROSS_LLC] : both;
}

/** The same wherever the costs that are not fitted are from. */
const startingAt = (ns: readonly number[], parameter: Parameter): Parameter => ({
  ...parameter,
  starts: () => ns,
});

const ns = (value: number, provenance: 'fitted' | 'derived', from: string) => ({
  ns: round(value),
  provenance,
  from,
  interval: null,
});

/** So that costs, which are rounded, can be scaled and scaled again. */
function hundredths(part: number): number {
  return Math.round(part * 100) / 100;
}

/** A tenth of a ns is beyond what any row tells. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const LOCK: Parameter = {
  name: 'lock',
  starts: ({ lock }) => [lock.ns],
  set(costs, value, from) {
    const { lock, section, crossLlc, crossNode } = costs;
    const scaled = (cost: MachineProfile['costs'][CostName]) => ({
      ...cost,
      ns: round(hundredths(cost.ns / lock.ns) * value),
      interval: null,
    });
    return {
      ...costs,
      lock: ns(value, 'fitted', from),
      section: scaled(section),
      crossLlc: scaled(crossLlc),
      crossNode: scaled(crossNode),
    };
  },
};

/** Of wqbench's own loop: its list operations take their time wherever the line comes from. */
const LINE: Parameter = {
  ...LOCK,
  set: (costs, value, from) => ({ ...LOCK.set(costs, value, from), section: costs.section }),
};

/** Waking a submitter takes a fifth of waking a kworker under the lock. */
const COMPLETE_PART = 0.2;

const WAKE: Parameter = {
  name: 'wake',
  starts: ({ wake }) => [wake.ns],
  set: (costs, value, from) => ({
    ...costs,
    wake: ns(value, 'fitted', from),
    complete: ns(COMPLETE_PART * value, 'derived', '0.2 of wake'),
  }),
};

const CROSS_LLC: Parameter = {
  name: 'crossLlc',
  starts: ({ crossLlc }) => [crossLlc.ns],
  set: (costs, value, from) => ({ ...costs, crossLlc: ns(value, 'fitted', from) }),
};

const THINK: Parameter = {
  name: 'think',
  starts: ({ think }) => [think.ns],
  set: (costs, value, from) => ({ ...costs, think: ns(value, 'fitted', from) }),
};

/** From a quarter to four times. */
const FACTORS = [-8, -6, -4, -2, 0, 2, 4, 6, 8].map((quarter) => 2 ** (quarter / 4));

/** All costs in proportion: the lock's stands for them. */
const SCALE: Parameter = {
  name: 'lock',
  starts: ({ lock }) => FACTORS.map((factor) => factor * lock.ns),
  set: (costs, value, from) => {
    const factor = value / costs.lock.ns;
    const scaled = Object.entries(costs).map(([name, cost]) => [
      name,
      {
        ns: round(cost.ns * factor),
        provenance: 'derived',
        from: `${factor.toPrecision(3)} of ${cost.ns}, ${cost.provenance}: ${cost.from}`,
        interval: null,
      },
    ]);
    return { ...Object.fromEntries(scaled), lock: ns(value, 'fitted', from) };
  },
};
