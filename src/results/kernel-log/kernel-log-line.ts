import { SCOPES } from '../../scopes/scope.js';

/** What a line says; `bad` is one of the module's that is incomplete or cannot be true. */
export type KernelLine =
  | { readonly kind: 'header'; readonly threads: number; readonly itemsPerThread: number }
  | { readonly kind: 'row'; readonly figures: KernelRowFigures }
  | { readonly kind: 'bad'; readonly problem: string }
  | { readonly kind: 'other' };

interface KernelRowFigures {
  readonly label: string;
  readonly itemsPerSecond: number;
  readonly queueNs: { readonly p50: number; readonly p90: number; readonly p95: number };
}

const OTHER = { kind: 'other' } as const;

/** A row is far shorter; what stands before it is not looked at. */
const LONGEST_TAIL = 1000;

/**
 * Undoes what programs do to a line of the log: colours (`dmesg --color`), tabs written as `#011`
 * (rsyslog) or `\x09` (/dev/kmsg), CRLF.
 */
export function plainLine(raw: string): string {
  return raw
    .slice(-LONGEST_TAIL)
    .replaceAll(/\p{Cc}\[[0-9;]*m/gu, '')
    .replaceAll(/#011|\\x09/g, '\t')
    .trim();
}

/** The module: `pr_info("test_workqueue: running %d threads, %d items/thread\n")`. */
export function parseKernelHeader(line: string): KernelLine {
  if (!/test_workqueue: running\b/.test(line)) return OTHER;
  const match = line.match(/test_workqueue: running (\d+) threads?, (\d+) items\/thread$/);
  if (!match) return bad('an incomplete header');
  const [threads, itemsPerThread] = match.slice(1).map(Number) as [number, number];
  if (threads === 0 || itemsPerThread === 0) return bad('a run of nothing');
  const absurd = [threads, itemsPerThread].find((value) => !Number.isSafeInteger(value));
  if (absurd !== undefined) return bad('a number out of range');
  return { kind: 'header', threads, itemsPerThread };
}

/** The module: `pr_info("  %-16s %llu items/sec\tp50=%llu\tp90=%llu\tp95=%llu ns\n")`. */
export function parseKernelRow(line: string, isLast: boolean): KernelLine {
  const match = line.match(ROW);
  if (match) return rowOf(match[1] as string, match.slice(2).map(Number));
  const cut = CUT_OWN_ROW.test(line) || (isLast && CUT_ROW.test(line));
  return cut || INCOMPLETE_ROW.test(line) ? bad('an incomplete row') : OTHER;
}

const BEFORE = String.raw`(?:^|[\s;:\]])`;

const OWN_NAME = String.raw`(?:${SCOPES.join('|')}|cache_shard\(\S+\))(?:\+[a-z]+)*`;

const ROW = new RegExp(
  String.raw`${BEFORE}([A-Za-z_][\w.=()+-]*)\s+(\d+) items\/sec\s+p50=(\d+)\s+p90=(\d+)\s+p95=(\d+) ns$`,
);

/** Of others only rows of these names, or with percentiles, can be the module's. */
const INCOMPLETE_ROW = new RegExp(
  String.raw`items\/sec\s+p50|${BEFORE}(?:test_workqueue:|${OWN_NAME})\s+\S+ items\/sec`,
);

/** With the module's name before it, and indented, only a row can be meant. */
const CUT_OWN_ROW = /test_workqueue:\s\s+\S+(?:\s+\d*[ a-z/]*)?$/;

/** A row cut within its first columns; in the middle of a log such words can be others'. */
const CUT_ROW = new RegExp(String.raw`${BEFORE}${OWN_NAME}\s\s+\d+[ a-z/]*$`);

function rowOf(label: string, numbers: readonly number[]): KernelLine {
  const [itemsPerSecond, p50, p90, p95] = numbers as [number, number, number, number];
  if (!numbers.every(Number.isSafeInteger)) return bad(`'${label}' has a number out of range`);
  if (itemsPerSecond === 0) return bad(`'${label}' did 0 items/sec`);
  if (p50 === 0) return bad(`'${label}' has p50=0: no call takes no time`);
  if (!(p50 <= p90 && p90 <= p95)) {
    return bad(`'${label}' has p50=${p50} p90=${p90} p95=${p95}: percentiles must not fall`);
  }
  return { kind: 'row', figures: { label, itemsPerSecond, queueNs: { p50, p90, p95 } } };
}

function bad(problem: string): KernelLine {
  return { kind: 'bad', problem };
}
