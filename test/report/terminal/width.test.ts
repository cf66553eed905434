import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartSource } from '../../../src/report/charts/chart.js';
import { renderTerminalPlots } from '../../../src/report/terminal/render-terminal-plots.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trialsAt,
  WHOLE,
} from '../../results/run-builder.js';
import { importedRun, runOf, runWithLatencies } from './plotted.js';

const sweep = buildRun();
const lossy = buildRun({
  configurations: [WHOLE, SHARDS_2].map(configurationRecord),
  trials: [...trialsAt(WHOLE.label, [3e9]), ...trialsAt(SHARDS_2.label, [2e3])],
});

const label = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 70 });
const rate = fc.double({ min: 1, max: 1e10, noNaN: true });
const manyRates = fc
  .dictionary(label, fc.array(rate, { maxLength: 8 }), { minKeys: 1, maxKeys: 8 })
  .map(runOf);
const latencies = fc
  .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 50 })
  .map(runWithLatencies);

const source: fc.Arbitrary<ChartSource> = fc.record({
  name: label,
  document: fc.oneof(
    manyRates,
    latencies,
    label.map(importedRun),
    fc.constantFrom(sweep, lossy, buildRun({ trials: [], partial: true })),
  ),
});

const style = fc.record({
  colour: fc.boolean(),
  unicode: fc.boolean(),
  columns: fc.option(fc.integer({ min: 40, max: 200 }), { nil: undefined }),
});

describe('plots in the terminal', () => {
  it('are never wider than the terminal, and are finite', () => {
    const sources = fc.array(source, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sources, style, (sources, style) => {
        const lines = stripVTControlCharacters(renderTerminalPlots(sources, style)).split('\n');
        const widest = lines.toSorted((a, b) => b.length - a.length)[0]!;
        expect(widest.length, widest).toBeLessThanOrEqual(style.columns ?? 100);
        expect(lines.join('\n')).not.toMatch(/NaN|undefined|Infinity/);
        if (!style.unicode) expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
      }),
      { numRuns: 150 },
    );
  });

  it.each([undefined, 40, 79, 80, 120, 200])('use a width of %s', (columns) => {
    const text = renderTerminalPlots([{ name: 'A', document: sweep }], {
      colour: false,
      unicode: true,
      columns,
    });
    const widest = Math.max(...text.split('\n').map(({ length }) => length));
    expect(widest).toBe(columns ?? 100);
  });
});
