import { basename } from 'node:path';
import type { Io } from '../core/io.js';
import { renderReport } from '../report/html/render-report.js';
import { renderKernelPage } from '../report/kernel/kernel-page.js';
import { redactRun } from '../results/file/redact.js';
import type { Run } from '../results/file/run-file.js';
import type { KernelRun } from '../results/kernel/kernel-run.js';
import { publishedSweeps } from '../results/reference/reference.js';

export const REPORT_FILE = 'report.html';

/**
 * The report of a run, whose names were taken out already where `redacted` says so. What draws the
 * charts is large, so it is loaded only now: nothing of it is in memory while trials run.
 */
export async function reportOf(run: Run, redacted: boolean): Promise<string> {
  const { chartsOf } = await import('../report/charts/charts-of.js');
  const charts = chartsOf([{ name: run.host, document: run }], publishedSweeps());
  return renderReport(run, charts, { redacted });
}

/** The page of a sweep of the kernel's knob. */
export async function kernelReportOf(run: KernelRun): Promise<string> {
  const { kernelChart } = await import('../report/charts/throughput/kernel-chart.js');
  const chart = kernelChart(run);
  return renderKernelPage(run, chart === null ? [] : [chart]);
}

/** A run without the names of host, directories and users, those of this process among them. */
export function redactedFor(run: Run, io: Io): Run {
  return redactRun(run, usersOf(io));
}

/** Names of people that this process knows. */
export function usersOf({ env }: Io): string[] {
  const { USER, LOGNAME, SUDO_USER, HOME } = env;
  const users = [USER, LOGNAME, SUDO_USER, HOME && basename(HOME)];
  return users.filter((name) => name !== undefined);
}
