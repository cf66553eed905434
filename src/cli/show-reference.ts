import { WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { TABLE_FORMATS } from '../report/formats.js';
import { referenceReport } from '../report/reference/reference-report.js';
import { renderReference, renderReferenceList } from '../report/reference/render-reference.js';
import { loadReference, referenceNames } from '../results/reference/reference.js';
import { assertJsonTarget, writeJson } from './json-output.js';
import { nearName } from './near-name.js';
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
  if (name !== null) assertKnown(name, names);
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

function assertKnown(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const near = nearName(name, names);
  const list = `the published results are ${names.join(', ')}`;
  const nextStep = near ? `did you mean '${near}'? ${list}` : list;
  throw new WqbenchError('bad-option', `no published result '${name}'`, nextStep);
}
