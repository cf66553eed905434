import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fitOf, planOfRun } from './cli/fit-result.js';
import { calibrate } from './predictor/calibrate/calibrate.js';
import { tellingRows } from './predictor/calibrate/rows.js';
import { predictRow } from './predictor/predict-row.js';
import { microbenchPlan } from './predictor/scenario-of.js';
import type { MachineProfile } from './results/file/machine-schema.js';
import { type LoopPrimitives, readPrimitives } from './results/file/primitives-file.js';
import { readResult } from './results/file/read-result.js';
import type { Run } from './results/file/run-file.js';
import { resultSetOf } from './results/result-set.js';
import { median } from './results/statistics/sample.js';
import { parseCpuList } from './topology/cpu-list.js';

/**
 * How far predictions of wqbench's own loop are from it, on one thread and on two: run with
 * `npm run bench:prediction` on a quiet machine. A run is predicted twice, with costs that were only
 * measured, and with costs fitted to the run of two threads before it; never to itself.
 */

const ROUNDS = 6;
const SEEDS = 3;
const ITEMS = 300;
const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

/** Of one row in one round, predicted over measured, less 1. */
interface Miss {
  readonly row: string;
  readonly costs: 'measured' | 'fitted';
  readonly rate: number;
  readonly p50: number;
}

const directory = mkdtempSync(join(tmpdir(), 'wqbench-prediction-'));
try {
  const file = join(directory, 'primitives.json');
  wqbench('primitives', '--json', file);
  print(measureMisses(readPrimitives(file)));
} finally {
  rmSync(directory, { recursive: true });
}

function measureMisses(primitives: LoopPrimitives): Miss[] {
  const misses: Miss[] = [];
  let fitted: MachineProfile | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const two = measure(`two-${round}`, '--shards', '1,2', '--threads', '2');
    const one = measure(`one-${round}`, '--scopes', 'cpu', '--threads', '1');
    const { start, targets, plan } = fitOf(subjectOf(two, primitives), null, null);
    for (const run of [one, two]) {
      misses.push(...missesOf(run, start, 'measured'));
      if (fitted !== null) misses.push(...missesOf(run, fitted, 'fitted'));
    }
    fitted = calibrate(tellingRows(targets, 'inline'), start, plan, `round ${round}`, false);
  }
  return misses;
}

function missesOf(run: Run, profile: MachineProfile, costs: Miss['costs']): Miss[] {
  const plan = planOfRun(run, microbenchPlan(profile, run.topology.cpus, ITEMS));
  return run.configurations.map(({ label, pods, affinityStrict }) => {
    const configuration = { pods: pods.map(parseCpuList), affinityStrict, wake: 'lifo' as const };
    const predicted = predictRow({ label, configuration }, plan, SEEDS);
    const trials = run.trials.filter((trial) => trial.label === label);
    const rate = median(trials.map(({ itemsPerSecond }) => itemsPerSecond));
    const p50 = median(trials.map(({ queueNs }) => queueNs.p50));
    return {
      row: `${run.threads === 1 ? 'one thread' : 'two threads'}, ${pods.length === 1 ? 'one pool' : 'a pool each'}`,
      costs,
      rate: predicted.itemsPerSecond / rate - 1,
      p50: predicted.queueP50Ns / p50 - 1,
    };
  });
}

function subjectOf(run: Run, primitives: LoopPrimitives) {
  const set = resultSetOf('this machine', run, run.schemaVersion);
  return { place: 'this machine', set, run, primitives };
}

function measure(name: string, ...flags: readonly string[]): Run {
  const out = join(directory, name);
  wqbench('run', ...flags, '--trials', '10', '--sample', '1', '--quiet', '--out', out);
  return readResult(join(out, readdirSync(out)[0]!)).document as Run;
}

function wqbench(...argv: readonly string[]): void {
  execFileSync(process.execPath, [MAIN, ...argv], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function print(misses: readonly Miss[]): void {
  process.stdout.write(
    `Predicted over measured, less 1, median (range) of ${ROUNDS} rounds of 10 trials:\n`,
  );
  for (const costs of ['measured', 'fitted'] as const) {
    process.stdout.write(
      costs === 'measured' ? 'costs as measured\n' : 'costs fitted to the round before\n',
    );
    const own = misses.filter((miss) => miss.costs === costs);
    for (const row of new Set(own.map((miss) => miss.row))) {
      const of = (figure: 'rate' | 'p50') =>
        spread(own.filter((miss) => miss.row === row).map((miss) => miss[figure]));
      process.stdout.write(`  ${row.padEnd(28)} items/s ${of('rate')}   p50 ${of('p50')}\n`);
    }
  }
}

function spread(values: readonly number[]): string {
  const percent = (value: number) =>
    `${value < 0 ? '-' : '+'}${Math.abs(100 * value).toFixed(0)} %`;
  return `${percent(median(values))} (${percent(Math.min(...values))} .. ${percent(Math.max(...values))})`.padEnd(
    28,
  );
}
