import type { Io } from '../core/io.js';
import { loadMachine, machineNames } from '../predictor/machine-files.js';
import { TABLE_FORMATS } from '../report/formats.js';
import { machinesJson, renderMachineList } from '../report/machine/machine-list.js';
import { assertJsonTarget, writeJson } from './output.js';
import { styleOf } from './terminal.js';
import { parseChoice } from './values.js';

/** `wqbench machines`: text on stdout, and JSON to a file; or, for `-`, JSON alone on stdout. */
export function showMachines(typed: string, json: string | null, io: Io): void {
  const format = parseChoice('--format', typed, TABLE_FORMATS);
  assertJsonTarget(json);
  const machines = machineNames().map(loadMachine);
  if (json !== '-') {
    io.stdout.write(renderMachineList(machines, format, styleOf(io.stdout, io.env)));
  }
  writeJson(json, machinesJson(machines), io);
}
