import { existsSync, readFileSync, statSync } from 'node:fs';
import { WqbenchError } from '../core/errors.js';
import { loadMachine, machineNames, parseMachine } from '../predictor/machine-files.js';
import type { MachineProfile } from '../results/file/machine-schema.js';
import { nearName } from './near-name.js';

/** A machine that comes with the program, or one in a file. Throws 'bad-machine'. */
export function findMachine(word: string): MachineProfile {
  const names = machineNames();
  if (names.includes(word)) return loadMachine(word);
  if (existsSync(word) && statSync(word).isFile()) return readMachine(word);
  const near = nearName(word, names);
  const nextStep = near
    ? `did you mean '${near}'?`
    : `use one of ${names.join(', ')}, or a file made with wqbench calibrate`;
  throw new WqbenchError('bad-machine', `no machine '${word}'`, nextStep);
}

/** Whether a word names a machine, and not a result. */
export function isMachine(word: string): boolean {
  if (machineNames().includes(word) || !existsSync(word)) return true;
  return statSync(word).isFile() && /"machineVersion"/.test(readFileSync(word, 'utf8'));
}

function readMachine(path: string): MachineProfile {
  try {
    return parseMachine(readFileSync(path, 'utf8'), path);
  } catch (cause) {
    if (cause instanceof WqbenchError) throw cause;
    const message = `${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`;
    throw new WqbenchError('bad-machine', message, 'make it readable, or name another', { cause });
  }
}
