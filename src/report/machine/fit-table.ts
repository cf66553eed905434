import type { ComparedRow } from '../../predictor/predict-row.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatNs, formatRate } from '../text/format.js';

/** Relative error of the rate. */
export function rateError({ target, predicted }: ComparedRow): number {
  return predicted.itemsPerSecond / target.itemsPerSecond - 1;
}

/** Relative error of p50; null where the source has none. */
export function p50Error({ target: { queueP50Ns }, predicted }: ComparedRow): number | null {
  return queueP50Ns === null ? null : predicted.queueP50Ns / queueP50Ns - 1;
}

/** Calibrated rows carry a `*`. */
export const FIT_COLUMNS: readonly Column<ComparedRow>[] = [
  wordColumn('machine', 'machine', ({ machine }) => machine),
  wordColumn('row', 'row', ({ target, calibrated }) => `${target.label}${calibrated ? ' *' : ''}`),
  numberColumn(
    'CPUs/pool',
    'cpus_per_pool',
    ({ target }) => target.configuration.pods[0]!.length,
    String,
  ),
  numberColumn('items/s', 'items_per_second', ({ target }) => target.itemsPerSecond, formatRate),
  numberColumn(
    'predicted',
    'predicted_items_per_second',
    ({ predicted }) => predicted.itemsPerSecond,
    formatRate,
  ),
  wordColumn(
    'range',
    'range',
    ({ predicted: { low, high } }) => `${formatRate(low)} .. ${formatRate(high)}`,
  ),
  numberColumn('error', 'error', rateError, formatError),
  numberColumn('p50', 'queue_p50_ns', ({ target }) => target.queueP50Ns, formatNs),
  numberColumn(
    'predicted',
    'predicted_queue_p50_ns',
    ({ predicted }) => predicted.queueP50Ns,
    formatNs,
  ),
  numberColumn('error', 'queue_p50_error', p50Error, formatError),
];

export function formatError(error: number): string {
  return `${error < 0 ? '-' : '+'}${Math.abs(100 * error).toFixed(0)} %`;
}
