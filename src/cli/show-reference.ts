import type { Io } from '../core/io.js';
import { TABLE_FORMATS } from '../report/formats.js';
import { referenceReport } from '../report/reference/reference-report.js';
import { renderReference, renderReferenceList } from '../report/reference/render-reference.js';
import { loadReference, referenceNames } from '../results/reference/reference.js';
import { assertJsonTarget, writeJson } from './output.js';
import { assertPublished } from './published.js';
import { styleOf } from './terminal.js';
import { parseChoice } from './values.js';

export interface ReferenceOptions {
  /** Null for the list of all. */
  readonly name: string | null;
  /** As typed. */
  readonly format: string;
  /** File, `-` for stdout, null for none. */
  readonly json: string | null;
}

/** `wqbench reference`: text on stdout, and JSON to a file; or, for `-`, JSON alone on stdout. */
export function showReference({ name, format: typed, json }: ReferenceOptions, io: Io): void {
  const format = parseChoice('--format', typed, TABLE_FORMATS);
  const names = referenceNames();
  if (name !== null) assertPublished(name);
  assertJsonTarget(json);
  const style = styleOf(io.stdout, io.env);
  if (name !== null) {
    const reference = loadReference(name);
    if (json !== '-') {
      io.stdout.write(renderReference(referenceReport(reference), format, style));
    }
    writeJson(json, jsonOf(reference), io);
  } else {
    const references = names.map(loadReference);
    if (json !== '-') {
      io.stdout.write(renderReferenceList(references.map(referenceReport), format, style));
    }
    writeJson(json, jsonOf({ references }), io);
  }
}

function jsonOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
