import { groupBy } from '../../core/group-by.js';
import type { ImportedRun } from '../../results/file/imported-run.js';
import type { Run } from '../../results/file/run-file.js';
import { noticesOf } from './notices.js';
import { heard } from './silence.js';

/** What has to be known of a result before its figures are set beside others, a line each. */
export function remarksOf(document: Run | ImportedRun): string[] {
  return [...(document.source === 'imported' ? [] : noticesOf(document)), ...doubtsOf(document)];
}

/** The codes of its warnings, what they say having its place in the report; empty without any. */
export function doubtsOf(document: Run | ImportedRun): string[] {
  const codes =
    document.source === 'imported'
      ? document.warnings.map(({ code }) => code)
      : [...heard(document.warnings, document).map(({ code }) => code), ...rowDoubts(document)];
  const told = [...new Set(codes)];
  return told.length === 0 ? [] : [`warnings, told in its report: ${told.join(', ')}`];
}

/** `bimodal (cpu, smt)`; the bare code where it is of every configuration. */
function rowDoubts(run: Run): string[] {
  const raised = run.summary.flatMap(({ label, warnings }) =>
    heard(warnings, run).map(({ code }) => ({ code, label })),
  );
  return [...groupBy(raised, ({ code }) => code)].map(([code, rows]) =>
    rows.length === run.summary.length
      ? code
      : `${code} (${rows.map(({ label }) => label).join(', ')})`,
  );
}
