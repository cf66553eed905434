import { dirname, join } from 'node:path';
import type { Io } from '../core/io.js';
import { readRun, resultFile } from '../results/file/read-result.js';
import { assertWritableFile } from '../results/file/writable.js';
import { assertNotInput } from './inputs.js';
import { REPORT_FILE, redactedFor, reportOf } from './make-report.js';
import { writeTextFile } from './output.js';

export interface ReportRequest {
  /** A result file, or its directory. */
  readonly result: string;
  /** File for the report, `-` for stdout; null for one next to the result. */
  readonly out: string | null;
  readonly redact: boolean;
}

/** `wqbench report`: the page of a run that was measured before. */
export async function showReport({ result, out, redact }: ReportRequest, io: Io): Promise<void> {
  assertNotInput(out, [result]);
  const run = readRun(result);
  const shown = redact ? redactedFor(run, io) : run;
  if (out === '-') {
    io.stdout.write(await reportOf(shown, redact));
    return;
  }
  const file = out ?? besides(result);
  assertWritableFile(file);
  writeTextFile(file, await reportOf(shown, redact));
  io.stdout.write(`the report is in ${file}\n`);
}

function besides(result: string): string {
  return join(dirname(resultFile(result)), REPORT_FILE);
}
