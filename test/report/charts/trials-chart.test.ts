import { describe, expect, it } from 'vitest';
import { trialsChart } from '../../../src/report/charts/trials/trials-chart.js';
import type { TrialRecord } from '../../../src/results/file/trial-schema.js';
import { pairAt } from '../../results/machines.js';
import {
  buildRun,
  configurationRecord,
  SHARDS_2,
  trial,
  trialsAt,
  WHOLE,
} from '../../results/run-builder.js';
import { read } from './drawing.js';
import { importedRun, sourceOf } from './sources.js';

const ROUNDS = Array.from({ length: 20 }, (_, round) => round);
const ripple = (round: number) => 1 + 0.001 * ((round * 7) % 5);

const STEADY = ROUNDS.map((round) => 4e6 * ripple(round));
const FALLING = ROUNDS.map((round) => 2e6 * (1.1 - 0.01 * round) * ripple(round));
const SPLIT = ROUNDS.map((round) => (round % 3 === 0 ? 1e6 : 3e6) * ripple(round));

function drawn(...trials: readonly TrialRecord[]) {
  return read(trialsChart([sourceOf(buildRun({ trials: [...trials] }))]));
}

/** Centre of a panel's shapes, top to bottom: a higher rate has a smaller y. */
const heightsOf = (marks: ReturnType<typeof read>['marks'], name: string) =>
  marks(name).map((mark) => mark.attribute('cy'));

describe('the trials of a run', () => {
  it('are a point each, with its figures', () => {
    const { marks, texts } = drawn(...trialsAt('cpu', STEADY), ...trialsAt(WHOLE.label, FALLING));
    expect(marks('trial')).toHaveLength(40);
    expect(marks('trial')[2]?.title).toBe('cpu, round 2: 4.02 M items/s');
    expect(texts).toContain('round');
    expect(texts).toContain('items/s');
  });

  it('are not doubtful for what the run was told to leave out', () => {
    const warning = { code: 'preempted', message: 'switched' };
    const trials = trialsAt('cpu', STEADY).map((one) => ({ ...one, warnings: [warning] }));
    const doubtfulWith = (silenced: string[]) =>
      read(trialsChart([sourceOf(buildRun({ trials, silenced }))]))
        .marks('trial')
        .filter(({ title }) => title.includes('doubtful'));
    expect(doubtfulWith([])).toHaveLength(20);
    expect(doubtfulWith(['preempted'])).toHaveLength(0);
  });

  it('keep their distance from 0, each configuration on its own scale', () => {
    const { marks } = drawn(
      ...trialsAt('cpu', [4e6, 2e6, 0]),
      ...trialsAt(WHOLE.label, [8e5, 4e5, 0]),
    );
    const [a, b, zero, c, d, alsoZero] = heightsOf(marks, 'trial') as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect((zero - a) / (zero - b)).toBeCloseTo(2, 2);
    expect([c, d, alsoZero]).toEqual([a, b, zero]);
  });

  it('show a drift as a line, and only where it is significant', () => {
    const { marks, texts } = drawn(...trialsAt('cpu', STEADY), ...trialsAt(WHOLE.label, FALLING));
    expect(marks('drift').map(({ title }) => title)).toEqual([
      `${WHOLE.label}: drift -19 % of the median from first to last round`,
    ]);
    expect(texts).toContain('drift -19 % over the rounds');
  });

  it('show two regimes with their medians and the border', () => {
    const { marks, texts } = drawn(...trialsAt('cpu', STEADY), ...trialsAt(WHOLE.label, SPLIT));
    expect(marks('split')).toHaveLength(1);
    expect(marks('median').map(({ title }) => title)).toEqual([
      'cpu: median, 4.01 M items/s',
      `${WHOLE.label}: median of the upper 13 trials, 3.01 M items/s`,
      `${WHOLE.label}: median of the lower 7 trials, 1.00 M items/s`,
    ]);
    expect(texts).toContain('two regimes: 7 and 13 trials');
  });

  it('tell doubtful and invalid ones from the rest, in shape and words', () => {
    const steal = { code: 'steal', message: 'taken' };
    const few = { code: 'few-samples', message: 'few' };
    const { marks, texts } = drawn(
      { ...trial('cpu', 0), warnings: [few] },
      { ...trial('cpu', 1), warnings: [few, steal] },
      trial('cpu', 2, { violations: ['item 7 ran twice'] }),
    );
    expect(marks('trial').map(({ title }) => title)).toEqual([
      'cpu, round 0: 2.00 M items/s',
      'cpu, round 1: 2.00 M items/s\ndoubtful: steal',
      'cpu, round 2: 2.00 M items/s\ninvalid: item 7 ran twice',
    ]);
    expect(texts.filter((text) => /^(valid|doubtful|invalid)/.test(text))).toHaveLength(3);
  });

  it('need no key where all are valid', () => {
    const { texts } = drawn(...trialsAt('cpu', STEADY));
    expect(texts.filter((text) => text.startsWith('valid'))).toEqual([]);
  });

  it('say which configuration has no valid one', () => {
    const { marks, texts } = drawn(trial('cpu', 0, { violations: ['lost'] }));
    expect(marks('trial')).toHaveLength(1);
    expect(marks('median')).toEqual([]);
    expect(texts).toContain('no valid trial');
  });

  it('have the probes of their rounds at the foot', () => {
    const probed = trialsAt('cpu', STEADY).map((one) => ({
      ...one,
      coreToCore: [pairAt(0, 1, one.round < 9 ? 60 : 180), pairAt(2, 3, 80)],
    }));
    const { marks } = drawn(...probed);
    expect(marks('probe')).toHaveLength(20);
    expect(marks('probe')[19]?.title).toBe(
      'core-to-core round trip, round 19: 130 ns, median of 2 pairs of CPUs (80 ns .. 180 ns)',
    );
  });
});

describe('the chart of trials', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...configurationRecord(WHOLE),
    label: `cache_shard(shard-size=${index + 1}) and the names of all that coincide with it`,
  }));
  const trials = many.flatMap(({ label }) => trialsAt(label, STEADY.slice(0, 12)));

  it('has room for 30 configurations', () => {
    const chart = trialsChart([
      sourceOf(buildRun({ configurations: many, trials, baseline: null })),
    ]);
    expect(read(chart).marks('trial')).toHaveLength(360);
    expect(chart?.svg.length).toBeLessThan(150_000);
  });

  it('names the source of each part where there are several', () => {
    const run = buildRun();
    const { marks, texts } = read(
      trialsChart([
        { name: 'before', document: run },
        { name: 'after', document: run },
      ]),
    );
    expect(texts).toEqual(expect.arrayContaining(['before', 'after']));
    expect(marks('trial')).toHaveLength(2 * run.trials.length);
  });

  it('has a point for each row of a kernel log', () => {
    const document = importedRun();
    const { marks } = read(trialsChart([sourceOf(document)]));
    expect(marks('trial')).toHaveLength(document.trials.length);
  });

  it('is the same every time', () => {
    const draw = () => trialsChart([sourceOf(buildRun())])?.svg;
    expect(draw()).toBe(draw());
  });

  it.each([
    ['one trial', trialsAt(WHOLE.label, [1e6])],
    ['equal rates', trialsAt(WHOLE.label, [1e6, 1e6, 1e6])],
    ['rates of 0', trialsAt(WHOLE.label, [1e6]).map((one) => ({ ...one, itemsPerSecond: 0 }))],
    ['missing rounds', [trial(SHARDS_2.label, 3), trial(SHARDS_2.label, 1000)]],
  ])('can be drawn of %s', (_, trials) => {
    expect(drawn(...trials).marks('trial')).toHaveLength(trials.length);
  });

  it('is none without a trial', () => {
    expect(trialsChart([sourceOf(buildRun({ trials: [] }))])).toBeNull();
    expect(trialsChart([])).toBeNull();
  });
});
