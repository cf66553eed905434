import type { Run } from '../../results/file/run-file.js';
import { formatCounted } from '../text/format.js';

/** What changes the meaning of every figure of a run; stands above them wherever they are shown. */
export function noticesOf(run: Run): string[] {
  return [
    ...invalidity(run),
    ...(run.partial
      ? [`PARTIAL: stopped after ${formatCounted(run.trials.length, 'trial')}.`]
      : []),
    ...(run.source === 'predicted' ? ['PREDICTED by a model, not measured.'] : []),
    ...modelling(run),
    ...(run.source === 'measured' && run.pinning === 'none'
      ? ['NOT PINNED: threads could move to any CPU, so a pod need not have run on its own CPUs.']
      : []),
  ];
}

function invalidity(run: Run): string[] {
  const invalid = run.trials.filter((trial) => !trial.valid);
  const [first] = invalid;
  if (!first) return [];
  const example = `${first.label}, round ${first.round}: ${first.violations.join('; ')}`;
  return [`INVALID: ${invalid.length} of ${run.trials.length} trials failed: ${example}.`];
}

function modelling(run: Run): string[] {
  const { source, modelled, realCpus, cpus } = run.topology;
  const limit = `contention is limited by the ${formatCounted(realCpus, 'CPU')} there are`;
  if (modelled && run.oversubscribed) {
    const size = formatCounted(cpus.length, 'CPU');
    return [`MODELLED TOPOLOGY: ${source.name} (${size}), but ${limit}.`];
  }
  if (modelled) {
    return [`MODELLED TOPOLOGY: ${source.name}; the caches and nodes really there are others.`];
  }
  if (run.oversubscribed) {
    return [`OVERSUBSCRIBED: ${formatCounted(run.threads, 'thread')}, but ${limit}.`];
  }
  return [];
}
