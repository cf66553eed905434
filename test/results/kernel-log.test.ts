import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WqbenchError } from '../../src/core/errors.js';
import { renderKernelRows } from '../../src/report/run/kernel-rows.js';
import { parseKernelLog } from '../../src/results/kernel-log/kernel-log.js';
import { SCOPES } from '../../src/scopes/scope.js';
import { buildRun } from './run-builder.js';

const HEADER = 'test_workqueue: running 72 threads, 50000 items/thread';
const CPU = '  cpu              1234567 items/sec\tp50=1000\tp90=2000\tp95=3000 ns';
const CACHE = '  cache            765432 items/sec\tp50=4000\tp90=5000\tp95=6000 ns';

function rowsOf(text: string) {
  return parseKernelLog(text, 'log').runs.flat();
}

describe('a log', () => {
  it('has its size, and rows with their lines', () => {
    expect(parseKernelLog(`${HEADER}\n${CPU}\n${CACHE}\n`, 'log')).toEqual({
      threads: 72,
      itemsPerThread: 50_000,
      runs: [
        [
          {
            line: 2,
            label: 'cpu',
            itemsPerSecond: 1_234_567,
            queueNs: { p50: 1000, p90: 2000, p95: 3000 },
          },
          {
            line: 3,
            label: 'cache',
            itemsPerSecond: 765_432,
            queueNs: { p50: 4000, p90: 5000, p95: 6000 },
          },
        ],
      ],
      emptyRunLines: [],
      comments: [],
    });
  });

  it.each([
    ['dmesg', '[   12.345678] '],
    ['dmesg with callers', '[   12.345678] [T123] '],
    ['dmesg with callers, padded', '[   12.345678][  T123] '],
    ['dmesg -T', '[Mon Nov 30 22:48:36 2026] '],
    ['dmesg -x', 'kern  :info  : [   12.345678] '],
    ['dmesg --time-format iso', '2026-11-30T22:48:36,345678+00:00 '],
    ['dmesg -r', '<6>[   12.345678] '],
    ['/dev/kmsg', '6,1234,12345678,-;'],
    ['journalctl', 'Nov 30 22:48:36 box kernel: '],
    ['syslog with a time', 'Nov 30 22:48:36 box kernel: [   12.345678] '],
    ['wqbench', 'test_workqueue: '],
    ['a module with a prefix of its own', '[   12.345678] test_workqueue: '],
    ['colours', '\u001b[32m[   12.345678] \u001b[0m\u001b[33mtest_workqueue: \u001b[0m'],
  ])('as %s shows it', (_, prefix) => {
    const text = [HEADER, CPU, CACHE].map((line) => `${prefix}${line}`).join('\r\n');
    expect(rowsOf(text)).toEqual(rowsOf([HEADER, CPU, CACHE].join('\n')));
  });

  it.each([['#011'], ['\\x09']])('with tabs written as %s', (tab) => {
    const text = [HEADER, CPU, CACHE].join('\n');
    expect(rowsOf(text.replaceAll('\t', tab))).toEqual(rowsOf(text));
  });

  it('may have lines of others between', () => {
    const others = [
      '[    0.000000] Linux version 7.1.0 (root@box) #1 SMP',
      '[   12.4] smpboot: Booting Node 0 Processor 1 on cpu 3',
      '[   12.5] raid6: using algorithm avx2x4 gen() 12345 items/sec',
      '',
      'caf\uFFFD',
    ];
    const text = [...others, HEADER, ...others, CPU, ...others, CACHE, ...others].join('\n');
    expect(rowsOf(text).map(({ label }) => label)).toEqual(['cpu', 'cache']);
  });

  it('may have several runs, and headers without rows', () => {
    const log = parseKernelLog([HEADER, CPU, HEADER, HEADER, CACHE, CPU].join('\n'), 'log');
    expect(log.runs.map((rows) => rows.map(({ label }) => label))).toEqual([
      ['cpu'],
      ['cache', 'cpu'],
    ]);
    expect(log.emptyRunLines).toEqual([3]);
  });

  it('is what wqbench prints', () => {
    const run = buildRun({ partial: true });
    const log = parseKernelLog(renderKernelRows(run), 'log');
    expect(log).toMatchObject({ threads: run.threads, itemsPerThread: run.itemsPerThread });
    expect(log.comments).toEqual(['PARTIAL: stopped after 6 trials.']);
    expect(log.runs.flat().map(({ label }) => label)).toEqual(
      run.configurations.flatMap(({ names }) => names),
    );
  });

  it('is read as it was written, whatever its figures', () => {
    const ns = fc.integer({ min: 1, max: 2 ** 40 });
    const row = fc.record({
      label: fc.constantFrom(
        ...SCOPES,
        ...[
          'cache_shard(shards=2)',
          'some_name',
          'cache+strict',
          'cache_shard(size=8)+strict+local',
        ],
      ),
      itemsPerSecond: fc.integer({ min: 1, max: 1e12 }),
      latencies: fc.tuple(ns, ns, ns).map((three) => three.sort((a, b) => a - b)),
    });
    const rows = fc.uniqueArray(row, { minLength: 1, selector: ({ label }) => label });
    fc.assert(
      fc.property(rows, (rows) => {
        const lines = rows.map(({ label, itemsPerSecond, latencies: [p50, p90, p95] }) => {
          return `  ${label.padEnd(16)} ${itemsPerSecond} items/sec\tp50=${p50}\tp90=${p90}\tp95=${p95} ns`;
        });
        const figures = rowsOf([HEADER, ...lines].join('\n')).map(
          ({ label, itemsPerSecond, queueNs: { p50, p90, p95 } }) => ({
            label,
            itemsPerSecond,
            latencies: [p50, p90, p95],
          }),
        );
        expect(figures).toEqual(rows);
      }),
    );
  });
});

describe('is refused', () => {
  const changed = (from: string, to: string) => `${HEADER}\n${CPU.replace(from, to)}`;

  it.each([
    ['nothing', '', 'log: it is empty'],
    ['blanks', ' \r\n\n', 'log: it is empty'],
    ['no log', 'hello\nworld\n', 'log: no row of test_workqueue'],
    ['no row', `foo\n${HEADER}\nbar`, 'log: line 2: the module started, but no row follows'],
    ['no header', `foo\n${CPU}`, 'log: line 2: a row without the header of its run'],
    ['a binary file', 'ELF\n\u0000\u0001', 'log: line 2: has a NUL byte'],
    ['a lost header', [HEADER, CPU, CACHE, CPU].join('\n'), "line 4: 'cpu' again, as in line 2"],
    [
      'other threads',
      [HEADER, CPU, HEADER.replace('72', '36'), CPU].join('\n'),
      'line 3: 36 threads, 50000 items/thread, but 72 threads, 50000 items/thread in line 1',
    ],
    [
      'other items',
      [HEADER, CPU, HEADER.replace('50000', '5'), CPU].join('\n'),
      'line 3: 72 threads, 5 items/thread, but',
    ],
    ['a cut header', 'test_workqueue: running 72 thr', 'line 1: an incomplete header'],
    ['no threads', HEADER.replace('72', '0'), 'line 1: a run of nothing'],
    ['no items', HEADER.replace('50000', '0'), 'line 1: a run of nothing'],
    ['absurd threads', HEADER.replace('72', '9'.repeat(30)), 'line 1: a number out of range'],
    ['a rate of 0', changed('1234567', '0'), "line 2: 'cpu' did 0 items/sec"],
    ['a negative rate', changed('1234567', '-5'), 'line 2: an incomplete row'],
    ['an overflow', changed('1234567', '18446744073709551615'), "line 2: 'cpu' has a number out"],
    ['a latency that overflowed', changed('3000', '18446744073709551615'), 'a number out of range'],
    ['no time', changed('p50=1000', 'p50=0'), "line 2: 'cpu' has p50=0"],
    ['p50 > p90', changed('p50=1000', 'p50=2001'), 'p50=2001 p90=2000 p95=3000: percentiles must'],
    ['p90 > p95', changed('p95=3000', 'p95=1999'), 'p90=2000 p95=1999: percentiles must not fall'],
    ['no name', changed('cpu', '   '), 'line 2: an incomplete row'],
  ])('%s', (_, text, message) => {
    let thrown: unknown;
    try {
      parseKernelLog(text, 'log');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(WqbenchError);
    expect((thrown as WqbenchError).message).toContain(message);
  });

  it('a last row that is cut anywhere behind its name', () => {
    for (const prefix of ['', '[   12.345678] ', 'test_workqueue: ']) {
      const whole = `${prefix}${CACHE}`;
      const first = whole.indexOf('765432') + 1;
      for (let length = first; length < whole.length; length++) {
        const text = [HEADER, CPU, whole.slice(0, length)].join('\n');
        expect(() => parseKernelLog(text, 'log'), text).toThrow('log: line 3: an incomplete row');
      }
    }
  });

  it('nothing in time that grows with the square of a line', () => {
    const line = 'cpu '.repeat(500_000);
    expect(rowsOf([HEADER, CPU, line].join('\n'))).toHaveLength(1);
  });
});
