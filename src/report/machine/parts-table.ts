import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Run } from '../../results/file/run-file.js';
import { median } from '../../results/statistics/sample.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatNs } from '../text/format.js';
import { renderProse } from '../text/prose.js';
import { bold, type Style } from '../text/style.js';
import { renderTextTable } from '../text/text-table.js';

/** Heading and letter of each part of an item's time. */
const NAMES: Readonly<Record<Part, readonly [title: string, letter: string]>> = {
  lockWait: ['lock wait', 'l'],
  hold: ['hold', 'h'],
  inLockWake: ['in-lock wake', 'w'],
  wakeToRun: ['wake to run', 'r'],
  runQueue: ['run queue', 'q'],
  kworkersBusy: ['kworkers busy', 'b'],
  work: ['work', 'x'],
  downstreamWait: ['down- stream', 'd'],
  complete: ['complete', 'c'],
};

interface Row {
  readonly label: string;
  readonly parts: Readonly<Record<Part, number>>;
  readonly zNs: number;
  readonly waiting: number;
  readonly wakes: number | null;
}

/** Where an item's time goes in each configuration, as text that ends in a newline. */
export function renderParts(run: Run, style: Style): string {
  const rows = run.summary.flatMap(({ label }) => {
    const row = rowOf(run, label);
    return row === null ? [] : [row];
  });
  if (rows.length === 0) return '';
  const shown = PARTS.filter((part) => rows.some(({ parts }) => parts[part] > 0));
  const columns: Column<Row>[] = [
    wordColumn('scope', 'label', ({ label }) => label),
    ...shown.map((part) =>
      numberColumn<Row>(NAMES[part][0], `${part}_ns`, ({ parts }) => parts[part], formatNs),
    ),
    numberColumn(
      'Z',
      'z_ns',
      ({ zNs }) => zNs,
      (ns) => (ns < 0 ? `-${formatNs(-ns)}` : formatNs(ns)),
    ),
    numberColumn(
      'waiting /pool',
      'waiting',
      ({ waiting }) => waiting,
      (n) => n.toFixed(1),
    ),
    numberColumn(
      'wakes /item',
      'wakes',
      ({ wakes }) => wakes,
      (n) => n.toFixed(2),
    ),
  ];
  return [
    bold("Where an item's time goes, mean of an item, medians over the trials:", style),
    renderTextTable(columns, rows, style),
    ...bars(rows, shown),
    renderProse(
      `Bars: ${shown.map((part) => `${NAMES[part][1]} ${NAMES[part][0].replace('- ', '')}`).join(', ')}. Z: threads over items/s, less twice p50: an item's time outside its two visits to the lock. Waiting: threads in a pool's lock queue, mean.`,
      style,
    ),
    '',
  ].join('\n');
}

function rowOf(run: Run, label: string): Row | null {
  const trials = run.trials.filter((trial) => trial.valid && trial.label === label);
  const all = trials.flatMap(({ prediction }) => (prediction?.parts ? [prediction.parts] : []));
  if (all.length === 0) return null;
  const parts = Object.fromEntries(
    PARTS.map((part) => [part, median(all.map((own) => own[part]))]),
  ) as Row['parts'];
  return {
    label,
    parts,
    zNs: median(
      trials.map(
        ({ itemsPerSecond, queueNs }) => (run.threads * 1e9) / itemsPerSecond - 2 * queueNs.p50,
      ),
    ),
    waiting: median(
      trials.map(
        ({ pools, elapsedNs }) =>
          pools.reduce((sum, { waitNs }) => sum + waitNs, 0) / elapsedNs / pools.length,
      ),
    ),
    wakes:
      run.kworkers === 'inline'
        ? null
        : median(
            trials.map(
              ({ pools, items }) =>
                pools.reduce((sum, { kworkers }) => sum + (kworkers?.wakeUps ?? 0), 0) / items,
            ),
          ),
  };
}

const BAR_WIDTH = 60;

/** A letter for each sixtieth of the longest round trip. */
function bars(rows: readonly Row[], shown: readonly Part[]): string[] {
  const totals = rows.map(({ parts }) => shown.reduce((sum, part) => sum + parts[part], 0));
  const longest = Math.max(...totals);
  const width = Math.max(...rows.map(({ label }) => label.length));
  return rows.map(({ label, parts }, index) => {
    let spent = 0;
    let drawn = 0;
    const bar = shown.map((part) => {
      spent += parts[part];
      const end = Math.round((spent / longest) * BAR_WIDTH);
      const letters = NAMES[part][1].repeat(end - drawn);
      drawn = end;
      return letters;
    });
    return `${label.padEnd(width)}  ${bar.join('')} ${formatNs(totals[index]!)}`;
  });
}
