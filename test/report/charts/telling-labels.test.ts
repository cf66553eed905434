import { describe, expect, test } from 'vitest';
import { withTellingLabels } from '../../../src/report/charts/telling-labels.js';
import { buildRun } from '../../results/run-builder.js';

const run = buildRun();
const labelsOf = (document: { configurations: readonly { label: string }[] }) =>
  document.configurations.map(({ label }) => label);

describe('labels of charts', () => {
  test('tell all that coincides, wherever a configuration is named', () => {
    const [source] = withTellingLabels([{ name: 'A', document: run }]);
    const { document } = source!;
    const known = labelsOf(document);
    expect(known).toEqual(['cpu, smt', 'shards=2', 'shards=1, cache, numa, system']);
    for (const { label } of [...document.trials, ...document.summary])
      expect(known).toContain(label);
    expect(known).toContain(document.baseline);
  });

  test('are the same in all sources that have a configuration', () => {
    const [first, ...others] = run.configurations;
    const alone = { ...first!, names: [first!.label] };
    const lesser = { ...run, configurations: [alone, ...others] };
    const sources = withTellingLabels([
      { name: 'A', document: run },
      { name: 'B', document: lesser },
    ]);
    const [a, b] = sources.map(({ document }) => labelsOf(document));
    expect(a).toEqual(b);
  });
});
