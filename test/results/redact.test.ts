import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactRun } from '../../src/results/file/redact.js';
import { runSchema } from '../../src/results/file/run-file.js';
import { namingRun, namingsOf, SECRET } from './naming-run.js';
import { buildRun } from './run-builder.js';

const NAMING = {
  host: 'turing.bletchley.uk',
  user: 'alan',
  place: '/srv/hut 8/of alan',
  other: "/mnt/alan's machine/tape",
};

test('the directory of files is a place, but for the two that everybody has', () => {
  const filesIn = (directory: string) =>
    redactRun(
      buildRun({
        workload: 'fsync:4096',
        files: { directory, fileSystem: 'ext4' },
        command: ['run', '--workload', 'fsync', '--dir', directory],
        options: { dir: directory },
      }),
      [],
    );
  const hidden = filesIn('scratch of alan');
  expect(JSON.stringify(hidden)).not.toContain('alan');
  expect(hidden.files).toEqual({ directory: 'redacted', fileSystem: 'ext4' });
  expect(filesIn('/dev/shm').files?.directory).toBe('/dev/shm');
});

describe('a redacted run', () => {
  const run = redactRun(namingRun(NAMING), []);

  test('keeps what the figures are about', () => {
    const { label, names } = run.configurations[0]!;
    expect({ label, names }).toEqual({ label: 'cpu', names: ['cpu', 'smt'] });
    expect(run.trials[0]?.itemsPerSecond).toBe(2e6);
    expect(runSchema.safeParse(run).error).toBeUndefined();
  });

  test('has no path, user or host, but all else of the texts', () => {
    expect(run.host).toBe('redacted');
    expect(run.command).toEqual([
      ...['run', '--out', 'redacted', '--json=redacted'],
      ...['--sysfs', 'redacted', '--topology=redacted'],
    ]);
    expect(run.options).toEqual({
      topology: { kind: 'description', text: 'redacted' },
      out: 'redacted',
      json: 'redacted',
      trials: 2,
    });
    expect(run.topology.source).toEqual({ kind: 'hwloc-xml', name: 'redacted' });
    expect(run.environment.kernel).toBe('6.1.0-redacted');
    expect(run.warnings.map(({ message }) => message)).toEqual([
      "EACCES: no access, open 'redacted'",
      `no "redacted", nor 'redacted' of redacted: full`,
      'process of user on redacted, by user@vm',
    ]);
    expect(run.trials[0]?.violations).toEqual(["redacted: no room for 'redacted'"]);
  });

  test('is left as it is when redacted again', () => {
    expect(redactRun(run, [])).toEqual(run);
  });
});

/** What becomes of a message of a run on `box` with `--out 'secret proj/x'`. */
function redactMessage(message: string): string {
  const command = ['run', '--out', 'secret proj/x', '--json', 'secret'];
  const run = buildRun({ command, warnings: [{ code: 'run-failed', message }] });
  return redactRun(run, []).warnings[0]!.message;
}

test.each([
  ['box.corp.example, box-1 and boxes', 'redacted, redacted-1 and boxes'],
  ["mkdir 'secret proj/x/20261130T224836Z-box'", "mkdir 'redacted'"],
  ['secret proj/x/run.json has no room', 'redacted has no room'],
  ["open 'secret'", "open 'redacted'"],
  ["open '/tmp/o'hara and sons/x', or 'a'", "open 'redacted', or 'a'"],
  ['/data/ACME project/x: no room', 'redacted: no room'],
  ['in /data, ../data, ~ann/data', 'in redacted, redacted, redacted'],
])('in a message, %s', (message, redacted) => {
  expect(redactMessage(message)).toBe(redacted);
});

test.each([
  "the clock's cost of 2.5 items/s; read as 'at most', with the threads' 1/2 of '0-31:2/4'",
  'the same pods: cpu = smt; cache_shard(shards=1) = cache; use --shards 2 or --shard-size 1',
])('no path is seen in %j', (message) => {
  expect(redactMessage(message)).toBe(message);
});

test('users may be named by the caller', () => {
  const run = buildRun({ command: ['run', '--baseline', 'of-ada'] });
  expect(redactRun(run, ['ada', 'root', '']).command.at(-1)).toBe('of-user');
});

test('what is no name stays', () => {
  const text = 'package:1 l3:2(size=32MiB) pu:4';
  const { topology } = buildRun();
  const run = buildRun({
    command: ['run', '--cpus', '0-31:2/4', '--topology', text, `--topology=${text}`, '--json', '-'],
    options: {
      topology: { kind: 'description', text },
      out: 'results',
      json: '-',
      cpus: '0-7:2/4',
    },
    topology: { ...topology, source: { kind: 'synthetic', name: text } },
    host: 'unknown',
  });
  expect(redactRun(run, ['root'])).toEqual({ ...run, host: 'redacted' });
  const options = { topology: { kind: 'sysfs', directory: '/sys' }, json: null };
  const own = buildRun({ command: ['run', '--sysfs', '/sys'], options });
  expect(redactRun(own, [])).toEqual({ ...own, host: 'redacted' });
});

test('no name is left anywhere', () => {
  fc.assert(
    fc.property(SECRET, (secret) => {
      for (const naming of namingsOf(secret)) {
        const run = namingRun(naming);
        expect(JSON.stringify(run)).toContain(secret);
        expect(JSON.stringify(redactRun(run, []))).not.toContain(secret);
      }
    }),
  );
});
