import type { Io } from '../core/io.js';
import { TABLE_FORMATS } from '../report/formats.js';
import { renderScenarioList, scenariosJson } from '../report/scenario/scenario-list.js';
import { SCENARIOS } from '../scenarios/scenarios.js';
import { assertJsonTarget, writeJson } from './output.js';
import { styleOf } from './terminal.js';
import { parseChoice } from './values.js';

/** `wqbench scenarios`: text on stdout, and JSON to a file; or, for `-`, JSON alone on stdout. */
export function showScenarios(typed: string, json: string | null, io: Io): void {
  const format = parseChoice('--format', typed, TABLE_FORMATS);
  assertJsonTarget(json);
  if (json !== '-') {
    io.stdout.write(renderScenarioList(SCENARIOS, format, styleOf(io.stdout, io.env)));
  }
  writeJson(json, scenariosJson(SCENARIOS), io);
}
