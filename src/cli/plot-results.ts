import { readdirSync } from 'node:fs';
import { WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import type { ChartSource } from '../report/charts/chart.js';
import { assertWritableDirectory } from '../results/file/writable.js';
import { publishedSweeps } from '../results/reference/reference.js';
import { writeFiles } from './output.js';
import { readSources } from './sources.js';
import { styleOf } from './terminal.js';

/** `wqbench plot --terminal` */
export async function plotInTerminal(words: readonly string[], io: Io): Promise<void> {
  const sources = chartSources(words);
  const { renderTerminalPlots } = await import('../report/terminal/render-terminal-plots.js');
  io.stdout.write(renderTerminalPlots(sources, styleOf(io.stdout, io.env)));
}

/** `wqbench plot --out DIR`: a file for each chart, whose names go to stdout. */
export async function plotToFiles(words: readonly string[], out: string, io: Io): Promise<void> {
  assertWritableDirectory(out);
  const sources = chartSources(words);
  const { chartsOf } = await import('../report/charts/charts-of.js');
  const charts = chartsOf(sources, publishedSweeps());
  const files = charts.map(({ id, svg }) => ({ name: `${id}.svg`, text: svg }));
  writeFiles(files, out, io);
  tellOthers(out, new Set(files.map(({ name }) => name)), io);
}

/** A chart of an earlier result would pass for one of this. */
function tellOthers(out: string, drawn: ReadonlySet<string>, io: Io): void {
  const others = readdirSync(out).filter((name) => name.endsWith('.svg') && !drawn.has(name));
  if (others.length === 0) return;
  io.stderr.write(
    `wqbench: ${out} also has ${others.sort().join(', ')}, which were not drawn now\n`,
  );
}

function chartSources(words: readonly string[]): ChartSource[] {
  return readSources(words).map(({ name, set, result }) => {
    if (result !== null) return { name, document: result.document };
    if (set.origin === 'measured') {
      const message = `${name}: a result of wqbench kernel has one chart`;
      throw new WqbenchError('bad-result', message, 'wqbench report makes the page that has it');
    }
    if (set.origin === 'predicted') {
      const message = `${name}: predicted: gives rows to compare, without histograms`;
      throw new WqbenchError('bad-result', message, 'wqbench predict makes a result to plot');
    }
    const message = `reference:${name} is a published table, not a result`;
    throw new WqbenchError('bad-result', message, 'published sweeps are drawn behind yours anyway');
  });
}
