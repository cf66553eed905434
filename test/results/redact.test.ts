import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactRun } from '../../src/results/file/redact.js';
import type { Run } from '../../src/results/file/run-file.js';
import { runSchema } from '../../src/results/file/run-file.js';
import { buildRun, trial } from './run-builder.js';

/** A run that names its host and its user in every place that takes a text from outside. */
function namingRun(host: string, user: string): Run {
  const home = `/home/${user}`;
  const run = buildRun();
  return buildRun({
    host,
    command: ['run', '--out', `${home}/results`, `--json=/srv/${host}/of ${user}/run.json`],
    options: { out: `${home}/results`, json: `/srv/${host}/of ${user}/run.json`, trials: 2 },
    topology: { ...run.topology, source: { kind: 'hwloc-xml', name: `../${user}/${host}.xml` } },
    environment: { ...run.environment, kernel: `6.1.0-${host}`, cpuModel: `CPU of ${host}` },
    warnings: [
      { code: 'run-failed', message: `EACCES: open '/srv/${host}/of ${user}/run.json'` },
      { code: 'high-load', message: `process of ${user} on ${host}.` },
    ],
    trials: [trial('cpu', 0, { violations: [`${home}/results: no room`] })],
  });
}

describe('a redacted run', () => {
  const run = redactRun(namingRun('turing.bletchley.uk', 'alan'), []);

  test('keeps what the figures are about', () => {
    const { label, names } = run.configurations[0]!;
    expect({ label, names }).toEqual({ label: 'cpu', names: ['cpu', 'smt'] });
    expect(run.trials[0]?.itemsPerSecond).toBe(2e6);
    expect(runSchema.safeParse(run).error).toBeUndefined();
  });

  test('has no directory, user or host, but all else of the texts', () => {
    expect(run.host).toBe('redacted');
    expect(run.command).toEqual(['run', '--out', 'redacted/results', '--json=redacted/run.json']);
    expect(run.options).toMatchObject({ out: 'redacted/results', trials: 2 });
    expect(run.topology.source.name).toBe('redacted/redacted.xml');
    expect(run.environment.kernel).toBe('6.1.0-redacted');
    expect(run.warnings.map(({ message }) => message)).toEqual([
      "EACCES: open 'redacted/run.json'",
      'process of user on redacted.',
    ]);
    expect(run.trials[0]?.violations).toEqual(['redacted/results: no room']);
  });

  test('is left as it is when redacted again', () => {
    expect(redactRun(run, [])).toEqual(run);
  });

  test('has the short name of its host taken out, too', () => {
    const run = buildRun({ host: 'turing.bletchley.uk', command: ['run', '--out', 'turing-1'] });
    expect(redactRun(run, []).command.at(-1)).toBe('redacted-1');
  });
});

test('users may be named by the caller', () => {
  const run = buildRun({ command: ['run', '--out', 'of-ada'] });
  expect(redactRun(run, ['ada', 'root', '']).command.at(-1)).toBe('of-user');
});

test('what is no name stays', () => {
  const command = ['run', '--cpus', '0-31:2/4', '--topology', 'package:1 l3:2', '--shards', '1,2'];
  const run = buildRun({ command, options: { sysfs: '/sys', out: 'results' }, host: 'unknown' });
  expect(redactRun(run, ['root'])).toEqual({ ...run, host: 'redacted' });
});

test('no name is left anywhere', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{7,12}[a-z0-9]$/);
  fc.assert(
    fc.property(name, name, (host, user) => {
      const text = JSON.stringify(redactRun(namingRun(host, user), []));
      expect(text).not.toContain(host);
      expect(text).not.toContain(user);
    }),
  );
});
