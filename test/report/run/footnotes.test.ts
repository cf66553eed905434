import { expect, it } from 'vitest';
import { footnotesOf } from '../../../src/report/run/footnotes.js';
import { buildRun, SHARDS_2, trialsAt, WHOLE } from '../../results/run-builder.js';

const rising = Array.from({ length: 12 }, (_, round) => 1e6 * (1 + 0.02 * round));

it('a doubt about the course of trials is told of each configuration alone', () => {
  const run = buildRun({
    trials: [...trialsAt(WHOLE.label, rising), ...trialsAt(SHARDS_2.label, rising.toReversed())],
  });
  const drifts = footnotesOf(run).filter(({ code }) => code === 'drift');
  expect(drifts.map(({ labels, text }) => [labels, text.match(/rose|fell/)?.[0]])).toEqual([
    [[SHARDS_2.label], 'fell'],
    [[WHOLE.label], 'rose'],
  ]);
  for (const { text } of drifts) expect(text).toMatch(/^drift: items\/s/);
});

it('a doubt about single trials is one note, with their number', () => {
  const warning = { code: 'preempted', message: 'switched' };
  const warned = (label: string) =>
    trialsAt(label, [1e6, 1e6]).map((trial) => ({ ...trial, warnings: [warning] }));
  const run = buildRun({ trials: [...warned(WHOLE.label), ...warned(SHARDS_2.label)] });
  expect(footnotesOf(run)).toEqual([
    {
      code: 'preempted',
      mark: '[1]',
      labels: [SHARDS_2.label, WHOLE.label],
      text: 'preempted, 4 of 4 trials: e.g. switched',
    },
  ]);
});
