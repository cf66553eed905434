import { groupBy } from '../../core/group-by.js';
import type { ConfigurationSummary, Run } from '../../results/file/run-file.js';
import { SERIES_CODES } from '../../results/series-warnings.js';
import { heard } from './silence.js';

/** A doubt about the rows that carry its mark. */
export interface Footnote {
  /** Of the warnings it stands for. */
  readonly code: string;
  /** `[1]` */
  readonly mark: string;
  readonly labels: readonly string[];
  readonly text: string;
}

/** One footnote a code; a doubt about the course of a configuration's trials has one to itself. */
export function footnotesOf(run: Run): Footnote[] {
  const found = run.summary.flatMap((row) =>
    heard(row.warnings, run).map((warning) => ({ ...warning, label: row.label, n: row.n })),
  );
  const alike = groupBy(found, ({ code, label }) =>
    SERIES_CODES.includes(code) ? `${code} ${label}` : code,
  );
  return [...alike.values()].map((raised, index) => footnote(raised, `[${index + 1}]`));
}

interface Raised extends Warned {
  readonly label: string;
  /** Valid trials of its configuration. */
  readonly n: number;
}

type Warned = ConfigurationSummary['warnings'][number];

/** A row's name followed by the marks of its footnotes. */
export function marked(name: string, label: string, footnotes: readonly Footnote[]): string {
  const marks = footnotes.filter(({ labels }) => labels.includes(label)).map(({ mark }) => mark);
  return [name, ...marks].join(' ');
}

function footnote(raised: readonly Raised[], mark: string): Footnote {
  const { code, message } = raised[0] as Raised;
  const trials = raised.reduce((sum, one) => sum + one.trials, 0);
  const of = raised.reduce((sum, { n }) => sum + n, 0);
  const extent = SERIES_CODES.includes(code) ? '' : `, ${trials} of ${of} trials`;
  const example = extent !== '' && trials > 1 ? 'e.g. ' : '';
  return {
    code,
    mark,
    labels: raised.map(({ label }) => label),
    text: `${code}${extent}: ${example}${message}`,
  };
}
