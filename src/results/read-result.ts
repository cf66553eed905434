import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { WqbenchError } from '../core/errors.js';
import { summariseImported } from './import-log.js';
import { type ImportedRun, importedRunSchema } from './imported-run.js';
import { type Run, runSchema } from './run-file.js';
import { RUN_FILE } from './run-store.js';
import { SCHEMA_VERSION } from './schema-version.js';
import { summarise } from './summary.js';
import { SERIES } from './trial-schema.js';
import { OLDEST_VERSION, upgrade } from './upgrade.js';

export interface ReadResult {
  /** In the current version, whichever it was written in. */
  readonly document: Run | ImportedRun;
  /** Version it was written in. */
  readonly schemaVersion: number;
}

/**
 * Reads a result: the file itself, gzipped or not, or its directory. Throws 'bad-result' naming the
 * file, the path inside the document and what is wrong there.
 */
export function readResult(path: string): ReadResult {
  const file = isDirectory(path) ? join(path, RUN_FILE) : path;
  const json = parseJson(file, readText(file));
  const schemaVersion = versionOf(file, json);
  const current = upgrade(json as Readonly<Record<string, unknown>>, schemaVersion);
  const imported = Reflect.get(json as object, 'source') === 'imported';
  const document = imported ? parseImported(file, current) : parseRun(file, current);
  return { document, schemaVersion };
}

/** A result with trials of its own. Throws 'bad-result' for an imported log, too. */
export function readRun(path: string): Run {
  const { document } = readResult(path);
  if (document.source !== 'imported') return document;
  const message = `${path}: an imported log has only the figures of its rows`;
  throw new WqbenchError('bad-result', message, 'give a result of wqbench run');
}

function parseRun(file: string, current: unknown): Run {
  const run = validated(file, runSchema, current);
  assertLabelsKnown(file, run);
  assertTrialsPlausible(file, run);
  const summary = summarise(run, run.trials);
  return { ...run, summary };
}

function parseImported(file: string, current: unknown): ImportedRun {
  const run = validated(file, importedRunSchema, current);
  assertLabelsKnown(file, run);
  const labels = run.configurations.map(({ label }) => label);
  const summary = summariseImported(labels, run.trials);
  const bare = labels.find((label) => !summary.some((row) => row.label === label));
  if (bare === undefined) return { ...run, summary };
  throw badResult(file, `trials: none of configuration '${bare}'`);
}

function validated<T>(file: string, schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (!result.success) throw badResult(file, firstIssue(result.error));
  return result.data;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readText(file: string): string {
  try {
    return unpacked(readFileSync(file)).toString('utf8');
  } catch (cause) {
    throw badResult(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** A report hands its run out gzipped. */
function unpacked(bytes: Buffer): Buffer {
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return gzipped ? gunzipSync(bytes, { maxOutputLength: LONGEST_UNPACKED }) : bytes;
}

/** More than any run has; a file made to fill the memory ends there. */
const LONGEST_UNPACKED = 2 ** 29;

function parseJson(file: string, text: string): unknown {
  if (text.trim() === '') throw badResult(file, 'the file is empty');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badResult(file, `no complete JSON document: ${(cause as SyntaxError).message}`, cause);
  }
}

function versionOf(file: string, json: unknown): number {
  const version =
    json !== null && typeof json === 'object' ? Reflect.get(json, 'schemaVersion') : undefined;
  if (typeof version === 'number' && version > SCHEMA_VERSION) {
    const message = `${file}: schemaVersion: ${version} is newer than ${SCHEMA_VERSION}, the newest known here`;
    throw new WqbenchError('bad-result', message, 'update wqbench');
  }
  if (Number.isInteger(version) && version >= OLDEST_VERSION) return version;
  throw badResult(
    file,
    `schemaVersion: expected ${OLDEST_VERSION} to ${SCHEMA_VERSION}, got ${JSON.stringify(version)}`,
  );
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return error.message;
  return issue.path.length > 0 ? `${pathOf(issue.path)}: ${issue.message}` : issue.message;
}

/** `trials[3].queueNs.p50` */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, depth) =>
      typeof key === 'number' ? `[${key}]` : `${depth > 0 ? '.' : ''}${String(key)}`,
    )
    .join('');
}

/** Every label must lead to a configuration, and every configuration have its summary. */
function assertLabelsKnown(file: string, run: Run | ImportedRun): void {
  const labels: string[] = run.configurations.map(({ label }) => label);
  const duplicate = labels.findIndex((label, index) => labels.indexOf(label) !== index);
  if (duplicate >= 0) {
    throw badResult(file, `configurations[${duplicate}].label: '${labels[duplicate]}' again`);
  }
  const stray = run.trials.findIndex((trial) => !labels.includes(trial.label));
  if (stray >= 0) {
    throw badResult(file, `trials[${stray}].label: no configuration '${run.trials[stray]?.label}'`);
  }
  if (run.summary.map((row) => row.label).join('\n') !== labels.join('\n')) {
    throw badResult(file, 'summary: its labels differ from those of configurations');
  }
  if (run.baseline !== null && !labels.includes(run.baseline)) {
    throw badResult(file, `baseline: no configuration '${run.baseline}'`);
  }
}

/** Relative difference that rounding can leave between a figure and what it follows from. */
const ROUNDING = 1e-6;

/** Finds figures that no run can have left: a file changed by hand, or by a fault. */
function assertTrialsPlausible(file: string, { trials }: Run): void {
  for (const [index, trial] of trials.entries()) {
    const rate = (trial.items / trial.elapsedNs) * 1e9;
    if (!(Math.abs(trial.itemsPerSecond - rate) <= ROUNDING * rate)) {
      const problem = `${trial.itemsPerSecond} does not follow from items and elapsedNs`;
      throw badResult(file, `trials[${index}].itemsPerSecond: ${problem}`);
    }
    for (const series of SERIES) {
      const { p50, p90, p95, p99, max } = trial[series];
      if (p50 <= p90 && p90 <= p95 && p95 <= p99 && p99 <= max) continue;
      throw badResult(
        file,
        `trials[${index}].${series}: percentiles must not fall from p50 to max`,
      );
    }
  }
}

function badResult(file: string, problem: string, cause?: unknown): WqbenchError {
  const nextStep = `give a ${RUN_FILE} as wqbench wrote it, or its directory`;
  return new WqbenchError('bad-result', `${file}: ${problem}`, nextStep, { cause });
}
