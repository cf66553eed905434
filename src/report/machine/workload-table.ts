import type { WorkloadRow } from '../../predictor/published/workload-row.js';
import { type Column, numberColumn, wordColumn } from '../text/columns.js';
import { formatError } from './fit-table.js';

/** Published rows of other workloads than the microbenchmark. Calibrated rows carry a `*`. */
export const WORKLOAD_COLUMNS: readonly Column<WorkloadRow>[] = [
  wordColumn('machine', 'machine', ({ machine }) => machine),
  wordColumn('row', 'row', ({ label, calibrated }) => `${label}${calibrated ? ' *' : ''}`),
  numberColumn('published', 'bandwidth', ({ bandwidth }) => bandwidth, formatFour),
  numberColumn('predicted', 'predicted_bandwidth', ({ predicted }) => predicted, formatFour),
  wordColumn('unit', 'unit', ({ unit }) => unit),
  wordColumn('range', 'range', ({ low, high }) => `${formatFour(low)} .. ${formatFour(high)}`),
  numberColumn(
    'error',
    'error',
    ({ bandwidth, predicted }) => (bandwidth === null ? null : predicted / bandwidth - 1),
    formatError,
  ),
  numberColumn('CPU', 'cpu_percent', ({ cpuPercent }) => cpuPercent, formatPercent),
  numberColumn(
    'predicted',
    'predicted_cpu_percent',
    ({ predictedCpuPercent }) => predictedCpuPercent,
    formatPercent,
  ),
];

export const WORKLOAD_NOTE =
  '* calibrated on: bandwidths are in proportion to that row, whose utilisation, or wait for the downstream lock, what issuers do for an item is fitted to. Rows without a published figure are placements that were proposed.';

function formatFour(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

function formatPercent(percent: number): string {
  return `${percent.toFixed(1)} %`;
}
