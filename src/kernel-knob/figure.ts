import { WqbenchError } from '../core/errors.js';
import type { KernelFigure } from '../results/kernel/kernel-run.js';

/** Where the figure of a trial is to come from. */
export type FigureRequest =
  /** fio's JSON where the command prints it, else wall time. */
  | { readonly kind: 'auto' }
  /** A path in each job of fio's JSON, e.g. `write.iops`. */
  | { readonly kind: 'fio'; readonly path: string }
  /** The first group of a regular expression in what the command prints. */
  | {
      readonly kind: 'regexp';
      readonly pattern: RegExp;
      readonly unit: string;
      readonly better: 'higher' | 'lower';
    };

export interface CommandOutput {
  readonly stdout: string;
  readonly wallSeconds: number;
}

export interface FoundFigure {
  readonly value: number;
  readonly figure: KernelFigure;
}

/** Throws 'no-figure' with what the command printed last. */
export function figureOf(request: FigureRequest, output: CommandOutput): FoundFigure {
  switch (request.kind) {
    case 'auto':
      return fioFigure(output.stdout, 'iops') ?? wallTime(output);
    case 'fio': {
      const found = fioFigure(output.stdout, request.path);
      if (found !== null) return found;
      throw noFigure(
        `no '${request.path}' in fio's JSON`,
        output,
        'run fio with --output-format=json',
      );
    }
    case 'regexp': {
      const text = output.stdout.match(request.pattern)?.[1];
      const value = Number(text?.replaceAll(',', ''));
      if (text === undefined || !Number.isFinite(value) || value < 0) {
        throw noFigure(`nothing in it matches ${request.pattern.source}`, output, 'mend --regexp');
      }
      const { unit, better } = request;
      return { value, figure: { name: 'figure', unit, better, from: 'regexp' } };
    }
  }
}

function wallTime({ wallSeconds }: CommandOutput): FoundFigure {
  const figure = { name: 'wall time', unit: 's', better: 'lower', from: 'wall-time' } as const;
  return { value: wallSeconds, figure };
}

/**
 * `iops` alone is that of reads and writes together. Rates of jobs add up; of times, which are
 * better lower, the mean over the jobs.
 */
function fioFigure(stdout: string, path: string): FoundFigure | null {
  const jobs = fioJobs(stdout);
  if (jobs === null) return null;
  const paths = path === 'iops' ? ['read.iops', 'write.iops'] : [path];
  const isTime = /lat|_ns|_us|_ms|runtime/.test(path);
  const values = jobs.flatMap((job) => paths.map((one) => numberAt(job, one)));
  if (values.some((value) => value === null)) return null;
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const figure: KernelFigure = {
    name: path,
    unit: unitOf(path),
    better: isTime ? 'lower' : 'higher',
    from: 'fio',
  };
  return { value: isTime ? sum / values.length : sum, figure };
}

function unitOf(path: string): string {
  if (path.endsWith('iops')) return '1/s';
  if (path.endsWith('bw')) return 'KiB/s';
  if (path.endsWith('bw_bytes')) return 'bytes/s';
  return path.includes('_ns') ? 'ns' : '';
}

/** fio may print warnings in front of its JSON. */
function fioJobs(stdout: string): readonly unknown[] | null {
  const start = stdout.indexOf('{');
  if (start < 0) return null;
  try {
    const jobs: unknown = Reflect.get(JSON.parse(stdout.slice(start)), 'jobs');
    return Array.isArray(jobs) && jobs.length > 0 ? jobs : null;
  } catch {
    return null;
  }
}

function numberAt(value: unknown, path: string): number | null {
  const found = path.split('.').reduce<unknown>((part, key) => {
    return part !== null && typeof part === 'object' ? Reflect.get(part, key) : undefined;
  }, value);
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : null;
}

const TAIL = 300;

function noFigure(problem: string, { stdout }: CommandOutput, nextStep: string): WqbenchError {
  const tail = stdout.trim().slice(-TAIL).replaceAll(/\s+/g, ' ');
  const printed = tail === '' ? 'it printed nothing' : `it ended in: ${tail}`;
  return new WqbenchError(
    'no-figure',
    `the command gave no figure: ${problem}; ${printed}`,
    nextStep,
  );
}
