import { groupBy } from '../../core/group-by.js';
import { WARNINGS, type WarningCode } from '../../core/warnings.js';
import type { Run } from '../../results/file/run-file.js';
import { SERIES_CODES } from '../../results/series-warnings.js';
import { heard } from '../run/silence.js';
import { type Html, html } from './markup.js';

/** A run without the warnings it was told to leave out of reports. */
export function withoutSilenced(run: Run): Run {
  const keep = <T extends { readonly code: string }>(warnings: readonly T[]) =>
    heard(warnings, run);
  return {
    ...run,
    warnings: keep(run.warnings),
    summary: run.summary.map((row) => ({ ...row, warnings: keep(row.warnings) })),
    trials: run.trials.map((trial) => ({ ...trial, warnings: keep(trial.warnings) })),
  };
}

/** Every doubt about the run: what its code means, then the figure and the advice. */
export function renderWarnings(run: Run): Html {
  const entries = [
    ...run.warnings.map(({ code, message }) => entry(code, [message])),
    ...trialEntries(run),
  ];
  const list =
    entries.length > 0
      ? html`<dl class="warnings">
${entries}
</dl>`
      : html`<p>${
          run.source === 'predicted'
            ? 'Nothing was noticed. How far predictions of published rows are off, wqbench predict --validate tells.'
            : 'Nothing was noticed that would cast doubt on the figures.'
        }</p>`;
  if (run.silenced.length === 0) return list;
  return html`${list}
<p class="muted">Left out on request: ${run.silenced.join(', ')}.</p>`;
}

/** Of the trials, each code once. */
function trialEntries({ summary }: Run): Html[] {
  const raised = summary.flatMap(({ label, n, warnings }) =>
    warnings.map((warning) => ({ ...warning, label, n })),
  );
  return [...groupBy(raised, ({ code }) => code)].map(([code, rows]) => {
    if (SERIES_CODES.includes(code)) {
      return entry(
        code,
        rows.map(({ label, message }) => `${label}: ${message}`),
      );
    }
    const where = rows.map(({ label, trials, n }) => `${label} (${trials} of ${n} trials)`);
    const [first] = rows;
    return entry(code, [`${first?.message}`, `Raised by ${where.join(', ')}.`]);
  });
}

function entry(code: string, texts: readonly string[]): Html {
  const meaning = code in WARNINGS ? WARNINGS[code as WarningCode] : '';
  return html`<dt><code>${code}</code> ${meaning}</dt>
${texts.map((text) => html`<dd>${text}</dd>`)}`;
}
