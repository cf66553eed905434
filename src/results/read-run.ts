import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { WqbenchError } from '../core/errors.js';
import { type Run, runSchema, SCHEMA_VERSION } from './run-file.js';
import { RUN_FILE } from './run-store.js';

/**
 * Reads a result: the file itself or its directory. Throws 'bad-result' naming the file, the path
 * inside the document and what is wrong there.
 */
export function readRun(path: string): Run {
  const file = isDirectory(path) ? join(path, RUN_FILE) : path;
  const json = parseJson(file, readText(file));
  assertVersion(file, json);
  const result = runSchema.safeParse(json);
  if (!result.success) throw badResult(file, firstIssue(result.error));
  assertLabelsKnown(file, result.data);
  return result.data;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw badResult(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function parseJson(file: string, text: string): unknown {
  if (text.trim() === '') throw badResult(file, 'the file is empty');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badResult(file, `no complete JSON document: ${(cause as SyntaxError).message}`, cause);
  }
}

function assertVersion(file: string, json: unknown): void {
  const version =
    json !== null && typeof json === 'object' ? Reflect.get(json, 'schemaVersion') : undefined;
  if (version === SCHEMA_VERSION) return;
  if (typeof version === 'number' && version > SCHEMA_VERSION) {
    const message = `${file}: schemaVersion: ${version} is newer than ${SCHEMA_VERSION}, the newest known here`;
    throw new WqbenchError('bad-result', message, 'update wqbench');
  }
  throw badResult(
    file,
    `schemaVersion: expected ${SCHEMA_VERSION}, got ${JSON.stringify(version)}`,
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
function assertLabelsKnown(file: string, run: Run): void {
  const labels = run.configurations.map((configuration) => configuration.label);
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

function badResult(file: string, problem: string, cause?: unknown): WqbenchError {
  const nextStep = `give a ${RUN_FILE} as wqbench wrote it, or its directory`;
  return new WqbenchError('bad-result', `${file}: ${problem}`, nextStep, { cause });
}
