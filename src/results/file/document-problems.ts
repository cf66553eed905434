import { histogramProblem } from '../histograms/trial-histograms.js';
import type { ImportedRun } from './imported-run.js';
import type { ConfigurationRecord, Run } from './run-file.js';
import { SERIES, type TrialRecord } from './trial-schema.js';

/**
 * What contradicts itself in a document of the right shape, as `path: problem`; null where nothing
 * does. No run leaves such a file: it was changed by hand, or by a fault.
 */
export function documentProblem(document: Run | ImportedRun): string | null {
  const problem = labelProblem(document) ?? repeatedTrial(document);
  if (problem !== null) return problem;
  if (document.source === 'imported') {
    return firstProblem('trials', document.trials, importedTrialProblem);
  }
  return (
    firstProblem('configurations', document.configurations, configurationProblem) ??
    firstProblem('trials', document.trials, trialProblem)
  );
}

/** The first answer of `problemOf`, behind the place of its item. */
function firstProblem<T>(
  place: string,
  items: readonly T[],
  problemOf: (item: T) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item);
    if (problem !== null) return `${place}[${index}].${problem}`;
  }
  return null;
}

/** Every label must lead to a configuration, and every configuration have its summary. */
function labelProblem(run: Run | ImportedRun): string | null {
  const labels: string[] = run.configurations.map(({ label }) => label);
  const duplicate = labels.findIndex((label, index) => labels.indexOf(label) !== index);
  if (duplicate >= 0) return `configurations[${duplicate}].label: '${labels[duplicate]}' again`;
  const stray = run.trials.findIndex((trial) => !labels.includes(trial.label));
  if (stray >= 0) return `trials[${stray}].label: no configuration '${run.trials[stray]?.label}'`;
  if (run.summary.map((row) => row.label).join('\n') !== labels.join('\n')) {
    return 'summary: its labels differ from those of configurations';
  }
  return run.baseline === null || labels.includes(run.baseline)
    ? null
    : `baseline: no configuration '${run.baseline}'`;
}

function configurationProblem({ nr_pods, pods }: ConfigurationRecord): string | null {
  return nr_pods === pods.length ? null : `nr_pods: ${nr_pods}, but pods has ${pods.length}`;
}

/** Twice the same trial would count as more evidence. */
function repeatedTrial({ trials }: Run | ImportedRun): string | null {
  const seen = new Set<string>();
  for (const [index, { round, label }] of trials.entries()) {
    const key = `${round} ${label}`;
    if (seen.has(key)) return `trials[${index}]: '${label}' in round ${round} again`;
    seen.add(key);
  }
  return null;
}

/** The log's numbers are whole and exact. */
function importedTrialProblem({ itemsPerSecond, queueNs }: ImportedTrial): string | null {
  const { p50, p90, p95 } = queueNs;
  if (!(p50 <= p90 && p90 <= p95)) return 'queueNs: percentiles must not fall from p50 to p95';
  if (itemsPerSecond > Number.MAX_SAFE_INTEGER)
    return `itemsPerSecond: ${itemsPerSecond} is out of range`;
  return p95 > Number.MAX_SAFE_INTEGER ? `queueNs.p95: ${p95} is out of range` : null;
}

type ImportedTrial = ImportedRun['trials'][number];

function trialProblem(trial: TrialRecord): string | null {
  return rateProblem(trial) ?? latencyProblem(trial) ?? histogramProblem(trial);
}

/** Relative difference that rounding can leave between a figure and what it follows from. */
const ROUNDING = 1e-6;

function rateProblem({ valid, items, elapsedNs, itemsPerSecond }: TrialRecord): string | null {
  const rate = (items / elapsedNs) * 1e9;
  if (!(Math.abs(itemsPerSecond - rate) <= ROUNDING * rate)) {
    return `itemsPerSecond: ${itemsPerSecond} does not follow from items and elapsedNs`;
  }
  if (!valid) return null;
  if (items === 0) return 'items: a valid trial has some';
  return elapsedNs >= 1 ? null : `elapsedNs: ${elapsedNs} is less than any trial takes`;
}

/** Samples are 32-bit words. */
const LONGEST_NS = 2 ** 32 - 1;

function latencyProblem(trial: TrialRecord): string | null {
  for (const series of SERIES) {
    const { p50, p90, p95, p99, max } = trial[series];
    if (!(p50 <= p90 && p90 <= p95 && p95 <= p99 && p99 <= max)) {
      return `${series}: percentiles must not fall from p50 to max`;
    }
    if (max > LONGEST_NS) return `${series}.max: ${max} is longer than anything timed`;
  }
  return null;
}
