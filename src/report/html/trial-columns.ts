import type { Latency, Series, TrialRecord } from '../../results/file/trial-schema.js';
import type { Footnote } from '../run/footnotes.js';
import type { Column } from '../text/columns.js';
import { formatNs, formatRate, formatRatio, orAbsent } from '../text/format.js';

/** Every trial by itself. Its doubts are footnotes for people, and codes for programs. */
export function trialColumns(footnotes: readonly Footnote[]): Column<TrialRecord>[] {
  const markOf = new Map(footnotes.map(({ code, mark }) => [code, mark]));
  return [
    ...FIGURE_COLUMNS,
    {
      title: 'doubts',
      align: 'left',
      text: (trial) => doubtsOf(trial, (code) => markOf.get(code) ?? code),
      field: 'doubts',
      raw: (trial) => doubtsOf(trial, (code) => code),
    },
  ];
}

const SERIES_NAMES = {
  queueNs: { title: '', field: 'queue' },
  roundTripNs: { title: 'round trip ', field: 'round_trip' },
} as const satisfies Record<Series, { title: string; field: string }>;

const FIGURE_COLUMNS: readonly Column<TrialRecord>[] = [
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

/** Why not to trust it: what it violated, and its warnings as `nameOf` has them. */
function doubtsOf({ violations, warnings }: TrialRecord, nameOf: (code: string) => string): string {
  const names = [...new Set(warnings.map(({ code }) => nameOf(code)))].sort();
  return [...violations.map((violation) => `INVALID: ${violation};`), ...names].join(' ');
}
