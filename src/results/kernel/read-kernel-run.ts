import { isDeepStrictEqual } from 'node:util';
import { badResult, firstIssue, readJson } from '../file/read-result.js';
import { orderOf } from '../order.js';
import type { ResultSet } from '../result-set.js';
import { type KernelRun, kernelRunSchema } from './kernel-run.js';
import { summariseKernel } from './summarise-kernel.js';

/** The result of a sweep of the kernel's knob; null for another result. Throws 'bad-result'. */
export function readKernelRun(path: string): KernelRun | null {
  const { file, json } = readJson(path);
  if (json === null || typeof json !== 'object') return null;
  if (Reflect.get(json, 'source') !== 'kernel') return null;
  const result = kernelRunSchema.safeParse(json);
  if (!result.success) throw badResult(file, firstIssue(result.error));
  const problem = kernelProblem(result.data);
  if (problem !== null) throw badResult(file, problem);
  return { ...result.data, summary: summariseKernel(result.data, result.data.trials) };
}

/** What contradicts itself in it, as `path: problem`. */
function kernelProblem({ configurations, trials, order, baseline }: KernelRun): string | null {
  const labels = configurations.map(({ label }) => label);
  if (new Set(labels).size < labels.length) return 'configurations: two have one label';
  const stray = trials.findIndex(({ label }) => !labels.includes(label));
  if (stray >= 0) return `trials[${stray}].label: no configuration '${trials[stray]!.label}'`;
  if (baseline !== null && !labels.includes(baseline)) {
    return `baseline: no configuration '${baseline}'`;
  }
  if (!isDeepStrictEqual(orderOf(trials), order)) return 'order: is not that of trials';
  const twice = order.findIndex((round) => new Set(round).size < round.length);
  return twice < 0 ? null : `order[${twice}]: a configuration twice`;
}

/** As other results are compared: a figure that is better lower as its inverse. */
export function kernelResultSet(name: string, run: KernelRun, schemaVersion: number): ResultSet {
  const { figure, configurations, trials, environment } = run;
  const rate = (value: number) => (figure.better === 'higher' ? value : 1 / value);
  return {
    name,
    origin: 'measured',
    rateName: figure.better === 'higher' ? figure.name : `1 / ${figure.name}`,
    facts: {
      schemaVersion,
      workload: `${figure.name} of ${run.swept.join(' ')}`,
      threads: null,
      itemsPerThread: null,
      sampleEvery: null,
      lock: null,
      kworkers: `kernel, ${run.knob}`,
      depth: null,
      arrivalsPerSecond: null,
      pinning: null,
      cpuModel: environment.cpuModel,
    },
    rows: configurations.map(({ label }) => ({
      label,
      names: [label],
      trials: trials
        .filter((trial) => trial.label === label && trial.value > 0)
        .map(({ round, value }) => ({
          round,
          itemsPerSecond: rate(value),
          p50Ns: null,
          p90Ns: null,
          p95Ns: null,
        })),
    })),
    baseline: run.baseline,
  };
}
