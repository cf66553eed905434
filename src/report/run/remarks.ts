import type { ImportedRun } from '../../results/file/imported-run.js';
import type { Run } from '../../results/file/run-file.js';
import { noticesOf } from './notices.js';
import { heard } from './silence.js';

/** What has to be known of a result before its figures are set beside others, a line each. */
export function remarksOf(document: Run | ImportedRun): string[] {
  return document.source === 'imported'
    ? doubtsLine(codesOf(document.warnings), [])
    : [...noticesOf(document), ...doubtsOf(document)];
}

/** Codes only: what they say has its place in the report. */
function doubtsOf(run: Run): string[] {
  const rows = run.summary.flatMap(({ label, warnings }) => {
    const codes = codesOf(heard(warnings, run));
    return codes.length === 0 ? [] : [`${label} (${codes.join(', ')})`];
  });
  return doubtsLine(codesOf(heard(run.warnings, run)), rows);
}

function doubtsLine(codes: readonly string[], rows: readonly string[]): string[] {
  const all = [...codes, ...rows];
  return all.length === 0 ? [] : [`warnings, told in its report: ${all.join(', ')}`];
}

function codesOf(warnings: readonly { readonly code: string }[]): string[] {
  return [...new Set(warnings.map(({ code }) => code))];
}
