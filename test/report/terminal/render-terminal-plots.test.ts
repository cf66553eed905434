import { describe, expect, it } from 'vitest';
import { renderTerminalPlots } from '../../../src/report/terminal/render-terminal-plots.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../../results/run-builder.js';
import {
  ASCII,
  importedRun,
  linesOf,
  PLAIN,
  runOf,
  runWithLatencies,
  section,
  source,
} from './plotted.js';

const ROUNDS = [0.9, 1, 1.05, 1.1, 1.2, 1.3, 1.35, 1.5];

/** Rates with an interval, a sweep, a doubt, and a configuration without a valid trial. */
const RICH = buildRun({
  trials: [
    ...trialsAt(
      'cpu',
      ROUNDS.map((factor) => factor * 4e6),
    ),
    ...trialsAt(
      SHARDS_2.label,
      ROUNDS.map((factor) => factor * 2e6),
    ),
    ...trialsAt(
      WHOLE.label,
      ROUNDS.map((factor) => factor * 1e6),
    ),
  ],
  warnings: [{ code: 'governor', message: 'powersave' }],
});

const { topology } = RICH;

const MODEL = buildRun({
  topology: { ...topology, source: { kind: 'synthetic', name: 'core:4' }, modelled: true },
  trials: [
    ...trialsAt('cpu', [4e6]),
    trial(WHOLE.label, 0, { violations: ['item 7 ran twice'] }),
    ...trialsAt(SHARDS_2.label, [1e6]),
  ],
});

const LATENCY = 'latency of queue_work';
const SWEEP = 'gain of cache_shard over cache';

describe('plots in the terminal', () => {
  it('of a run', async () => {
    const text = renderTerminalPlots([source('A', RICH)], PLAIN);
    await expect(text).toMatchFileSnapshot('../golden/plots.txt');
  });

  it('of several sources, narrow and without Unicode', async () => {
    const sources = [source('A', RICH), source('B', MODEL), source('K', importedRun())];
    const text = renderTerminalPlots(sources, { ...ASCII, columns: 60 });
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    await expect(text).toMatchFileSnapshot('../golden/plots-60.txt');
  });

  it('put names of any origin into ASCII, and let none move the cursor', () => {
    const run = runOf({ 'Zähler\u001b[2J\n': [1e6] });
    expect(renderTerminalPlots([source('ä', run), source('b', run)], ASCII)).toMatch(
      /^[\n\x20-\x7e]+$/,
    );
    expect(renderTerminalPlots([source('A', run)], PLAIN)).toContain('Zähler?[2J?');
  });

  it('have colour only where it is wanted', () => {
    const start = '\u001b[';
    const coloured = renderTerminalPlots([source('A', RICH)], { ...PLAIN, colour: true });
    expect(coloured).toContain(`${start}1m${LATENCY}`);
    expect(coloured).toContain(`${start}36m`);
    expect(renderTerminalPlots([source('A', RICH)], PLAIN)).not.toContain(start);
    expect(linesOf([RICH], { ...PLAIN, colour: true })).toEqual(linesOf([RICH]));
  });

  it('tell sources that were not measured', () => {
    const predicted = { ...RICH, source: 'predicted' } as const;
    const text = linesOf([RICH, MODEL, predicted, importedRun()]).join('\n');
    expect(text).toMatch(/^\*\*\* B: MODELLED TOPOLOGY/m);
    expect(text).toMatch(/^\*\*\* C: PREDICTED/m);
    expect(text).toMatch(/^D: imported from kernel\.log/m);
    for (const name of ['A', 'B (modelled)', 'C (predicted)', 'D (imported)']) {
      expect(text).toContain(`\n  ${name}  `);
    }
  });

  it('name the warnings that bear on the figures', () => {
    expect(linesOf([RICH])).toContain('warnings, told in its report: governor');
    expect(linesOf([{ ...RICH, silenced: ['governor'] }]).join('\n')).not.toContain('governor');
  });
});

describe('bars of items/s', () => {
  it.each([
    ['Unicode', PLAIN, /[█▏▎▍▌▋▊▉]+/],
    ['ASCII', ASCII, /#+/],
  ])('are as long as the figures are high, in %s', (_, style, bar) => {
    const lines = section(linesOf([runOf({ a: [4e6], b: [2e6], c: [5e5] })], style), 'items/s');
    const [a, b, c] = ['a', 'b', 'c'].map(
      (name) => lines.find((line) => line.startsWith(`${name} `))!.match(bar)![0].length,
    ) as [number, number, number];
    expect(a).toBeGreaterThan(60);
    expect(Math.abs(b - a / 2)).toBeLessThanOrEqual(1);
    expect(Math.abs(c - a / 8)).toBeLessThanOrEqual(1);
  });

  it('share one scale over all sources', () => {
    const documents = [runOf({ cpu: [1e6] }), importedRun()];
    const lines = section(linesOf(documents), 'items/s');
    const bars = lines.flatMap((line) => line.match(/█[█▏▎▍▌▋▊▉]*/)?.[0].length ?? []);
    const [measured, importedCpu, importedCache] = bars as [number, number, number];
    expect(Math.abs(measured - importedCpu / 3)).toBeLessThanOrEqual(1);
    expect(Math.abs(importedCache - importedCpu / 2)).toBeLessThanOrEqual(1);
  });

  it('carry the interval, and say why there is none', () => {
    const lines = section(linesOf([RICH]), 'items/s');
    const row = lines.find((line) => line.startsWith('cpu'))!;
    const interval = RICH.summary[0]!.itemsPerSecond!;
    expect(row).toMatch(/█+├─*┼─*┤/);
    expect(row).toContain('4.60 M  3.60 M .. 6.00 M');
    expect(interval.ci95).toMatchObject({ low: expect.closeTo(3.6e6), high: expect.closeTo(6e6) });
    expect(section(linesOf([runOf({ a: [1e6] })]), 'items/s').join()).toMatch(/1.00 M +none, n=1/);
  });

  it('shrink an interval without width to one sign', () => {
    const lines = section(linesOf([runOf({ a: Array(10).fill(1e6) })]), 'items/s');
    expect(lines.find((line) => line.startsWith('a '))).toMatch(/█│ +1.00 M {2}1.00 M .. 1.00 M$/);
  });

  it('are missing without a valid trial', () => {
    const lines = linesOf([buildRun({ trials: [] })]);
    const rows = lines.filter((line) => line.includes('no valid trial'));
    expect(rows).toHaveLength(6);
    expect(lines.join('\n')).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('rows of latencies', () => {
  const row = (ns: readonly number[]) => section(linesOf([runWithLatencies(ns)]), LATENCY);

  it('have their columns where the axis has the values', () => {
    const lines = row([...Array(990).fill(100), ...Array(10).fill(10_000)]);
    const plot = lines.find((line) => line.includes('█'))!;
    const labels = lines.at(-1)!;
    expect(Math.abs(plot.indexOf('█') - labels.indexOf('100 ns'))).toBeLessThanOrEqual(3);
    expect(Math.abs(plot.lastIndexOf('▁') - labels.indexOf('10 µs'))).toBeLessThanOrEqual(3);
  });

  it('are as high as the square roots of their parts', () => {
    const plot = row([
      ...Array(640).fill(100),
      ...Array(160).fill(1000),
      ...Array(10).fill(10_000),
    ]);
    expect(plot.join('')).toMatch(/█ +▄ +▁/);
  });

  it('tell of calls beyond the axis instead of drawing it up to them', () => {
    const text = row([...Array(9999).fill(100), 50_000_000]).join(' ');
    expect(text).toContain('» slower calls, at most 1 in 1,000 of a row, up to 50.0 ms.');
    expect(text).toMatch(/█ +» +100 ns/);
    expect(row(Array(9999).fill(100)).join(' ')).not.toContain('»');
  });

  it.each([
    ['one call', [70]],
    ['calls all alike', Array(500).fill(1000)],
    ['the shortest and the longest call', [1, 2 ** 32 - 1]],
  ])('stand %s', (_, ns) => {
    const lines = row(ns);
    expect(lines.join('')).toContain('█');
    expect(lines.at(-1)).toMatch(/\d (ns|µs|ms|s)\b/);
    expect(lines.join('')).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('say where calls of no time stand', () => {
    expect(row([0, 0, 0, 5]).join(' ')).toContain('0 ns stand at 1 ns');
    expect(row([1, 5]).join(' ')).not.toContain('stand at');
  });

  it('are ranges where the result has no distribution, which is said', () => {
    const bare = {
      ...RICH,
      trials: RICH.trials.map((each) => ({ ...each, histograms: null })),
    };
    const lines = section(linesOf([RICH, bare, importedRun()]), LATENCY);
    expect(lines.join(' ')).toContain('No distribution in B, C: ├─┼─┤ from p50 over p90 to p95.');
    const drawn = (name: string) => lines.filter((line) => line.startsWith(`  ${name} `));
    for (const line of drawn('A')) expect(line).toMatch(/[▁▂▃▄▅▆▇█]/);
    for (const line of [...drawn('B'), ...drawn('C (imported)')]) expect(line).toMatch(/├.*┤/);
    expect(drawn('B')).toHaveLength(drawn('A').length);
  });
});

describe('bars of a sweep', () => {
  const sweep = (shards2: number) =>
    section(
      linesOf([
        buildRun({
          trials: [...trialsAt(WHOLE.label, [1e6]), ...trialsAt(SHARDS_2.label, [shards2])],
        }),
      ]),
      SWEEP,
    );

  it('are of the gain, and none for the same pods', () => {
    const lines = sweep(1.5e6);
    expect(lines.find((line) => line.startsWith('shards 1'))).toMatch(/same pods as cache +- /);
    expect(lines.find((line) => line.startsWith('shards 2'))).toMatch(
      /█{40,} +\+50 % +1.50 M +1.00 M$/,
    );
    expect(lines.at(-1)).toMatch(/^ +0 % .*\+20 % .*\+40 %/);
  });

  it('go to the left for a loss', () => {
    const lines = sweep(0.5e6);
    const loss = lines.find((line) => line.startsWith('shards 2'))!;
    expect(loss).toMatch(/█{40,} +-50 %/);
    expect(lines.at(-1)).toMatch(/-40 % .*-20 % .*0 %$/);
  });

  it('are absent without a sweep', () => {
    expect(linesOf([runOf({ a: [1e6] })])).not.toContain(SWEEP);
    expect(linesOf([importedRun()])).not.toContain(SWEEP);
    expect(linesOf([RICH])).toContain(SWEEP);
  });

  it('stand under their source where there are several', () => {
    const lines = section(linesOf([RICH, runOf({ a: [1e6] })]), SWEEP);
    expect(lines).toContain('A');
    expect(lines).not.toContain('B');
  });
});

describe('several sources', () => {
  it('meet by configuration, and have no row of what they lack', () => {
    const lines = section(linesOf([runOf({ cpu: [1e6], mine: [2e6] }), importedRun()]), 'items/s');
    const names = lines.slice(3, -2).map((line) => line.replace(/ {2,}[█▏▎▍▌▋▊▉].*/, ''));
    expect(names).toEqual([
      'cpu',
      '  A',
      '  B (imported)',
      'mine',
      '  A',
      'cache',
      '  B (imported)',
    ]);
  });
});

describe('thirty configurations', () => {
  it('have a row each', () => {
    const names = Array.from({ length: 30 }, (_, index) => `cache_shard(shards=${index + 1})`);
    const run = runOf(Object.fromEntries(names.map((name) => [name, [1e6]])));
    const lines = section(linesOf([run], { ...PLAIN, columns: 40 }), 'items/s');
    for (const name of names) {
      const short = name.slice('cache_shard('.length, -1);
      expect(lines.filter((line) => line.startsWith(`${short} `))).toHaveLength(1);
    }
  });
});

it('a single configuration with two trials has no NaN', () => {
  const run = buildRun({
    configurations: [configurationRecord(WHOLE)],
    trials: trialsAt(WHOLE.label, [1e6, 1e6]),
  });
  expect(linesOf([run]).join('\n')).not.toMatch(/NaN|undefined|Infinity/);
});
