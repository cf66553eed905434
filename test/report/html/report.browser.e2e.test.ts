import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { reportOf } from '../../../src/cli/make-report.js';
import { formatNs, formatRate, formatSpread } from '../../../src/report/text/format.js';
import type { Run } from '../../../src/results/file/run-file.js';
import { mean, median, sampleStddev } from '../../../src/results/statistics/sample.js';
import { around } from '../../results/compare/result-sets.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../../results/run-builder.js';
import { chromiumPath } from './chromium.js';
import {
  drawingProblems,
  focusedName,
  headingLevels,
  meanBrightness,
  overflow,
  reachableNames,
} from './inside-the-page.js';

const executable = chromiumPath();
const why = executable === null ? ' (skipped: no Chromium on the PATH, and none in $CHROMIUM)' : '';

const RUNS = {
  usual: usualRun(),
  lone: buildRun({
    configurations: [configurationRecord(WHOLE)],
    trials: trialsAt(WHOLE.label, [1e6]),
  }),
};

/** A sweep of 12 rounds with every kind of doubt. */
function usualRun(): Run {
  const sharded = [2, 4, 8].map((shards) => shardsOf(shards));
  const labels = [...sharded.map(({ label }) => label), WHOLE.label];
  return buildRun({
    configurations: [...sharded.map(configurationRecord), configurationRecord(WHOLE)],
    trials: [
      ...labels.flatMap((label, index) => trialsAt(label, around((5 - index) * 1e6, 12, index))),
      trial(WHOLE.label, 12, { violations: ['item 7 ran twice'] }),
      trial(SHARDS_2.label, 12, { queueNs: new Uint32Array(2000).fill(50) }),
    ],
    pinning: 'none',
    warnings: [{ code: 'high-load', message: 'the load average was 9' }],
  });
}

function shardsOf(shards: number): typeof SHARDS_2 {
  const label = `cache_shard(shards=${shards})`;
  return { ...SHARDS_2, label, names: [label], policies: [{ kind: 'shards', shards }] };
}

test.runIf(process.env.CI)('continuous integration has a Chromium', () => {
  expect(executable).not.toBeNull();
});

describe.skipIf(executable === null)(`the report in Chromium${why}`, () => {
  let browser: Browser;
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'wqbench-browser-'));
    for (const [name, run] of Object.entries(RUNS)) {
      writeFileSync(join(directory, `${name}.html`), await reportOf(run, false));
    }
    browser = await chromium.launch({ executablePath: executable!, args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser.close();
    rmSync(directory, { recursive: true });
  });

  async function open(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 900 },
      ...options,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    watch(page, address(name));
    await page.goto(address(name));
    return page;
  }

  function address(name: string): string {
    return pathToFileURL(join(directory, `${name}.html`)).href;
  }

  /** Whatever the browser complains of, and all it asks for besides the page, is a failure. */
  function watch(page: Page, document: string): void {
    const noises: string[] = [];
    page.on('console', (message) => noises.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => noises.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (request.url() !== document) noises.push(`request: ${request.url()}`);
    });
    onTestFinished(() => expect(noises).toEqual([]));
  }

  describe.each(Object.entries(RUNS))('of a %s run', (name, run) => {
    test('loads nothing, has headings in order and names everything', async () => {
      const page = await open(name);
      await page.waitForLoadState('networkidle');
      const levels = await page.evaluate(headingLevels);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of levels.entries()) {
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
      }
      const captions = await page.locator('table > caption').allTextContents();
      expect(captions).toHaveLength(await page.locator('table').count());
      expect(captions.filter((caption) => caption.trim() === '')).toEqual([]);
    });

    test('shows the figures of its data', async () => {
      const page = await open(name);
      const embedded = await runInside(page);
      expect(embedded).toEqual(JSON.parse(JSON.stringify(run)));
      const shown = await tableOf(page, 'Every configuration');
      expect(shown).toHaveLength(embedded.configurations.length);
      for (const [index, { label }] of embedded.configurations.entries()) {
        expect(shown[index]).toMatchObject(figuresOf(embedded, label));
      }
    });

    test('lists every trial of its data', async () => {
      const page = await open(name);
      await openAll(page);
      const shown = await tableOf(page, 'Every trial, as executed');
      expect(shown).toHaveLength(run.trials.length);
      for (const [index, { round, label, itemsPerSecond, queueNs }] of run.trials.entries()) {
        expect(shown[index]).toMatchObject({
          round: String(round),
          configuration: label,
          'items/s': formatRate(itemsPerSecond),
          p50: formatNs(queueNs.p50),
          max: formatNs(queueNs.max),
        });
      }
    });

    test('draws every valid trial, and nothing cut or overlapping', async () => {
      const page = await open(name);
      expect(await page.locator('figure svg').count()).toBeGreaterThan(0);
      expect(await page.locator('figure figcaption').count()).toBe(
        await page.locator('figure').count(),
      );
      expect(await page.evaluate(drawingProblems)).toEqual([]);
      const valid = run.trials.filter((trial) => trial.valid).length;
      expect(await page.locator('#chart-throughput [data-mark="trial"]').count()).toBe(valid);
    });

    test.each([1200, 800, 400])('fits into %i pixels', async (width) => {
      const page = await open(name, { viewport: { width, height: 900 } });
      expect(await page.evaluate(overflow)).toBe(0);
      await openAll(page);
      expect(await page.evaluate(overflow)).toBe(0);
    });

    test('is used with the keyboard alone', async () => {
      const page = await open(name);
      const reachable = await page.evaluate(reachableNames);
      expect(reachable[0]).toBe('A Skip to the results');
      for (const expected of reachable) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(focusedName)).toBe(expected);
      }
      expect(reachable.filter((one) => one.startsWith('SUMMARY'))).toHaveLength(2);
      await page.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('details').first().getAttribute('open')).toBe('');
    });

    test('lets the reader skip to the results', async () => {
      const page = await open(name);
      await page.keyboard.press('Tab');
      await expectInView(page, '.skip');
      await page.keyboard.press('Enter');
      expect(page.url()).toBe(`${address(name)}#results`);
      await expectInView(page, '#results-title');
    });

    test('needs no script', async () => {
      const page = await open(name, { javaScriptEnabled: false });
      expect(await page.locator('h1').textContent()).toBe(
        'Worker-pool contention by affinity scope',
      );
      await page.locator('#data summary').click();
      const trials = page.locator('#data details tbody tr');
      expect(await trials.count()).toBe(run.trials.length);
      expect(await trials.first().isVisible()).toBe(true);
    });

    test('is printed on a few pages', async () => {
      const page = await open(name);
      const pdf = await page.pdf({ format: 'A4' });
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      const figures = await page.locator('figure').count();
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThanOrEqual(4 + figures + run.trials.length / 20);
    });

    test('has a light and a dark look', async () => {
      const page = await open(name);
      const brightness: number[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const png = await page.screenshot({ fullPage: true, path: pictureOf(name, colorScheme) });
        const blank = await browser.newPage();
        brightness.push(await blank.evaluate(meanBrightness, png.toString('base64')));
        await blank.close();
      }
      const [light = 0, dark = 255] = brightness;
      expect(light).toBeGreaterThan(200);
      expect(dark).toBeLessThan(80);
    });
  });

  /** In `$SCREENSHOTS` they stay to be looked at. */
  function pictureOf(name: string, colorScheme: string): string {
    const folder = process.env.SCREENSHOTS ?? directory;
    mkdirSync(folder, { recursive: true });
    return join(folder, `report-${name}-${colorScheme}.png`);
  }

  test('is checked by eyes that see ugly drawings', async () => {
    writeFileSync(join(directory, 'ugly.html'), UGLY);
    const page = await open('ugly');
    expect(await page.evaluate(drawingProblems)).toEqual([
      'empty has no size',
      'empty shows no data',
      "crowded cuts 'far too wide'",
      "crowded: 'one' lies on 'two'",
    ]);
  });

  test('of 20 configurations and 30 rounds is under 1.5 MB and opens', async () => {
    const run = largeRun();
    const text = await reportOf(run, false);
    expect(Buffer.byteLength(text)).toBeLessThan(1.5e6);
    writeFileSync(join(directory, 'large.html'), text);
    const page = await open('large');
    expect(await tableOf(page, 'Every configuration')).toHaveLength(20);
    expect(await page.evaluate(drawingProblems)).toEqual([]);
  });
});

function largeRun(): Run {
  const configurations = Array.from({ length: 20 }, (_, index) => shardsOf(index + 1));
  const trials = configurations.flatMap(({ label }, index) =>
    Array.from({ length: 30 }, (_, round) =>
      trial(label, round, {
        elapsedNs: 1e6 * (1 + index + Math.sin(round) / 10),
        queueNs: scattered(index),
        roundTripNs: scattered(round),
      }),
    ),
  );
  return buildRun({
    configurations: configurations.map(configurationRecord),
    trials,
    baseline: configurations[0]!.label,
  });
}

/** Latencies over four decades, which no compression makes small. */
function scattered(seed: number): Uint32Array {
  return Uint32Array.from({ length: 2000 }, (_, index) =>
    Math.round(10 ** (1 + (((index + 1) * (seed + 1) * 0.618_034) % 4))),
  );
}

const UGLY = `<!DOCTYPE html><title>ugly</title><link rel="icon" href="data:,">
<figure id="empty"><svg width="0" height="0"></svg></figure>
<figure id="crowded"><svg width="100" height="100"><rect data-mark="trial" width="9" height="9"/>
<text x="60" y="20">far too wide</text><text x="5" y="60">one</text><text x="9" y="64">two</text>
<text x="9" y="64" display="none">hidden</text><text x="5" y="90">apart</text></svg></figure>`;

/** The run that the page hands out. */
async function runInside(page: Page): Promise<Run> {
  const link = page.locator('a[download="run.json.gz"]');
  const [, base64 = ''] = (await link.getAttribute('href'))!.split(';base64,');
  return JSON.parse(gunzipSync(Buffer.from(base64, 'base64')).toString());
}

/** What the main table is to show of a configuration, from its trials. */
function figuresOf({ trials }: Run, label: string): Record<string, string> {
  const valid = trials.filter((trial) => trial.label === label && trial.valid);
  const rates = valid.map(({ itemsPerSecond }) => itemsPerSecond);
  const latency = (name: 'p50' | 'p90' | 'p95') =>
    formatNs(median(valid.map(({ queueNs }) => queueNs[name])));
  return {
    'items/s': formatRate(mean(rates)),
    '± stddev': formatSpread(rates.length > 1 ? sampleStddev(rates) : null, mean(rates)),
    p50: latency('p50'),
    p90: latency('p90'),
    p95: latency('p95'),
  };
}

/** The rows of a table as they are seen, by the titles of its columns. */
async function tableOf(page: Page, caption: string): Promise<Record<string, string>[]> {
  const table = page.getByRole('table', { name: caption, exact: true });
  const texts = (selector: string) => table.locator(selector).allInnerTexts();
  const titles = await texts('thead th');
  const cells = await texts('tbody th, tbody td');
  return Array.from({ length: cells.length / titles.length }, (_, row) =>
    Object.fromEntries(titles.map((title, at) => [title, cells[row * titles.length + at]!])),
  );
}

async function openAll(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click();
}

async function expectInView(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  expect(box).not.toBeNull();
  const { width, height } = page.viewportSize()!;
  const halfPixel = 0.5;
  expect(box!.x).toBeGreaterThanOrEqual(-halfPixel);
  expect(box!.y).toBeGreaterThanOrEqual(-halfPixel);
  expect(box!.x + box!.width).toBeLessThanOrEqual(width + halfPixel);
  expect(box!.y + box!.height).toBeLessThanOrEqual(height + halfPixel);
}
