import { WARNINGS, type WarningCode } from '../../core/warnings.js';
import type { Run } from '../../results/run-file.js';
import { type Footnote, footnotesOf } from '../footnotes.js';
import { type Html, html } from './markup.js';

/** A run without the warnings it was told to leave out of reports. */
export function withoutSilenced(run: Run): Run {
  const keep = ({ code }: { readonly code: string }) => !run.silenced.includes(code);
  return {
    ...run,
    warnings: run.warnings.filter(keep),
    summary: run.summary.map((row) => ({ ...row, warnings: row.warnings.filter(keep) })),
    trials: run.trials.map((trial) => ({ ...trial, warnings: trial.warnings.filter(keep) })),
  };
}

/** Every doubt about the run: what its code means, then the figure and the advice. */
export function renderWarnings(run: Run): Html {
  const entries = [
    ...run.warnings.map(({ code, message }) => entry(code, [message])),
    ...footnotesOf(run).map((footnote) => trialEntry(footnote, run)),
  ];
  const list =
    entries.length > 0
      ? html`<dl class="warnings">
${entries}
</dl>`
      : html`<p>Nothing was noticed that would cast doubt on the figures.</p>`;
  if (run.silenced.length === 0) return list;
  return html`${list}
<p class="muted">Left out on request: ${run.silenced.join(', ')}.</p>`;
}

function trialEntry({ mark, labels, text }: Footnote, run: Run): Html {
  const code = text.slice(0, text.indexOf(','));
  const rest = text.slice(code.length + 2);
  const all = labels.length === run.configurations.length;
  return entry(code, [rest, `Concerns ${all ? 'every row' : labels.join(', ')}: ${mark}.`]);
}

function entry(code: string, texts: readonly string[]): Html {
  const meaning = code in WARNINGS ? WARNINGS[code as WarningCode] : '';
  return html`<dt><code>${code}</code> ${meaning}</dt>
${texts.map((text) => html`<dd>${text}</dd>`)}`;
}
