import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import type { PlannedTrial } from '../plan/plan.js';
import type { KernelFigure, KernelTrial } from '../results/kernel/kernel-run.js';
import { cpuUseBetween, type Usage } from '../runner/environment/usage.js';
import { type FigureRequest, figureOf } from './figure.js';
import { apply, contentsOf, type Knob, type KnobFiles, type KnobSetting, restore } from './knob.js';
import { forgetState, noteState } from './knob-state.js';
import { runCommand } from './run-command.js';

/** A row of the sweep. */
export interface KernelConfiguration extends KnobSetting {
  readonly label: string;
}

export interface SweepPlan {
  readonly knob: Knob;
  readonly command: readonly string[];
  readonly request: FigureRequest;
  /** Runs of the command before the first trial that are thrown away. */
  readonly warmUps: number;
  readonly timeoutMs: number;
}

export interface SweepContext {
  readonly root: string;
  readonly files: KnobFiles;
  readonly interrupt: AbortSignal;
  now(): Date;
  readUsage(): Usage;
  /** Called after each trial; what it throws ends the sweep. */
  onTrial(trial: KernelTrial, figure: KernelFigure): void;
}

/** Holds a knob for a while and puts it back whatever happens, short of a kill. */
export async function withKnob<T>(
  knob: Knob,
  { root, files }: Pick<SweepContext, 'root' | 'files'>,
  use: () => Promise<T>,
): Promise<T> {
  const before = contentsOf(knob, files);
  noteState(before, root);
  const putBack = () => {
    restore(before, files);
    forgetState(root);
  };
  // Where the process ends without coming back here, e.g. by an error nobody caught.
  process.once('exit', putBack);
  try {
    return await use();
  } finally {
    process.off('exit', putBack);
    putBack();
  }
}

/**
 * Those of the settings that the kernel takes, by trying; a warning for the others where they were
 * not asked for by name, else an error.
 */
export function acceptedSettings(
  configurations: readonly KernelConfiguration[],
  knob: Knob,
  byName: boolean,
  files: KnobFiles,
): { readonly accepted: KernelConfiguration[]; readonly warnings: Warning[] } {
  const accepted: KernelConfiguration[] = [];
  const warnings: Warning[] = [];
  for (const configuration of configurations) {
    try {
      apply(configuration, knob, files);
      accepted.push(configuration);
    } catch (error) {
      if (byName || !(error instanceof WqbenchError) || error.code !== 'scope-unknown') throw error;
      warnings.push({ code: 'kernel-lacks-scope', message: error.message });
    }
  }
  return { accepted, warnings };
}

/** Runs the trials in their order. False when it was interrupted, the trial under way being lost. */
export async function sweep(
  { knob, command, request, warmUps, timeoutMs }: SweepPlan,
  trials: readonly PlannedTrial<KernelConfiguration>[],
  context: SweepContext,
): Promise<boolean> {
  const { files, interrupt } = context;
  for (let run = 0; run < warmUps; run++) {
    if ((await runCommand(command, timeoutMs, interrupt)) === null) return false;
  }
  let first: KernelFigure | undefined;
  for (const { round, configuration } of trials) {
    apply(configuration, knob, files);
    const startedAt = context.now().toISOString();
    const before = context.readUsage();
    const output = await runCommand(command, timeoutMs, interrupt);
    if (output === null) return false;
    const cpuUse = cpuUseBetween(before, context.readUsage());
    const { value, figure } = figureOf(request, output);
    first ??= figure;
    if (figure.from !== first.from) throw changedFigure(first, figure);
    const { wallSeconds } = output;
    const { label } = configuration;
    context.onTrial({ round, label, startedAt, value, wallSeconds, cpuUse }, figure);
  }
  return true;
}

function changedFigure(first: KernelFigure, figure: KernelFigure): WqbenchError {
  const message = `the first trial gave ${first.name} (${first.from}), this one ${figure.name} (${figure.from})`;
  return new WqbenchError('no-figure', message, 'say which with --fio or --regexp');
}
