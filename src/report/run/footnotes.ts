import type { ConfigurationSummary, Run } from '../../results/file/run-file.js';
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

/** The warnings of a run's trials, one footnote a code. */
export function footnotesOf(run: Run): Footnote[] {
  const warnings = run.summary.flatMap((row) => heard(row.warnings, run));
  const codes = new Set(warnings.map(({ code }) => code));
  return [...codes].map((code, index) => footnote(code, `[${index + 1}]`, run.summary));
}

/** A row's name followed by the marks of its footnotes. */
export function marked(name: string, label: string, footnotes: readonly Footnote[]): string {
  const marks = footnotes.filter(({ labels }) => labels.includes(label)).map(({ mark }) => mark);
  return [name, ...marks].join(' ');
}

function footnote(code: string, mark: string, summary: readonly ConfigurationSummary[]): Footnote {
  const found = summary.flatMap((row) =>
    row.warnings
      .filter((warning) => warning.code === code)
      .map(({ message, trials }) => ({ label: row.label, n: row.n, message, trials })),
  );
  const trials = found.reduce((sum, { trials }) => sum + trials, 0);
  const of = found.reduce((sum, { n }) => sum + n, 0);
  const example = trials > 1 ? 'e.g. ' : '';
  return {
    code,
    mark,
    labels: found.map(({ label }) => label),
    text: `${code}, ${trials} of ${of} trials: ${example}${found[0]?.message}`,
  };
}
