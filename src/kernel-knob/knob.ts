import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { SCOPES, type Scope } from '../scopes/scope.js';

/** How a knob is read and written; tests put a kernel of their own in its place. */
export interface KnobFiles {
  read(path: string): string;
  write(path: string, text: string): void;
  exists(path: string): boolean;
}

export const realFiles: KnobFiles = {
  read: (path) => readFileSync(path, 'utf8'),
  write: (path, text) => writeFileSync(path, text),
  exists: (path) => statSync(path, { throwIfNoEntry: false }) !== undefined,
};

/** Where a scope is written: for all workqueues that have none of their own, or for one. */
export interface Knob {
  /** `default`, or the workqueue's. */
  readonly name: string;
  readonly scopePath: string;
  /** Null for the default, which has none. */
  readonly strictPath: string | null;
}

/** What to write; `affinityStrict` null leaves that file alone. */
export interface KnobSetting {
  readonly scope: Scope;
  readonly affinityStrict: boolean | null;
}

/** Text of each file, to write it back. */
export type KnobContents = readonly { readonly path: string; readonly text: string }[];

export const DEFAULT_KNOB = 'default';

/** Throws 'knob-unavailable' where the kernel below `root` has no such knob. */
export function findKnob(name: string, root: string, files: KnobFiles): Knob {
  if (name === DEFAULT_KNOB) {
    const scopePath = join(root, 'sys/module/workqueue/parameters/default_affinity_scope');
    if (files.exists(scopePath)) return { name, scopePath, strictPath: null };
    throw new WqbenchError(
      'knob-unavailable',
      `${scopePath} does not exist: this kernel has no affinity scopes (Linux 6.6 or later has)`,
      'run it on such a kernel',
    );
  }
  const directory = join(root, 'sys/bus/workqueue/devices', name);
  const scopePath = join(directory, 'affinity_scope');
  if (/^[^/]+$/.test(name) && files.exists(scopePath)) {
    return { name, scopePath, strictPath: join(directory, 'affinity_strict') };
  }
  throw new WqbenchError(
    'knob-unavailable',
    `no workqueue '${name}' with an affinity scope in ${join(root, 'sys/bus/workqueue/devices')}`,
    'give one that is listed there (unbound, and WQ_SYSFS), or --knob default',
  );
}

export function contentsOf({ scopePath, strictPath }: Knob, files: KnobFiles): KnobContents {
  const paths = strictPath === null ? [scopePath] : [scopePath, strictPath];
  return paths.map((path) => ({ path, text: settingOf(files.read(path)) }));
}

export function restore(contents: KnobContents, files: KnobFiles): void {
  for (const { path, text } of contents) {
    if (settingOf(files.read(path)) !== text) files.write(path, text);
  }
}

/** A workqueue without a scope of its own reads `default (cache)`, and takes `default`. */
function settingOf(text: string): string {
  return text.trim().split(' ')[0] ?? '';
}

/**
 * Writes a setting and reads it back: kernels that do not know a scope refuse it, or take a known
 * one that it begins with (`cache` for `cache_shard`). Throws 'scope-unknown', or 'not-permitted'.
 */
export function apply({ scope, affinityStrict }: KnobSetting, knob: Knob, files: KnobFiles): void {
  writeChecked(knob.scopePath, scope, files);
  if (affinityStrict !== null && knob.strictPath !== null) {
    writeChecked(knob.strictPath, affinityStrict ? '1' : '0', files);
  }
}

function writeChecked(path: string, text: string, files: KnobFiles): void {
  try {
    files.write(path, text);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EINVAL') throw unknownScope(text, 'refuses it', cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WqbenchError('not-permitted', `cannot write ${path}: ${reason}`, 'run it as root', {
      cause,
    });
  }
  const found = settingOf(files.read(path));
  if (found !== text) throw unknownScope(text, `takes it for '${found}'`);
}

function unknownScope(scope: string, how: string, cause?: unknown): WqbenchError {
  return new WqbenchError(
    'scope-unknown',
    `this kernel does not know the scope '${scope}': it ${how}`,
    `leave it out; there are ${SCOPES.join(', ')}, of which older kernels lack cache_shard`,
    { cause },
  );
}
