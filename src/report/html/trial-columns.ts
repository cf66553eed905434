import type { Latency, Series, TrialRecord } from '../../results/trial-schema.js';
import type { Column } from '../columns.js';
import { formatNs, formatRate, formatRatio, orAbsent } from '../format.js';

const SERIES_NAMES = {
  queueNs: { title: '', field: 'queue' },
  roundTripNs: { title: 'round trip ', field: 'round_trip' },
} as const satisfies Record<Series, { title: string; field: string }>;

/** Every trial by itself, as executed. */
export const TRIAL_COLUMNS: readonly Column<TrialRecord>[] = [
  {
    title: 'round',
    align: 'right',
    text: ({ round }) => String(round),
    field: 'round',
    raw: ({ round }) => round,
  },
  {
    title: 'configuration',
    align: 'left',
    text: ({ label }) => label,
    field: 'label',
    raw: ({ label }) => label,
  },
  {
    title: 'items/s',
    align: 'right',
    text: ({ itemsPerSecond }) => formatRate(itemsPerSecond),
    field: 'items_per_second',
    raw: ({ itemsPerSecond }) => itemsPerSecond,
  },
  latencyColumn('queueNs', 'p50'),
  latencyColumn('queueNs', 'p90'),
  latencyColumn('queueNs', 'p95'),
  latencyColumn('queueNs', 'p99'),
  latencyColumn('queueNs', 'max'),
  latencyColumn('roundTripNs', 'p50'),
  {
    title: 'fairness',
    align: 'right',
    text: ({ fairness }) => orAbsent(fairness, formatRatio),
    field: 'fairness',
    raw: ({ fairness }) => fairness,
  },
  {
    title: 'doubts',
    align: 'left',
    text: doubtsOf,
    field: 'doubts',
    raw: doubtsOf,
  },
];

function latencyColumn(series: Series, name: keyof Latency): Column<TrialRecord> {
  const { title, field } = SERIES_NAMES[series];
  return {
    title: `${title}${name}`,
    align: 'right',
    text: (trial) => formatNs(trial[series][name]),
    field: `${field}_${name}_ns`,
    raw: (trial) => trial[series][name],
  };
}

/** Why not to trust it: the violations of an invalid trial, and the codes of its warnings. */
function doubtsOf({ violations, warnings }: TrialRecord): string {
  return [
    ...violations.map((violation) => `INVALID: ${violation}`),
    ...new Set(warnings.map(({ code }) => code)),
  ].join('; ');
}
