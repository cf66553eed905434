import { stripVTControlCharacters } from 'node:util';
import type { ChartSource } from '../../../src/report/charts/chart.js';
import { renderTerminalPlots } from '../../../src/report/terminal/render-terminal-plots.js';
import type { Style } from '../../../src/report/text/style.js';
import type { ImportedRun } from '../../../src/results/file/imported-run.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { importLog } from '../../../src/results/kernel-log/import-log.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../../results/run-builder.js';

export const PLAIN: Style = { colour: false, unicode: true, columns: 100 };

export const ASCII: Style = { colour: false, unicode: false, columns: 100 };

export function source(name: string, document: ChartSource['document']): ChartSource {
  return { name, document };
}

/** Lines as a reader sees them. */
export function linesOf(documents: readonly ChartSource['document'][], style = PLAIN): string[] {
  const names = 'ABCDEFGH';
  const sources = documents.map((document, index) => source(names[index]!, document));
  return stripVTControlCharacters(renderTerminalPlots(sources, style)).split('\n');
}

/** The lines of the section under `title`, its head included. */
export function section(lines: readonly string[], title: string): string[] {
  const start = lines.indexOf(title);
  const end = lines.indexOf('', start);
  return start < 0 ? [] : lines.slice(start, end);
}

/** A run of one configuration each, named so, with these rates. */
export function runOf(rates: Readonly<Record<string, readonly number[]>>): Run {
  return buildRun({
    configurations: Object.keys(rates).map((label) =>
      configurationRecord({ ...SHARDS_2, label, names: [label], policies: [] }),
    ),
    trials: Object.entries(rates).flatMap(([label, each]) => trialsAt(label, each)),
    baseline: null,
  });
}

/** A lone configuration whose calls took so long. */
export function runWithLatencies(ns: readonly number[]): Run {
  const queueNs = Uint32Array.from(ns);
  const series = { items: ns.length, queueNs, roundTripNs: queueNs.map((each) => 2 * each) };
  return buildRun({
    configurations: [configurationRecord(WHOLE)],
    trials: [trial(WHOLE.label, 0, series)],
  });
}

export function importedRun(label = 'cache'): ImportedRun {
  const row = (name: string, itemsPerSecond: number) => ({
    line: 2,
    label: name,
    itemsPerSecond,
    queueNs: { p50: 500, p90: 1000, p95: 2000 },
  });
  const runs = [[row('cpu', 3e6), row(label, 1.5e6)]];
  return importLog(
    { threads: 4, itemsPerThread: 50_000, runs, emptyRunLines: [], comments: [] },
    { toolVersion: '0.1.0', importedAt: new Date(0), log: 'kernel.log' },
  );
}
