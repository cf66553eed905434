import { WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import { toolVersion } from '../core/version.js';
import type { KernelConfiguration } from '../kernel-knob/sweep.js';
import { SCHEMA_VERSION } from '../results/file/schema-version.js';
import type { KernelFigure, KernelRun, KernelTrial } from '../results/kernel/kernel-run.js';
import { summariseKernel } from '../results/kernel/summarise-kernel.js';
import { orderOf } from '../results/order.js';
import { hostName, probeEnvironment } from '../runner/environment.js';
import type { KernelOptions } from './kernel-options.js';

/** What the result of a sweep says whatever its trials bring. */
export type KernelFrame = Omit<
  KernelRun,
  'partial' | 'finishedAt' | 'figure' | 'order' | 'trials' | 'summary'
>;

/** Throws 'bad-option' for a baseline that is not measured. */
export function frameKernelRun(
  options: KernelOptions,
  configurations: readonly KernelConfiguration[],
  warnings: KernelRun['warnings'],
  argv: readonly string[],
  io: Io,
): KernelFrame {
  return {
    schemaVersion: SCHEMA_VERSION,
    toolVersion: toolVersion(),
    source: 'kernel',
    startedAt: io.now().toISOString(),
    host: hostName(io.root),
    command: argv,
    knob: options.knob,
    swept: options.command,
    seed: options.seed,
    environment: { ...probeEnvironment(io.root), clock: null },
    configurations,
    baseline: baselineOf(options, configurations),
    threshold: options.threshold,
    warnings,
    silenced: [],
  };
}

function baselineOf(
  { baseline }: KernelOptions,
  configurations: readonly KernelConfiguration[],
): string | null {
  const labels = configurations.map(({ label }) => label);
  if (baseline !== null && !labels.includes(baseline)) {
    const message = `--baseline '${baseline}' is not measured in this run`;
    throw new WqbenchError('bad-option', message, `use one of ${labels.join(', ')}`);
  }
  return baseline ?? (labels.includes('cache') ? 'cache' : null);
}

/** With the trials so far. */
export function assembleKernelRun(
  frame: KernelFrame,
  figure: KernelFigure,
  trials: readonly KernelTrial[],
  partial: boolean,
  finishedAt: Date,
): KernelRun {
  return {
    ...frame,
    partial,
    finishedAt: finishedAt.toISOString(),
    figure,
    order: orderOf(trials),
    trials,
    summary: summariseKernel({ ...frame, figure }, trials),
  };
}
