import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { WqbenchError } from '../../core/errors.js';
import { summariseImported } from '../kernel-log/import-log.js';
import { summarise } from '../summary.js';
import { documentProblem } from './checks/document-problems.js';
import { type ImportedRun, importedRunSchema } from './imported-run.js';
import { type Run, runSchema } from './run-file.js';
import { RUN_FILE } from './run-store.js';
import { SCHEMA_VERSION } from './schema-version.js';
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
  const { file, json } = readJson(path);
  const schemaVersion = versionOf(file, json);
  if (Reflect.get(json as object, 'source') === 'kernel') {
    const message = `${path}: a result of wqbench kernel has one figure a trial, and no pools`;
    throw new WqbenchError('bad-result', message, 'give it to wqbench compare or report');
  }
  const current = upgrade(json as Readonly<Record<string, unknown>>, schemaVersion);
  const imported = Reflect.get(json as object, 'source') === 'imported';
  const document = imported ? parseImported(file, current) : parseRun(file, current);
  return { document, schemaVersion };
}

/** The document in a file, or in the one of a run's directory, whatever it is. */
export function readJson(path: string): { readonly file: string; readonly json: unknown } {
  const file = resultFile(path);
  return { file, json: parseJson(file, readText(file)) };
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
  const summary = summarise(run, run.trials);
  return { ...run, summary };
}

function parseImported(file: string, current: unknown): ImportedRun {
  const run = validated(file, importedRunSchema, current);
  const labels = run.configurations.map(({ label }) => label);
  const summary = summariseImported(labels, run.trials);
  const bare = labels.find((label) => !summary.some((row) => row.label === label));
  if (bare === undefined) return { ...run, summary };
  throw badResult(file, `trials: none of configuration '${bare}'`);
}

function validated<T extends Run | ImportedRun>(
  file: string,
  schema: z.ZodType<T>,
  json: unknown,
): T {
  const result = schema.safeParse(json);
  if (!result.success) throw badResult(file, firstIssue(result.error));
  const problem = documentProblem(result.data);
  if (problem !== null) throw badResult(file, problem);
  return result.data;
}

/** The file itself, or the one in a run's directory. */
export function resultFile(path: string): string {
  return isDirectory(path) ? join(path, RUN_FILE) : path;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readText(file: string): string {
  try {
    return unpacked(readFileSync(file)).toString('utf8');
  } catch (cause) {
    if (/^(predicted|reference):/.test(file)) {
      const message = `${file} is no result with trials and histograms of its own`;
      const nextStep = 'wqbench compare reads it; for a prediction as a result, wqbench predict';
      throw new WqbenchError('bad-result', message, nextStep, { cause });
    }
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
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    if (/^.*test_workqueue: /m.test(text)) {
      const problem = `${file}: a kernel log is no result yet`;
      throw new WqbenchError('bad-result', problem, `make it one: wqbench import ${file}`, {
        cause,
      });
    }
    throw badResult(file, `no complete JSON document: ${(cause as SyntaxError).message}`, cause);
  }
  if (!isShallow(json, DEEPEST)) throw badResult(file, `nested deeper than ${DEEPEST} levels`);
  return json;
}

/** Far more than any result has; deeper ones would exhaust the stack of whatever walks them. */
const DEEPEST = 100;

/** Whether a value has at most `levels` of others below it. */
function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
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

export function firstIssue(error: z.ZodError): string {
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

export function badResult(file: string, problem: string, cause?: unknown): WqbenchError {
  const nextStep = `give a ${RUN_FILE} as wqbench wrote it, or its directory`;
  return new WqbenchError('bad-result', `${file}: ${problem}`, nextStep, { cause });
}
