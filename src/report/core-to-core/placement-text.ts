import {
  type PairOverRounds,
  pairsOverRounds,
  probedRounds,
} from '../../results/core-to-core/probes.js';
import type { Run } from '../../results/file/run-file.js';
import { followsPlacement } from '../../results/series-warnings.js';
import { formatCounted, formatInterval, formatNs, formatProbability } from '../text/format.js';

/**
 * Where the CPUs lay to each other from round to round, and whether the rates went with it, a
 * sentence each; empty where nothing was probed.
 */
export function placementSentences(run: Run): string[] {
  const pairs = pairsOverRounds(probedRounds(run.trials));
  if (pairs.length === 0) return [];
  const each = pairs.map(pairText).join(', ');
  const rounds = formatCounted(Math.max(...pairs.map((pair) => pair.rounds)), 'round');
  const fact = `Core-to-core round trip before the trials of ${rounds}, median (lowest .. highest): ${each}.`;
  return [fact, ...correlationSentence(run)];
}

function pairText({ cpus, medianNs, lowestNs, highestNs }: PairOverRounds): string {
  const spread = formatInterval(lowestNs, highestNs, formatNs);
  return `CPUs ${cpus.join('-')} ${formatNs(medianNs)} (${spread})`;
}

function correlationSentence({ summary }: Run): string[] {
  const known = summary.flatMap(({ label, placement }) =>
    placement ? [{ label, ...placement }] : [],
  );
  if (known.length === 0) return [];
  const going = known.filter(followsPlacement);
  if (going.length === 0) return ['No rate went with it (rank correlation, p > 0.01).'];
  const each = going.map(
    ({ label, rho, p }) => `${label} ${rho.toFixed(2)} (${formatProbability(p)})`,
  );
  return [`Rates that went with it, by rank correlation: ${each.join(', ')}.`];
}
