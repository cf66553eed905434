import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { writeAtomically } from '../results/file/write-atomically.js';
import { type KnobContents, type KnobFiles, restore } from './knob.js';

/**
 * What a knob held before, for whoever has to put it back when this process no longer can. In `/run`,
 * which a restart of the machine empties, as it resets the knobs.
 */
const STATE_FILE = 'run/wqbench-kernel-knob.json';

interface State {
  readonly pid: number;
  readonly contents: KnobContents;
}

export function statePath(root: string): string {
  return join(root, STATE_FILE);
}

/**
 * Notes what to put back. Throws 'not-permitted', and 'knob-in-use' where another run does so, or
 * has left it undone.
 */
export function noteState(contents: KnobContents, root: string): void {
  const state = readState(root);
  if (state !== null) {
    const alive = isAlive(state.pid);
    throw new WqbenchError(
      'knob-in-use',
      alive
        ? `process ${state.pid} sweeps a knob already`
        : `process ${state.pid} ended before it put a knob back (${statePath(root)})`,
      alive ? 'wait for it' : 'put it back with wqbench kernel --restore',
    );
  }
  try {
    writeAtomically(statePath(root), `${JSON.stringify({ pid: process.pid, contents })}\n`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `cannot note what to put back in ${statePath(root)}: ${reason}`;
    throw new WqbenchError('not-permitted', message, 'run it as root', { cause });
  }
}

export function forgetState(root: string): void {
  rmSync(statePath(root), { force: true });
}

/** Puts back what a run that was killed has left; returns what, null where there is nothing. */
export function restoreState(root: string, files: KnobFiles): KnobContents | null {
  const state = readState(root);
  if (state === null) return null;
  if (isAlive(state.pid)) {
    throw new WqbenchError('knob-in-use', `process ${state.pid} is still at it`, 'end it first');
  }
  restore(state.contents, files);
  forgetState(root);
  return state.contents;
}

function readState(root: string): State | null {
  let text: string;
  try {
    text = readFileSync(statePath(root), 'utf8');
  } catch {
    return null;
  }
  const state = parsed(text);
  if (isState(state)) return state;
  throw new WqbenchError(
    'knob-in-use',
    `${statePath(root)} is none of this program's`,
    'look at the knobs yourself and remove it',
  );
}

function isState(value: unknown): value is State {
  const { pid, contents } = (value ?? {}) as Partial<State>;
  return (
    typeof pid === 'number' &&
    Array.isArray(contents) &&
    contents.every(({ path, text }) => typeof path === 'string' && typeof text === 'string')
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
