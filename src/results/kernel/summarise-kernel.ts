import { rateOf } from '../rate.js';
import { comparePaired } from '../statistics/comparison.js';
import type { KernelRun, KernelTrial } from './kernel-run.js';

type Summarised = Pick<KernelRun, 'configurations' | 'baseline' | 'threshold' | 'seed' | 'figure'>;

/** The figure of each configuration, and against the baseline by rounds. */
export function summariseKernel(
  run: Summarised,
  trials: readonly KernelTrial[],
): KernelRun['summary'] {
  const of = (label: string | null) => trials.filter((trial) => trial.label === label);
  const besides = new Map(of(run.baseline).map(({ round, value }) => [round, value]));
  return run.configurations.map(({ label }) => {
    const own = of(label);
    const pairs = own.flatMap(({ round, value }) => {
      const baseline = besides.get(round);
      return baseline === undefined ? [] : [{ baseline, value }];
    });
    const { threshold, seed, figure } = run;
    const compared = label !== run.baseline && pairs.length > 0;
    return {
      label,
      n: own.length,
      value: rateOf(own.map(({ value }) => value)),
      comparison: compared
        ? comparePaired(pairs, { threshold, seed, better: figure.better })
        : null,
    };
  });
}
