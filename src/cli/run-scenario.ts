import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { TABLE_FORMATS, type TableFormat } from '../report/formats.js';
import { renderScenario } from '../report/scenario/render-scenario.js';
import { scenarioSections } from '../report/scenario/scenario-sections.js';
import type { Run } from '../results/file/run-file.js';
import { loadReference } from '../results/reference/reference.js';
import type { RunOutcome } from '../runner/run-plan.js';
import type { Scenario } from '../scenarios/scenario.js';
import { SCENARIO_NAMES, scenarioNamed } from '../scenarios/scenarios.js';
import type { Args, CommandContext } from './command.js';
import { textOf } from './flags.js';
import { exitCodeOf, measureRun } from './measure.js';
import { nearName } from './near-name.js';
import { assertJsonTarget, writeJson } from './output.js';
import { parseRunOptions } from './run-options.js';
import { partOptions } from './scenario-options.js';
import { styleOf } from './terminal.js';

/**
 * `wqbench run --scenario`: a run for each part, then all of them beside what was published. A part
 * that is invalid does not keep the others from running; one that fails or is interrupted does.
 */
export async function runScenario(args: Args, context: CommandContext): Promise<ExitCode> {
  const { io } = context;
  const scenario = findScenario(textOf(args, 'scenario') ?? '');
  const format = tableFormatOf(args);
  const json = textOf(args, 'json');
  assertJsonTarget(json);
  const outcomes = new Map<string, RunOutcome>();
  for (const part of scenario.parts) {
    const options = partOptions(scenario, part, args, parseRunOptions);
    const outcome = await measureRun(options, context);
    outcomes.set(part.name, outcome);
    if (outcome.kind !== 'complete') break;
  }
  const runs = new Map<string, Run>();
  for (const [part, { run }] of outcomes) if (run !== null) runs.set(part, run);
  if (json !== '-') showTable(scenario, runs, format, args.quiet !== true, io);
  writeJson(json, jsonOf(scenario, runs), io);
  const codes = [...outcomes.values()].map(exitCodeOf);
  return codes.find((code) => code !== EXIT.ok) ?? EXIT.ok;
}

function showTable(
  scenario: Scenario,
  runs: ReadonlyMap<string, Run>,
  format: TableFormat,
  explain: boolean,
  io: Io,
): void {
  if (runs.size === 0) return;
  const references = scenario.published.map(loadReference);
  const sections = scenarioSections(scenario, runs, references);
  const style = { ...styleOf(io.stdout, io.env), explain };
  const table = renderScenario(scenario, runs, sections, references, format, style);
  // The parts' own tables stand above it.
  io.stdout.write(`\n${table}`);
}

/** `{scenario, runs: [run.json of each part]}`, whatever the number of parts. */
function jsonOf({ name }: Scenario, runs: ReadonlyMap<string, Run>): string {
  return `${JSON.stringify({ scenario: name, runs: [...runs.values()] }, null, 2)}\n`;
}

function findScenario(name: string): Scenario {
  const scenario = scenarioNamed(name);
  if (scenario !== null) return scenario;
  const near = nearName(name, SCENARIO_NAMES);
  const nextStep = near ? `did you mean '${near}'?` : `use one of ${SCENARIO_NAMES.join(', ')}`;
  throw new WqbenchError('bad-option', `--scenario cannot be '${name}'`, nextStep);
}

function tableFormatOf(args: Args): TableFormat {
  const format = textOf(args, 'format') ?? 'table';
  const found = TABLE_FORMATS.find((one) => one === format);
  if (found !== undefined) return found;
  const message = `--format '${format}' has no place for published figures`;
  const nextStep = `with --scenario use ${TABLE_FORMATS.join(', ')}`;
  throw new WqbenchError('bad-option', message, nextStep);
}
