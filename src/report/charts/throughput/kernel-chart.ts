import type { KernelRun } from '../../../results/kernel/kernel-run.js';
import { figureTitle, formatFigure } from '../../kernel/kernel-tables.js';
import type { Chart } from '../chart.js';
import { rateChart } from './throughput-chart.js';

/** The figure of every trial of a sweep of the kernel's knob. */
export function kernelChart(run: KernelRun): Chart | null {
  const { figure, trials, summary, host } = run;
  const rows = summary.map(({ label, value }) => ({
    source: 0,
    label,
    trials: trials
      .filter((trial) => trial.label === label)
      .map((trial) => ({
        round: trial.round,
        itemsPerSecond: trial.value,
        state: 'valid' as const,
        doubts: [],
      })),
    rate: value,
  }));
  return rateChart(
    rows.filter((row) => row.trials.length > 0),
    [{ name: host }],
    [],
    {
      title: `${figure.name} by scope`,
      axis: `${figureTitle(figure)}, ${figure.better} is better`,
      description: `The ${figure.name} of each trial.`,
      format: (value) => formatFigure(figure, value),
    },
  );
}
