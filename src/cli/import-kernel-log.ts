import { readFileSync, statSync } from 'node:fs';
import { lostOutput, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { toolVersion } from '../core/version.js';
import { renderImported } from '../report/run/render-imported.js';
import type { ImportedRun } from '../results/file/imported-run.js';
import { serialiseRun, storeImported } from '../results/file/run-store.js';
import { assertWritableDirectory } from '../results/file/writable.js';
import { importLog } from '../results/kernel-log/import-log.js';
import { parseKernelLog } from '../results/kernel-log/kernel-log.js';
import { assertNotInput } from './inputs.js';
import { assertJsonTarget, writeJson } from './output.js';
import { styleOf } from './terminal.js';

export interface ImportOptions {
  /** File, or `-` for standard input. */
  readonly source: string;
  readonly out: string;
  /** File, `-` for stdout, null for none. */
  readonly json: string | null;
  readonly quiet: boolean;
}

/** `wqbench import`: reads all of the log before anything is written. */
export async function importKernelLog(options: ImportOptions, io: Io): Promise<void> {
  const { source, out, json, quiet } = options;
  assertNotInput(json, [source]);
  const name = source === '-' ? 'standard input' : source;
  const text = source === '-' ? await readStandardInput(io) : readLogFile(source);
  const log = parseKernelLog(text, name);
  assertWritableDirectory(out);
  assertJsonTarget(json);
  const occasion = { toolVersion: toolVersion(), importedAt: io.now(), log: source };
  const run = importLog(log, occasion);
  const directory = store(out, run);
  if (json !== '-') io.stdout.write(renderImported(run, 'table', styleOf(io.stdout, io.env)));
  writeJson(json, serialiseRun(run), io);
  if (!quiet) io.stderr.write(`wqbench: the imported log is in ${directory}\n`);
}

/** More than any kernel keeps of its log in memory. */
const LARGEST_BYTES = 256 * 2 ** 20;

const NEXT_STEP = "name a file with a kernel's log, or - for standard input";

async function readStandardInput(io: Io): Promise<string> {
  let text: string | null;
  try {
    text = await io.readStdin(LARGEST_BYTES);
  } catch (cause) {
    throw unreadable('standard input', cause);
  }
  if (text !== null) return text;
  const nextStep = 'pipe only the lines of test_workqueue, with their header';
  throw new WqbenchError('bad-log', `standard input has over ${LARGEST_BYTES} bytes`, nextStep);
}

function readLogFile(path: string): string {
  try {
    assertLogFile(path);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw cause instanceof WqbenchError ? cause : unreadable(path, cause);
  }
}

function assertLogFile(path: string): void {
  const stats = statSync(path);
  if (stats.isDirectory()) throw new WqbenchError('bad-log', `${path} is a directory`, NEXT_STEP);
  if (stats.isFIFO() || (stats.isFile() && stats.size <= LARGEST_BYTES)) return;
  const what = stats.isFile() ? `${stats.size} bytes long` : 'no regular file';
  throw new WqbenchError('bad-log', `${path} is ${what}`, NEXT_STEP);
}

function unreadable(name: string, cause: unknown): WqbenchError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WqbenchError('bad-log', `${name} cannot be read: ${reason}`, NEXT_STEP, { cause });
}

function store(out: string, run: ImportedRun): string {
  try {
    return storeImported(out, run);
  } catch (cause) {
    throw lostOutput(`the result to --out '${out}'`, cause);
  }
}
