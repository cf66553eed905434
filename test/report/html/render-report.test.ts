import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderReport } from '../../../src/report/html/render-report.js';
import { commandLine } from '../../../src/report/html/reproduce-section.js';
import { headline } from '../../../src/report/run/explain.js';
import { readRun } from '../../../src/results/file/read-result.js';
import type { Run } from '../../../src/results/file/run-file.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../../results/run-builder.js';
import { CHART } from './chart.js';
import { attribute, byTag, elementsIn, parsePage, textOf } from './page.js';

const PLAIN = { redacted: false };

/** Every doubt at once. */
const DOUBTFUL = buildRun({
  pinning: 'none',
  partial: true,
  warnings: [{ code: 'high-load', message: 'the load average was 9' }],
  trials: [
    ...trialsAt('cpu', [4e6, 5e6, 4e6]),
    ...[0, 1, 2].map((round) =>
      trial(SHARDS_2.label, round, { queueNs: new Uint32Array(2000).fill(50) }),
    ),
    ...trialsAt(WHOLE.label, [1e6, 1.1e6, 1.3e6]),
    trial(WHOLE.label, 3, { violations: ['item 7 ran twice'] }),
  ],
});

function pageOf(run: Run, charts = [CHART], options = PLAIN) {
  return parsePage(renderReport(run, charts, options));
}

/** Texts of the cells, a list a row, of the table with this caption. */
function cellsOf(run: Run, caption: string): string[][] {
  const table = byTag(pageOf(run).elements, 'table').find((table) =>
    byTag(elementsIn(table), 'caption').some((element) => textOf(element) === caption),
  );
  return byTag(elementsIn(table!), 'tr').map((tr) => tr.childNodes.filter(isCell).map(textOf));
}

function isCell({ nodeName }: { readonly nodeName: string }): boolean {
  return nodeName === 'th' || nodeName === 'td';
}

/** Files to save from the page, by name. */
function filesOf(text: string): Map<string, Buffer> {
  const links = byTag(parsePage(text).elements, 'a').filter((link) => attribute(link, 'download'));
  return new Map(
    links.map((link) => [
      attribute(link, 'download')!,
      Buffer.from(attribute(link, 'href')!.split(';base64,')[1]!, 'base64'),
    ]),
  );
}

function reread(bytes: Buffer): Run {
  const directory = mkdtempSync(join(tmpdir(), 'wqbench-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'run.json.gz'), bytes);
  return readRun(join(directory, 'run.json.gz'));
}

describe('the page', () => {
  test.each([
    ['of a plain run', buildRun()],
    ['of a doubtful run', DOUBTFUL],
    [
      'of a run of one configuration without trials',
      buildRun({ configurations: [configurationRecord(WHOLE)], trials: [], baseline: null }),
    ],
  ])('%s is valid HTML, in order, and loads nothing', (_, run) => {
    expect(pageOf(run).problems).toEqual([]);
    expect(pageOf(run, []).problems).toEqual([]);
  });

  test('has its parts in order', () => {
    const titles = byTag(pageOf(DOUBTFUL).elements, 'h2').map(textOf);
    expect(titles).toEqual([
      'Results',
      'Charts',
      'The machine',
      'Warnings',
      'How to read the figures',
      'How to reproduce',
      'Data',
    ]);
  });

  test('forbids itself to load anything', () => {
    const [policy] = byTag(pageOf(buildRun()).elements, 'meta').filter(
      (meta) => attribute(meta, 'http-equiv') === 'Content-Security-Policy',
    );
    expect(attribute(policy!, 'content')).toContain("default-src 'none';");
  });

  test('starts with the answer and what changes the meaning of the figures', () => {
    const [header] = byTag(pageOf(DOUBTFUL).elements, 'header');
    const text = textOf(header!);
    expect(text).toContain(headline(DOUBTFUL));
    for (const notice of ['INVALID', 'PARTIAL', 'NOT PINNED']) expect(text).toContain(notice);
  });

  test('has the figures as the terminal has them', () => {
    expect(cellsOf(buildRun(), 'Every configuration').slice(0, 2)).toEqual([
      expect.arrayContaining(['scope', 'items/s', 'p50']),
      expect.arrayContaining(['cpu, smt', '4.10 M', '1.10 µs']),
    ]);
    expect(cellsOf(buildRun(), 'Sweep: cache beside cache_shard')).toHaveLength(3);
  });

  test('lists every trial with its doubts', () => {
    const rows = cellsOf(DOUBTFUL, 'Every trial, as executed');
    expect(rows).toHaveLength(1 + DOUBTFUL.trials.length);
    expect(rows[2]?.at(-1)).toBe('[1]');
    expect(rows.at(-1)?.at(-1)).toBe('INVALID: item 7 ran twice;');
  });

  test('says unknown where nothing is known', () => {
    const facts = Object.fromEntries(cellsOf(buildRun(), 'Environment'));
    expect(facts).toMatchObject({ CPU: 'Test CPU', governor: 'unknown', boost: 'unknown' });
  });

  test('shows a chart with its title and description', () => {
    const [figure] = byTag(pageOf(buildRun()).elements, 'figure');
    expect(byTag(elementsIn(figure!), 'svg')).toHaveLength(1);
    expect(textOf(figure!)).toContain(CHART.description);
  });
});

describe('warnings', () => {
  test('are told in plain words with the figure', () => {
    const text = renderReport(DOUBTFUL, [], PLAIN);
    expect(text).toContain('The machine was busy before the run.');
    expect(text).toContain('the load average was 9');
    expect(text).toContain('reading the clock is a large part of it.');
    expect(text).toContain('Raised by cache_shard(shards=2) (3 of 3 trials).');
  });

  test('that were silenced are left out but named, and stay in the data', () => {
    const silenced = ['high-load', 'at-clock-floor'];
    const text = renderReport({ ...DOUBTFUL, silenced }, [], PLAIN);
    expect(text).not.toContain('the load average was 9');
    expect(text).not.toContain('[1]');
    expect(text).toContain('Left out on request: high-load, at-clock-floor.');
    const run = reread(filesOf(text).get('run.json.gz')!);
    expect(run.warnings).toEqual(DOUBTFUL.warnings);
  });
});

describe('the command', () => {
  test('is quoted for a shell and has the seed', () => {
    const command = ['run', '--topology', 'package:1 l3:2', '--out', "it's"];
    expect(commandLine({ command, seed: 7 })).toBe(
      "wqbench run --topology 'package:1 l3:2' --out 'it'\\''s' --seed 7",
    );
  });

  test.each([[['run', '--seed', '5']], [['run', '--seed=5']]])('%j keeps its seed', (command) => {
    expect(commandLine({ command, seed: 5 })).toBe(`wqbench ${command.join(' ')}`);
  });

  test('stands on the page as it is to be typed', () => {
    const [code] = byTag(pageOf(buildRun()).elements, 'pre').map(textOf);
    expect(code).toBe('wqbench run --shards 1,2 --seed 42');
  });
});

describe('the data', () => {
  test('are read by wqbench as they are', () => {
    const run = buildRun();
    const files = filesOf(renderReport(run, [], PLAIN));
    expect(reread(files.get('run.json.gz')!)).toEqual(run);
    expect(files.get('summary.csv')!.toString()).toContain('items_per_second_mean');
    expect(files.get('trials.csv')!.toString().split('\r\n')).toHaveLength(run.trials.length + 2);
  });

  test('go without histograms, then without trials, where they are too large', () => {
    const run = buildRun();
    const whole = filesOf(renderReport(run, [], PLAIN)).get('run.json.gz')!.length;
    const lean = renderReport(run, [], { ...PLAIN, mostBytes: whole - 1 });
    expect(lean).toContain('without its trials&#39; histograms');
    const reduced = reread(filesOf(lean).get('run.json.gz')!);
    expect(reduced.trials.map(({ histograms }) => histograms)).toEqual(run.trials.map(() => null));
    expect(reduced.summary).toEqual(run.summary);
    const bare = renderReport(run, [], { ...PLAIN, mostBytes: 100 });
    expect(bare).toContain('too large');
    expect(filesOf(bare).size).toBe(0);
    for (const text of [lean, bare]) expect(parsePage(text).problems).toEqual([]);
  });

  test('of 20 configurations and 10 rounds keep the page below 1.5 MB', () => {
    const names = Array.from({ length: 20 }, (_, index) => `cache_shard(shards=${index + 1})`);
    const configurations = names.map((label) =>
      configurationRecord({ ...SHARDS_2, label, names: [label] }),
    );
    const trials = names.flatMap((label, index) =>
      Array.from({ length: 10 }, (_, round) =>
        trial(label, round, { queueNs: scattered(index), roundTripNs: scattered(round) }),
      ),
    );
    const run = buildRun({ configurations, trials, baseline: null });
    const text = renderReport(run, [], PLAIN);
    expect(text.length).toBeLessThan(1.5e6);
    expect(filesOf(text).has('run.json.gz')).toBe(true);
  });
});

/** Latencies over four decades, which no compression makes small. */
function scattered(seed: number): Uint32Array {
  return Uint32Array.from({ length: 2000 }, (_, index) =>
    Math.round(10 ** (1 + (((index + 1) * (seed + 1) * 0.618_034) % 4))),
  );
}

describe('hostile text', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '</style></title><img src=x onerror=alert(1)>',
      '"><a href="http://evil.example">',
      "'&amp;</code></pre>",
      '\u0000\u001b[31m\u202e',
    ),
    fc.string({ unit: 'binary' }),
  );

  test('stays text wherever it stands', () => {
    const words = (text: string) =>
      renderReport(
        buildRun({
          host: text,
          command: ['run', text],
          warnings: [{ code: 'high-load', message: text }],
          partial: true,
          pinning: 'none',
          topology: {
            ...buildRun().topology,
            modelled: true,
            source: { kind: 'synthetic', name: text },
          },
          environment: { ...buildRun().environment, cpuModel: text, kernel: text },
          configurations: [
            { ...configurationRecord(WHOLE), label: text, names: [text] },
            configurationRecord(SHARDS_2),
          ],
          trials: [trial(text, 0, { violations: [text] }), trial(SHARDS_2.label, 0)],
          baseline: text,
        }),
        [{ ...CHART, title: text, description: text }],
        { redacted: true },
      );
    const count = (text: string) => parsePage(words(text)).elements.length;
    const usual = count('word');
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(text !== SHARDS_2.label && text.trim() !== '');
        expect(parsePage(words(text)).problems).toEqual([]);
        expect(count(text)).toBe(usual);
      }),
      { numRuns: 40 },
    );
  });
});

test('a page is the same for the same run', () => {
  expect(renderReport(buildRun(), [CHART], PLAIN)).toBe(renderReport(buildRun(), [CHART], PLAIN));
  const [bytes] = [...filesOf(renderReport(buildRun(), [], PLAIN)).values()];
  expect(JSON.parse(gunzipSync(bytes!).toString())).toMatchObject({ host: 'box' });
});
