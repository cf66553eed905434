import { dirname, join } from 'node:path';
import type { Io } from '../core/io.js';
import { readRun, resultFile } from '../results/file/read-result.js';
import { assertWritableFile } from '../results/file/writable.js';
import { readKernelRun } from '../results/kernel/read-kernel-run.js';
import { redactKernelRun } from '../results/kernel/redact-kernel.js';
import { assertNotInput } from './inputs.js';
import { kernelReportOf, REPORT_FILE, redactedFor, reportOf, usersOf } from './make-report.js';
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
  if (out === '-') {
    io.stdout.write(await pageOf(result, redact, io));
    return;
  }
  const file = out ?? besides(result);
  const page = await pageOf(result, redact, io);
  assertWritableFile(file);
  writeTextFile(file, page);
  io.stdout.write(`the report is in ${file}\n`);
}

async function pageOf(result: string, redact: boolean, io: Io): Promise<string> {
  const kernel = readKernelRun(result);
  if (kernel !== null) {
    return kernelReportOf(redact ? redactKernelRun(kernel, usersOf(io)) : kernel);
  }
  const run = readRun(result);
  return reportOf(redact ? redactedFor(run, io) : run, redact);
}

function besides(result: string): string {
  return join(dirname(resultFile(result)), REPORT_FILE);
}
