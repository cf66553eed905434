import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { readResult } from '../../src/results/file/read-result.js';
import { fakeEngine } from './fake-engine.js';
import { directoryOf, fakeIo } from './fake-io.js';

const HEADER = 'test_workqueue: running 4 threads, 50000 items/thread';
const LOG = [
  HEADER,
  '  cpu              4000000 items/sec\tp50=100\tp90=200\tp95=300 ns',
  '  cache            1000000 items/sec\tp50=1000\tp90=2000\tp95=3000 ns',
  HEADER,
  '  cpu              4200000 items/sec\tp50=110\tp90=220\tp95=330 ns',
  '  cache            1100000 items/sec\tp50=1100\tp90=2200\tp95=3300 ns',
  '',
].join('\n');

function place(log = LOG) {
  const root = directoryOf({ 'kernel.log': log });
  return { root, file: join(root, 'kernel.log'), out: join(root, 'out') };
}

async function wqbench(argv: readonly string[], stdin = '') {
  const io = fakeIo({ stdin, env: { LANG: 'C.UTF-8' } });
  const exitCode = await runCli(argv, io, fakeEngine());
  return { exitCode, ...io.written };
}

describe('an imported log', () => {
  it('is a table as of a run', async () => {
    const { file, out } = place();
    const { exitCode, stdout } = await wqbench(['import', file, '--out', out]);
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '));
    expect(lines.slice(2, 6).filter((line) => !line.startsWith('─'))).toEqual([
      'scope | items/s | ± stddev | p50 | p90 | p95 | median vs cache | n',
      'cpu | 4.10 M | ±3.4 % | 105 ns | 210 ns | 315 ns | 3.90× | 2',
      'cache | 1.05 M | ±6.7 % | 1.05 µs | 2.10 µs | 3.15 µs | 1.00× | 2',
    ]);
  });

  it('is kept as a result that can be read and exported again', async () => {
    const { file, out } = place();
    await wqbench(['import', file, '--out', out]);
    const [name] = readdirSync(out);
    expect(name).toBe('20261130T120000Z-imported');
    const directory = join(out, name!);
    const { document } = readResult(directory);
    expect(document).toMatchObject({
      source: 'imported',
      log: file,
      threads: 4,
      itemsPerThread: 50_000,
      configurations: [
        { label: 'cpu', scope: 'cpu' },
        { label: 'cache', scope: 'cache' },
      ],
      baseline: 'cache',
    });
    const trials = document.trials.map(({ round, label }) => [round, label]);
    expect(trials).toEqual([
      [0, 'cpu'],
      [0, 'cache'],
      [1, 'cpu'],
      [1, 'cache'],
    ]);
    const kernel = await wqbench(['export', directory, '--to', 'kernel']);
    expect(kernel.stdout).toContain(
      `${HEADER}\ntest_workqueue:   cpu              4100000 items/sec`,
    );
    const csv = await wqbench(['export', directory, '--to', 'csv']);
    expect(csv.stdout).toContain('\r\ncpu,4100000,');
    const markdown = await wqbench(['export', directory, '--to', 'markdown']);
    expect(markdown.stdout).toContain('| cpu   |  4.10 M |');
    for (const kind of ['hgrm', 'hlog']) {
      const refused = await wqbench(['export', directory, '--to', kind]);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toContain('an imported log has only the figures of its rows');
    }
    expect(readdirSync(directory)).toEqual(['run.json']);
  });

  it('comes from standard input, too', async () => {
    const { out } = place();
    const { exitCode, stdout } = await wqbench(['import', '-', '--out', out], LOG);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('imported from standard input · 4 threads · 50,000 items/thread');
  });

  it('is one JSON document on stdout, and says nothing under --quiet', async () => {
    const { file, out } = place();
    const printed = await wqbench(['import', file, '--out', out, '--quiet', '--json', '-']);
    expect(printed.stderr).toBe('');
    const stored = readFileSync(join(out, readdirSync(out)[0]!, 'run.json'), 'utf8');
    expect(printed.stdout).toBe(stored);
    expect(JSON.parse(stored).source).toBe('imported');
  });

  it('keeps what wqbench said about its own rows', async () => {
    const { file, out } = place(`# OVERSUBSCRIBED: 4 threads\n${LOG}${HEADER}\n`);
    const { stdout } = await wqbench(['import', file, '--out', out]);
    expect(stdout).toContain('log-comment: OVERSUBSCRIBED: 4 threads');
    expect(stdout).toContain('log-run-empty: the module started in line 8');
    const directory = join(out, readdirSync(out)[0]!);
    for (const kind of ['kernel', 'csv']) {
      const exported = await wqbench(['export', directory, '--to', kind]);
      expect(exported.stdout).toMatch(/^# OVERSUBSCRIBED: 4 threads\r?\n/);
    }
  });

  it('has no ratio without a cache row', async () => {
    const { file, out } = place(LOG.replaceAll('cache ', 'llc   '));
    const { stdout } = await wqbench(['import', file, '--out', out]);
    expect(stdout).toMatch(/vs baseline +n\n/);
    expect(stdout).toMatch(/llc .* - +2\n/);
  });
});

describe('is refused and nothing written', () => {
  it.each([
    ['', 'kernel.log: it is empty'],
    ['\u007fELF\u0000', 'kernel.log: line 1: has a NUL byte: it is no text'],
    [LOG.replace(HEADER, ''), 'kernel.log: line 2: a row without the header of its run'],
    [LOG.replace('4000000', '0'), "kernel.log: line 2: 'cpu' did 0 items/sec"],
    ['hello\n', 'kernel.log: no row of test_workqueue'],
    [`${HEADER}\n`, 'kernel.log: line 1: the module started, but no row follows'],
    [LOG.replace('4000000', 'NaN'), 'kernel.log: line 2: an incomplete row'],
    [LOG.replace('p90=200', 'p90=NaN'), 'kernel.log: line 2: an incomplete row'],
    [LOG.replace('p90=200', 'p90=-200'), 'kernel.log: line 2: an incomplete row'],
    [LOG.replace('4000000', '9'.repeat(30)), "line 2: 'cpu' has a number out of range"],
    [LOG.replace('4000000', '1e400'), 'kernel.log: line 2: an incomplete row'],
    [`${LOG}  cpu              42000`, 'kernel.log: line 7: an incomplete row'],
    [LOG.slice(0, -5), 'kernel.log: line 6: an incomplete row'],
  ])('%#', async (log, message) => {
    const { root, file, out } = place(log);
    const json = join(root, 'x.json');
    const argv = ['import', file, '--out', out, '--json', json];
    const { exitCode, stdout, stderr } = await wqbench(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^wqbench: [^\n]+; [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(readdirSync(root)).toEqual(['kernel.log']);
  });

  it('where there is no file, a directory, a device or an empty pipe', async () => {
    const { root, out } = place();
    const cases: [string, string][] = [
      [join(root, 'none'), 'none cannot be read: ENOENT'],
      [root, 'is a directory'],
      ['/dev/zero', '/dev/zero is no regular file'],
      ['-', 'standard input: it is empty'],
    ];
    for (const [source, message] of cases) {
      const { exitCode, stderr } = await wqbench(['import', source, '--out', out]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(message);
    }
    expect(existsSync(out)).toBe(false);
  });

  it('where a place cannot be written', async () => {
    const { root, file, out } = place();
    mkdirSync(join(root, 'taken'));
    const json = ['import', file, '--out', out, '--json', join(root, 'taken')];
    expect((await wqbench(json)).stderr).toContain('it is a directory');
    expect((await wqbench(['import', file, '--out', file])).stderr).toContain('is no directory');
    expect(existsSync(out)).toBe(false);
  });

  it('without a file', async () => {
    expect((await wqbench(['import'])).stderr).toContain('import needs FILE');
  });
});
