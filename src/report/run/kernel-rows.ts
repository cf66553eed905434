import type { ImportedRun } from '../../results/file/imported-run.js';
import type { Run } from '../../results/file/run-file.js';
import { noticesOf } from './notices.js';
import { type RunRow, rowsOf } from './run-tables.js';

const PREFIX = 'test_workqueue:';

/**
 * The log of the kernel's `test_workqueue` module, a row for every name, so that coinciding scopes
 * have a row each with the same figures. Notices and names without figures are `#` comments.
 */
export function renderKernelRows(run: Run): string {
  const plainShard = run.configurations.flatMap(({ policies }) => policies).length === 1;
  return [
    ...noticesOf(run).map((notice) => `# ${notice}`),
    kernelHead(run),
    ...rowsOf(run).flatMap((row) => kernelRows(row, plainShard)),
    '',
  ].join('\n');
}

/** An imported log again, each configuration with the mean of its rows. */
export function renderImportedKernelRows(run: ImportedRun): string {
  const rows = run.summary.map(({ label, itemsPerSecond, queueNs }) =>
    kernelRow(label, itemsPerSecond.mean, queueNs),
  );
  return [kernelHead(run), ...rows, ''].join('\n');
}

function kernelHead({ threads, itemsPerThread }: Run | ImportedRun): string {
  return `${PREFIX} running ${threads} threads, ${itemsPerThread} items/thread`;
}

/** One shard policy alone needs no telling apart and is called as the kernel calls it. */
function kernelRows({ configuration, summary }: RunRow, plainShard: boolean): string[] {
  return configuration.names.map((name) => {
    const title = plainShard && name.startsWith('cache_shard') ? 'cache_shard' : name;
    const { itemsPerSecond, queueNs } = summary;
    if (!itemsPerSecond || !queueNs) return `# ${title}: no valid trial`;
    return kernelRow(title, itemsPerSecond.mean, queueNs);
  });
}

function kernelRow(
  title: string,
  itemsPerSecond: number,
  queueNs: { readonly p50: number; readonly p90: number; readonly p95: number },
): string {
  // The module's format: "  %-16s %llu items/sec\tp50=%llu\tp90=%llu\tp95=%llu ns\n"
  const { p50, p90, p95 } = queueNs;
  const latency = [`p50=${Math.round(p50)}`, `p90=${Math.round(p90)}`, `p95=${Math.round(p95)}`];
  const rate = Math.round(itemsPerSecond);
  return `${PREFIX}   ${title.padEnd(16)} ${rate} items/sec\t${latency.join('\t')} ns`;
}
