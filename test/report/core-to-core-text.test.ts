import { describe, expect, it } from 'vitest';
import { coreToCoreReport } from '../../src/report/core-to-core/core-to-core-report.js';
import { renderCoreToCore } from '../../src/report/core-to-core/core-to-core-text.js';
import { declared, measured, mesh, type Truth } from '../results/machines.js';

const TWO_LLCS = 'package:1 [numa] l3:2 core:2 pu:2';

const truth: Truth = (a, b) => {
  if (a >> 1 === b >> 1) return 24.6;
  return a >> 2 === b >> 2 ? 61 : 204.4;
};

function textOf(description: string, of: Truth, columns: number | undefined, unicode = true) {
  const cpus = declared(description);
  const report = coreToCoreReport(cpus, measured(cpus, of), 100);
  return renderCoreToCore(report, { colour: false, unicode, columns }).join('\n');
}

describe('the text of latencies', () => {
  it('is a matrix and a row for each declared distance', () => {
    expect(textOf(TWO_LLCS, truth, undefined)).toMatchInlineSnapshot(`
      "core-to-core: round trip of a cache line between two CPUs, in ns
      median of 20 samples a pair, each of 100 round trips; one way is half
        CPU    0    1    2    3    4    5    6    7
          0    -   25   61   61  204  204  204  204
          1   25    -   61   61  204  204  204  204
          2   61   61    -   25  204  204  204  204
          3   61   61   25    -  204  204  204  204
          4  204  204  204  204    -   25   61   61
          5  204  204  204  204   25    -   61   61
          6  204  204  204  204   61   61    -   25
          7  204  204  204  204   61   61   25    -

          0   ░▒▒████
          1  ░ ▒▒████
          2  ▒▒ ░████
          3  ▒▒░ ████
          4  ████ ░▒▒
          5  ████░ ▒▒
          6  ████▒▒ ░
          7  ████▒▒░
        CPU  ░ to 42 ns  ▒ to 71 ns  ▓ to 120 ns  █ to 204 ns
      ──────────────────────────────────────────────────────────────
      declared   pairs  nearest  median  furthest  p10-p90 of a pair
      ──────────────────────────────────────────────────────────────
      same core      4    25 ns   25 ns     25 ns              2.0 %
      same LLC       8    61 ns   61 ns     61 ns              2.0 %
      same node     16   204 ns  204 ns    204 ns              2.0 %
      ──────────────────────────────────────────────────────────────"
    `);
  });

  it('is shaded where the figures do not fit', () => {
    const text = textOf(TWO_LLCS, truth, 40);
    expect(text.split('\n').slice(2, 11).join('\n')).toMatchInlineSnapshot(`
      "
          0   ░▒▒████
          1  ░ ▒▒████
          2  ▒▒ ░████
          3  ▒▒░ ████
          4  ████ ░▒▒
          5  ████░ ▒▒
          6  ████▒▒ ░
          7  ████▒▒░"
    `);
  });

  it('has signs of ASCII where the place has no others', () => {
    const text = textOf(TWO_LLCS, truth, 40, false);
    expect(text).toContain('    0   .::####\n');
    expect(text).toMatch(/^[\n -~]+$/);
  });

  it('joins CPUs in blocks where not even a sign each fits', () => {
    const lines = textOf('l3:1 core:72 pu:1', mesh(9, 72, 60, 140), 43).split('\n');
    const rows = lines.filter((line) => /^ +\d+ {2}\S/.test(line));
    expect(rows).toHaveLength(36);
    expect(rows[1]).toMatch(/^ {4}2 {2}[░▒▓█]{36}$/);
    expect(lines).toContainEqual(expect.stringMatching(/CPU {2}░ to .* 2 × 2 CPUs a sign$/));
  });

  it('tells how unequal the numbers of samples are', () => {
    const cpus = declared('core:3 pu:1');
    const pairs = measured(cpus, () => 90).map((pair, index) => ({ ...pair, samples: 15 + index }));
    const [, second] = renderCoreToCore(coreToCoreReport(cpus, pairs, 100), {
      colour: false,
      unicode: false,
      columns: 80,
    });
    expect(second).toContain('median of 15 to 17 samples a pair');
  });

  it('is the same for all pairs alike', () => {
    expect(textOf('l3:1 core:40 pu:1', () => 90, 60)).toContain('░ to 90 ns');
  });
});
