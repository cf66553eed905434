import { WqbenchError } from '../../core/errors.js';
import { parseKernelHeader, parseKernelRow, plainLine } from './kernel-log-line.js';

/** What the module printed: all its runs, of one size, each with at least a row. */
export interface KernelLog {
  readonly threads: number;
  readonly itemsPerThread: number;
  readonly runs: readonly (readonly KernelRow[])[];
  /** Lines of headers that no row follows: the log was cut, or the module stopped. */
  readonly emptyRunLines: readonly number[];
  /** Texts of `#` lines, each once: the module prints none, wqbench its notices. */
  readonly comments: readonly string[];
}

export interface KernelRow {
  /** From 1, as all lines here. */
  readonly line: number;
  /** Scope, or whatever name stands there. */
  readonly label: string;
  readonly itemsPerSecond: number;
  /** Of `queue_work`, in ns. */
  readonly queueNs: { readonly p50: number; readonly p90: number; readonly p95: number };
}

interface ModuleRun {
  readonly line: number;
  readonly threads: number;
  readonly itemsPerThread: number;
  readonly rows: KernelRow[];
}

/**
 * Reads what the kernel's `lib/test_workqueue.c` logs, out of any kernel log: neither what stands
 * before it on a line nor lines of others matter. Throws 'bad-log', naming `name` and the line, for
 * what is no such log and for rows that are incomplete or cannot be true.
 */
export function parseKernelLog(text: string, name: string): KernelLog {
  if (text.trim() === '') throw badLog(name, null, 'it is empty');
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const lastLine = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const runs: ModuleRun[] = [];
  const comments = new Set<string>();
  for (const [index, raw] of lines.entries()) {
    const place: Place = { name, line: index + 1, isLast: index + 1 === lastLine };
    if (raw.includes('\0')) throw badLog(name, place.line, 'has a NUL byte: it is no text');
    const line = plainLine(raw);
    if (line.startsWith('#')) comments.add(line.slice(1).trim());
    else readLine(line, place, runs);
  }
  return logOf(runs, [...comments], name);
}

interface Place {
  readonly name: string;
  readonly line: number;
  readonly isLast: boolean;
}

function readLine(text: string, { name, line, isLast }: Place, runs: ModuleRun[]): void {
  const header = parseKernelHeader(text);
  const row = header.kind === 'other' ? parseKernelRow(text, isLast) : header;
  switch (row.kind) {
    case 'other':
      return;
    case 'bad':
      throw badLog(name, line, row.problem);
    case 'header':
      assertSameSize({ ...row, line }, runs[0], name);
      runs.push({ ...row, line, rows: [] });
      return;
    case 'row':
      addRow({ line, ...row.figures }, runs.at(-1), name);
  }
}

function assertSameSize(
  header: Omit<ModuleRun, 'rows'>,
  first: ModuleRun | undefined,
  name: string,
): void {
  if (!first) return;
  const { threads, itemsPerThread } = header;
  if (threads === first.threads && itemsPerThread === first.itemsPerThread) return;
  const here = `${threads} threads, ${itemsPerThread} items/thread`;
  const before = `${first.threads} threads, ${first.itemsPerThread} items/thread in line ${first.line}`;
  const nextStep = 'put runs of different size into files of their own and import each';
  throw badLog(name, header.line, `${here}, but ${before}`, nextStep);
}

function addRow(row: KernelRow, run: ModuleRun | undefined, name: string): void {
  if (!run) {
    const nextStep = "keep the line 'test_workqueue: running N threads, M items/thread' above it";
    throw badLog(name, row.line, 'a row without the header of its run', nextStep);
  }
  const again = run.rows.find(({ label }) => label === row.label);
  if (again) {
    const nextStep = 'keep the header line of every run of the module';
    throw badLog(name, row.line, `'${row.label}' again, as in line ${again.line}`, nextStep);
  }
  run.rows.push(row);
}

function logOf(runs: readonly ModuleRun[], comments: readonly string[], name: string): KernelLog {
  const [first] = runs;
  const filled = runs.flatMap(({ rows }) => (rows.length > 0 ? [rows] : []));
  if (!first) throw badLog(name, null, 'no row of test_workqueue');
  if (filled.length === 0) {
    throw badLog(name, first.line, 'the module started, but no row follows');
  }
  return {
    threads: first.threads,
    itemsPerThread: first.itemsPerThread,
    runs: filled,
    emptyRunLines: runs.filter(({ rows }) => rows.length === 0).map(({ line }) => line),
    comments,
  };
}

const USUAL_STEP = "give the kernel's log of a test_workqueue run, e.g. of dmesg";

function badLog(
  name: string,
  line: number | null,
  problem: string,
  nextStep = USUAL_STEP,
): WqbenchError {
  const place = line === null ? name : `${name}: line ${line}`;
  return new WqbenchError('bad-log', `${place}: ${problem}`, nextStep);
}
