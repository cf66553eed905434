import type { ImportedRun } from '../imported-run.js';
import type { Run } from '../run-file.js';
import { type Check, problemIn, problemInEach } from './check.js';
import { runProblem } from './run-problems.js';

/**
 * What contradicts itself in a document of the right shape, as `path: problem`; null where nothing
 * does. No run leaves such a file: it was changed by hand, or by a fault.
 */
export function documentProblem(document: Run | ImportedRun): string | null {
  const problem = labelProblem(document) ?? repeatedTrial(document);
  if (problem !== null) return problem;
  return document.source === 'imported'
    ? problemInEach('trials', document.trials, (trial) => problemIn(trial, IMPORTED_TRIAL))
    : runProblem(document);
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
const IMPORTED_TRIAL: readonly Check<ImportedRun['trials'][number]>[] = [
  [
    'queueNs',
    ({ queueNs: { p50, p90, p95 } }) =>
      !(p50 <= p90 && p90 <= p95) && 'percentiles must not fall from p50 to p95',
  ],
  ['itemsPerSecond', ({ itemsPerSecond }) => tooGreat(itemsPerSecond)],
  ['queueNs.p95', ({ queueNs }) => tooGreat(queueNs.p95)],
];

function tooGreat(value: number): string | false {
  return value > Number.MAX_SAFE_INTEGER && `${value} is out of range`;
}
