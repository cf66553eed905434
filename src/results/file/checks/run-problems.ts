import { isDeepStrictEqual } from 'node:util';
import { parseCpuList } from '../../../topology/cpu-list.js';
import type { Run } from '../run-file.js';
import type { TrialRecord } from '../trial-schema.js';
import { problemInEach } from './check.js';
import { configurationsProblem } from './configuration-problems.js';
import { trialProblem } from './trial-problems.js';

/** What contradicts itself in a run whose labels hold together, as `path: problem`. */
export function runProblem(run: Run): string | null {
  return (
    workProblem(run) ??
    configurationsProblem(run) ??
    orderProblem(run) ??
    trialsProblem(run) ??
    validProblem(run)
  );
}

/** What the items move and who runs them, each told twice. */
function workProblem({ workload, bytesPerItem, kworkers, configurations }: Run): string | null {
  const bytes = /^(?:crypto|fsync|file):(\d+)/.exec(workload)?.[1] ?? null;
  if (bytesPerItem !== (bytes === null ? null : Number(bytes))) {
    return `bytesPerItem: ${bytesPerItem}, but the workload is ${workload}`;
  }
  return problemInEach('configurations', configurations, ({ wake, kworkers: most }) =>
    (wake !== null) === (kworkers === 'threads') && most > 0 === (kworkers === 'threads')
      ? null
      : `wake: ${wake}, and ${most} kworkers, but those of the run are ${kworkers}`,
  );
}

/** A trial that was left out, or moved to another round, would change every comparison. */
function orderProblem({ order, trials, configurations, partial }: Run): string | null {
  const planned = order.flatMap((labels, round) => labels.map((label) => ({ label, round })));
  const strange = trials.findIndex(
    ({ label, round }, index) => label !== planned[index]?.label || round !== planned[index]?.round,
  );
  if (strange >= 0) {
    const { label, round } = trials[strange]!;
    return `trials[${strange}]: '${label}' in round ${round} is not what order has there`;
  }
  if (trials.length < planned.length) {
    return `trials: ${trials.length}, but order has ${planned.length}`;
  }
  const whole = partial ? order.slice(0, -1) : order;
  const short = whole.findIndex((labels) => labels.length < configurations.length);
  if (short < 0) return null;
  return `order[${short}]: ${order[short]!.length} of ${configurations.length} configurations`;
}

function trialsProblem({ configurations, trials, ...run }: Run): string | null {
  const layouts = new Map(configurations.map(({ label, pods }) => [label, layoutOf(pods)]));
  const probes = new Map<number, TrialRecord['coreToCore']>();
  return problemInEach('trials', trials, (trial) => {
    const { label, round, coreToCore } = trial;
    const first = probes.get(round) ?? coreToCore;
    probes.set(round, first);
    return isDeepStrictEqual(coreToCore, first)
      ? trialProblem({ trial, run, ...layouts.get(label)! })
      : `coreToCore: differs from that of another trial in round ${round}`;
  });
}

function layoutOf(pods: readonly string[]) {
  const poolOf = new Map(
    pods.flatMap((pod, pool) => parseCpuList(pod).map((cpu) => [cpu, pool] as const)),
  );
  const podSizes = pods.map((pod) => parseCpuList(pod).length);
  return { poolOf, podSizes, nr_pods: pods.length };
}

function validProblem({ valid, trials }: Run): string | null {
  const all = trials.every((trial) => trial.valid);
  return valid === all
    ? null
    : `valid: ${valid}, but ${all ? 'every trial is' : 'not every trial is'}`;
}
