import type { Candidate, Recommendation } from '../../predictor/recommend.js';
import { cpusPerPod, shardName } from '../../scopes/configurations.js';
import type { TableFormat } from '../formats.js';
import { joinBlocks } from '../run/render-run.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { formatCounted, formatNs, formatPercent, formatRate } from '../text/format.js';
import { renderMarkdownTable } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';

/** The curve, and its knee in a sentence. */
export function renderRecommendation(
  machine: string,
  candidates: readonly Candidate[],
  answer: Recommendation,
  format: TableFormat,
  style: Style,
): string {
  const rows = candidates.toSorted(
    (a, b) => a.configuration.pods.length - b.configuration.pods.length,
  );
  const sentence = sentenceOf(machine, answer);
  switch (format) {
    case 'table':
      return joinBlocks([
        [renderTextTable(COLUMNS, rows, style)],
        [bold(renderProse(sentence, style), style)],
      ]);
    case 'markdown':
      return `${renderMarkdownTable(COLUMNS, rows)}\n\n${sentence}\n`;
    case 'csv':
      return renderCsv(COLUMNS, rows);
  }
}

function sentenceOf(machine: string, { knee, best }: Recommendation): string {
  const predicted = `${machine}, predicted, not measured`;
  if (knee === null) {
    return `${predicted}: no answer; seeds and starts differ by more than neighbouring sizes do. The best median is that of ${namesOf(best)}.`;
  }
  const behind = 1 - knee.predicted.itemsPerSecond / best.predicted.itemsPerSecond;
  const reach =
    knee === best
      ? 'the best throughput'
      : `within ${formatPercent(behind)} of the best throughput`;
  return `${predicted}: ${namesOf(knee)}: ${reach}, ${formatCounted(knee.configuration.pods.length, 'pool')}.`;
}

function namesOf({ configuration: { policies } }: Candidate): string {
  const words = {
    'shard-size': 'shard size',
    shards: 'shards per LLC',
    'max-shards': 'shards at most',
  };
  const [first, ...others] = policies;
  if (first === undefined) return 'cache';
  const count = 'size' in first ? first.size : 'shards' in first ? first.shards : first.maxShards;
  const same = others.map(shardName).join(', ');
  return `${words[first.kind]} ${count}${same === '' ? '' : ` (the same: ${same})`}`;
}

const COLUMNS: readonly Column<Candidate>[] = [
  wordColumn('sharding', 'label', ({ configuration: { names } }) => names.join(', ')),
  numberColumn('pools', 'pools', ({ configuration: { pods } }) => pods.length, String),
  wordColumn('CPUs/pool', 'cpus_per_pool', ({ configuration: { pods } }) => {
    const { min, max } = cpusPerPod(pods);
    return min === max ? String(max) : `${min}-${max}`;
  }),
  numberColumn(
    'items/s',
    'items_per_second',
    ({ predicted }) => predicted.itemsPerSecond,
    formatRate,
  ),
  wordColumn(
    'range',
    'range',
    ({ predicted: { low, high } }) => `${formatRate(low)} .. ${formatRate(high)}`,
  ),
  numberColumn('p50', 'queue_p50_ns', ({ predicted }) => predicted.queueP50Ns, formatNs),
  numberColumn('p95', 'queue_p95_ns', ({ predicted }) => predicted.queueP95Ns, formatNs),
];
