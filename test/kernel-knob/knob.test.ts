import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WqbenchError } from '../../src/core/errors.js';
import { figureOf } from '../../src/kernel-knob/figure.js';
import {
  apply,
  contentsOf,
  findKnob,
  type KnobFiles,
  realFiles,
} from '../../src/kernel-knob/knob.js';
import { noteState, restoreState, statePath } from '../../src/kernel-knob/knob-state.js';
import { acceptedSettings, withKnob } from '../../src/kernel-knob/sweep.js';
import { SCOPES } from '../../src/scopes/scope.js';
import { directoryOf } from '../cli/fake-io.js';

const DEFAULT = 'sys/module/workqueue/parameters/default_affinity_scope';

function machine(files: Readonly<Record<string, string>> = {}): string {
  return directoryOf({
    [DEFAULT]: 'cache\n',
    'sys/bus/workqueue/devices/writeback/affinity_scope': 'default (cache)\n',
    'sys/bus/workqueue/devices/writeback/affinity_strict': '0\n',
    'run/.keep': '',
    ...files,
  });
}

/** A kernel that knows these scopes, and takes a longer word for one that it begins with. */
function kernelOf(known: readonly string[]): KnobFiles {
  return {
    ...realFiles,
    write(path, text) {
      if (path.endsWith('affinity_strict')) {
        writeFileSync(path, `${text}\n`);
        return;
      }
      const found = known.find((scope) => text.startsWith(scope));
      if (found === undefined) throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' });
      const shown = found === 'default' ? 'default (cache)' : found;
      writeFileSync(path, `${shown}\n`);
    },
  };
}

const OLD = kernelOf(['default', 'cpu', 'smt', 'cache', 'numa', 'system']);
const NEW = kernelOf(['default', 'cpu', 'smt', 'cache_shard', 'cache', 'numa', 'system']);

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as WqbenchError).code;
  }
  return 'no error';
}

const ALL = SCOPES.map((scope) => ({ label: scope, scope, affinityStrict: null }));

describe('a knob', () => {
  it('is written and read back', () => {
    const root = machine();
    const knob = findKnob('default', root, NEW);
    for (const scope of SCOPES) {
      apply({ scope, affinityStrict: null }, knob, NEW);
      expect(readFileSync(join(root, DEFAULT), 'utf8')).toBe(`${scope}\n`);
    }
  });

  it('of one workqueue has a scope and a strictness', () => {
    const root = machine();
    const knob = findKnob('writeback', root, NEW);
    apply({ scope: 'numa', affinityStrict: true }, knob, NEW);
    expect(contentsOf(knob, NEW).map(({ text }) => text)).toEqual(['numa', '1']);
  });

  it('that takes a scope for another does not know it', () => {
    const root = machine();
    const knob = findKnob('default', root, OLD);
    const setting = { scope: 'cache_shard', affinityStrict: null } as const;
    expect(() => apply(setting, knob, OLD)).toThrow(
      "does not know the scope 'cache_shard': it takes it for 'cache'",
    );
    expect(codeOf(() => acceptedSettings(ALL, knob, true, OLD))).toBe('scope-unknown');
    const { accepted, warnings } = acceptedSettings(ALL, knob, false, OLD);
    expect(accepted.map(({ scope }) => scope)).toEqual(['cpu', 'smt', 'cache', 'numa', 'system']);
    expect(warnings.map(({ code }) => code)).toEqual(['kernel-lacks-scope']);
  });

  it('that refuses a scope does not know it, and one that may not be written says so', () => {
    const root = machine();
    const knob = findKnob('default', root, OLD);
    const setting = { scope: 'cpu', affinityStrict: null } as const;
    expect(codeOf(() => apply(setting, knob, kernelOf(['numa'])))).toBe('scope-unknown');
    const locked: KnobFiles = {
      ...OLD,
      write: () => {
        throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      },
    };
    expect(codeOf(() => apply(setting, knob, locked))).toBe('not-permitted');
  });

  it.each(['default', 'none', '../workqueue', 'a/b', ''])('is missing: %s', (name) => {
    const root = directoryOf({ 'sys/x': '' });
    expect(codeOf(() => findKnob(name, root, realFiles))).toBe('knob-unavailable');
  });
});

describe('what a knob held before', () => {
  it('is there again behind the use of it, also behind an error', async () => {
    const root = machine();
    const knob = findKnob('writeback', root, NEW);
    const context = { root, files: NEW };
    const use = async () => {
      apply({ scope: 'cpu', affinityStrict: true }, knob, NEW);
      expect(existsSync(statePath(root))).toBe(true);
      throw new Error('in the middle');
    };
    await expect(withKnob(knob, context, use)).rejects.toThrow('in the middle');
    expect(NEW.read(knob.scopePath)).toBe('default (cache)\n');
    expect(NEW.read(knob.strictPath!)).toBe('0\n');
    expect(existsSync(statePath(root))).toBe(false);
  });

  it('can be put back once the process that noted it is dead, and not before', () => {
    const root = machine();
    const knob = findKnob('default', root, NEW);
    noteState(contentsOf(knob, NEW), root);
    apply({ scope: 'numa', affinityStrict: null }, knob, NEW);
    expect(codeOf(() => restoreState(root, NEW))).toBe('knob-in-use');
    expect(codeOf(() => noteState(contentsOf(knob, NEW), root))).toBe('knob-in-use');
    const state = JSON.parse(readFileSync(statePath(root), 'utf8'));
    writeFileSync(statePath(root), JSON.stringify({ ...state, pid: 2 ** 22 + 1 }));
    expect(codeOf(() => noteState(contentsOf(knob, NEW), root))).toBe('knob-in-use');
    expect(restoreState(root, NEW)).toEqual([{ path: knob.scopePath, text: 'cache' }]);
    expect(NEW.read(knob.scopePath)).toBe('cache\n');
    expect(restoreState(root, NEW)).toBeNull();
  });

  it('must be noted before anything is written', async () => {
    const root = machine();
    rmSync(join(root, 'run'), { recursive: true });
    const knob = findKnob('default', root, NEW);
    let used = false;
    const use = async () => {
      used = true;
    };
    const error = await withKnob(knob, { root, files: NEW }, use).catch((caught) => caught);
    expect(error).toMatchObject({ code: 'not-permitted', nextStep: 'run it as root' });
    expect(used).toBe(false);
  });

  it.each(['', '{}', '[]', '{"pid":1,"contents":[{}]}'])('is not what stands in %j', (text) => {
    const root = machine({ 'run/wqbench-kernel-knob.json': text });
    expect(codeOf(() => restoreState(root, NEW))).toBe('knob-in-use');
  });
});

describe('the figure of a command', () => {
  const fio = (jobs: unknown[]) => `fio: warning\n${JSON.stringify({ jobs })}`;
  const job = (iops: number, mean: number) => ({
    read: { iops: 0 },
    write: { iops, bw: iops * 4, clat_ns: { mean } },
  });
  const output = (stdout: string) => ({ stdout, wallSeconds: 1.5 });

  it('is wall time where nothing else is', () => {
    expect(figureOf({ kind: 'auto' }, output('hello {'))).toEqual({
      value: 1.5,
      figure: { name: 'wall time', unit: 's', better: 'lower', from: 'wall-time' },
    });
  });

  it('is that of fio’s jobs: rates add up, times are averaged', () => {
    const printed = output(fio([job(100, 40), job(200, 60)]));
    expect(figureOf({ kind: 'auto' }, printed)).toMatchObject({
      value: 300,
      figure: { name: 'iops', unit: '1/s', better: 'higher', from: 'fio' },
    });
    expect(figureOf({ kind: 'fio', path: 'write.bw' }, printed)).toMatchObject({
      value: 1200,
      figure: { unit: 'KiB/s' },
    });
    expect(figureOf({ kind: 'fio', path: 'write.clat_ns.mean' }, printed)).toMatchObject({
      value: 50,
      figure: { better: 'lower', unit: 'ns' },
    });
  });

  it('is the first group of an expression', () => {
    const request = { kind: 'regexp', unit: 'ops', better: 'higher' } as const;
    const found = figureOf({ ...request, pattern: /did ([\d.,]+) ops/ }, output('did 1,234.5 ops'));
    expect(found).toMatchObject({ value: 1234.5, figure: { unit: 'ops' } });
  });

  it.each([
    [{ kind: 'fio', path: 'write.iops' } as const, 'no json', /no 'write.iops'.*ended in: no json/],
    [{ kind: 'fio', path: 'write.none' } as const, fio([job(1, 1)]), /no 'write.none'/],
    [{ kind: 'fio', path: 'write' } as const, fio([job(1, 1)]), /no 'write'/],
    [
      { kind: 'regexp', pattern: /x=(\S+)/, unit: '', better: 'higher' } as const,
      'x=many',
      /nothing in it matches/,
    ],
    [
      { kind: 'regexp', pattern: /x=(\S+)/, unit: '', better: 'higher' } as const,
      '',
      /it printed nothing/,
    ],
  ])('is missing: %j', (request, stdout, problem) => {
    expect(() => figureOf(request, output(stdout))).toThrow(problem);
    expect(codeOf(() => figureOf(request, output(stdout)))).toBe('no-figure');
  });
});
