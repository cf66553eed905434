import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { toolVersion } from '../core/version.js';
import type { Command } from './command.js';
import { calibrateCommand } from './commands/calibrate.js';
import { compareCommand } from './commands/compare.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { kernelCommand } from './commands/kernel.js';
import { machinesCommand } from './commands/machines.js';
import { plotCommand } from './commands/plot.js';
import { predictCommand } from './commands/predict.js';
import { primitivesCommand } from './commands/primitives.js';
import { recommendCommand } from './commands/recommend.js';
import { referenceCommand } from './commands/reference.js';
import { reportCommand } from './commands/report.js';
import { runCommand } from './commands/run.js';
import { scenariosCommand } from './commands/scenarios.js';
import { topologyCommand } from './commands/topology.js';
import type { Engine } from './engine.js';
import { parseArgv } from './parse-argv.js';

const COMMANDS: readonly Command[] = [
  runCommand,
  predictCommand,
  machinesCommand,
  recommendCommand,
  calibrateCommand,
  compareCommand,
  plotCommand,
  reportCommand,
  exportCommand,
  importCommand,
  referenceCommand,
  scenariosCommand,
  kernelCommand,
  topologyCommand,
  primitivesCommand,
];

const WIDEST_HELP = 100;

/**
 * The whole program but the process: runs what `argv` (without node and script) asks for and returns
 * the exit code. A `WqbenchError` becomes one line on stderr; any other error is a defect of
 * wqbench, shown with its trace.
 */
export async function runCli(argv: readonly string[], io: Io, engine: Engine): Promise<ExitCode> {
  try {
    const parsed = parseArgv(argv, {
      commands: COMMANDS,
      version: toolVersion(),
      columns: Math.min(io.stdout.columns ?? WIDEST_HELP, WIDEST_HELP),
    });
    if (parsed.kind === 'command') {
      return await parsed.command.run(parsed.args, { io, engine, argv }, parsed.words);
    }
    io.stdout.write(parsed.text);
    return EXIT.ok;
  } catch (error) {
    return tell(error, io);
  }
}

/** Says on stderr what went wrong and returns the exit code. */
export function tell(error: unknown, io: Io): ExitCode {
  if (error instanceof WqbenchError) {
    io.stderr.write(`wqbench: ${printable(error.message)}; ${printable(error.nextStep)}\n`);
    return error.exitCode;
  }
  const trace = error instanceof Error ? error.stack : String(error);
  io.stderr.write(`wqbench: this is a defect of wqbench, please report it\n${trace}\n`);
  return EXIT.invalidRun;
}

/** Longest message that is still read; what a foreign file holds can be of any length. */
const LONGEST_MESSAGE = 600;

/** On one line, without what a terminal would obey. */
function printable(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll(/\p{Cc}/gu, '?');
  return line.length <= LONGEST_MESSAGE ? line : `${line.slice(0, LONGEST_MESSAGE)}...`;
}
