import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WqbenchError } from '../core/errors.js';
import { packageFile } from '../core/package-file.js';
import { type MachineProfile, machineSchema } from '../results/file/machine-schema.js';

/** Names of the machines that come with the program, in alphabetical order. */
export function machineNames(): string[] {
  return readdirSync(folder())
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** One that comes with the program. */
export function loadMachine(name: string): MachineProfile {
  return parseMachine(readFileSync(join(folder(), `${name}.json`), 'utf8'), name);
}

/** A machine file as text. Throws 'bad-machine' with the path of what is wrong. */
export function parseMachine(text: string, name: string): MachineProfile {
  const parsed = machineSchema.safeParse(jsonOf(text, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue!.path.length === 0 ? '' : `${issue!.path.join('.')}: `;
  const message = `${name} is no machine: ${place}${issue!.message}`;
  throw new WqbenchError('bad-machine', message, 'make one with wqbench calibrate');
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${name} is not JSON`;
    throw new WqbenchError('bad-machine', message, 'make one with wqbench calibrate', { cause });
  }
}

function folder(): string {
  return fileURLToPath(packageFile('src/predictor/machines/'));
}
