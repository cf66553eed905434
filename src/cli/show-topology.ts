import { EXIT, type ExitCode, WqbenchError } from '../core/errors.js';
import { formatCounted } from '../report/text/format.js';
import { type Measured, topologyJson, topologyReport } from '../report/topology/topology-report.js';
import { renderTopology } from '../report/topology/topology-text.js';
import { assertWritableFile } from '../results/file/writable.js';
import { topologyInUse } from '../topology/topology-in-use.js';
import type { CommandContext } from './command.js';
import { listenForInterrupt } from './interrupt.js';
import { assertJsonTarget, writeJson, writeTextFile } from './output.js';
import { createProgress } from './progress.js';
import { canRewrite, styleOf } from './terminal.js';
import type { TopologyOptions } from './topology-flags.js';

export interface ShowOptions extends TopologyOptions {
  /** Also measure latencies between the CPUs; only of the machine itself. */
  readonly measure: boolean;
  /** File for a drawing of the latencies; only with `measure`. */
  readonly heatMap: string | null;
  readonly json: string | null;
}

/** Time for all pairs together. */
const BUDGET_MS = 15_000;

/** `wqbench topology`: text on stdout, and JSON to a file; or, for `-`, JSON alone on stdout. */
export async function showTopology(
  { json, measure, heatMap, ...options }: ShowOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { io } = context;
  assertJsonTarget(json);
  if (heatMap !== null) assertWritableFile(heatMap);
  const { topology } = topologyInUse(options.topology, options.cpus, io.root);
  const cpus = topology.cpus.map(({ cpu }) => cpu);
  const measured = measure ? await measureLatencies(cpus, context) : null;
  if (measured === 'interrupted') return EXIT.interrupted;
  const report = topologyReport(topology, options.policies, measured);
  if (json !== '-') io.stdout.write(renderTopology(report, styleOf(io.stdout, io.env)));
  writeJson(json, topologyJson(report), io);
  if (heatMap !== null && measured !== null) await drawHeatMap(heatMap, cpus, measured);
  return EXIT.ok;
}

async function drawHeatMap(
  file: string,
  cpus: readonly number[],
  { pairs }: Measured,
): Promise<void> {
  const { coreToCoreMatrixChart } = await import(
    '../report/charts/core-to-core/core-to-core-chart.js'
  );
  const chart = coreToCoreMatrixChart(pairs, cpus, formatCounted(cpus.length, 'CPU'));
  if (chart !== null) writeTextFile(file, chart.svg);
}

async function measureLatencies(
  cpus: readonly number[],
  { io, engine }: CommandContext,
): Promise<Measured | 'interrupted'> {
  if (cpus.length < 2) {
    const message = `--measure needs two CPUs, and only CPU ${cpus[0]} is in use`;
    throw new WqbenchError('bad-option', message, 'leave it out, or use more CPUs');
  }
  const rewrite = canRewrite(io.stderr, io.env);
  const progress = createProgress({ stream: io.stderr, rewrite, trialsPerRound: 1, now: io.now });
  const interrupt = listenForInterrupt(io);
  const pairs = formatCounted((cpus.length * (cpus.length - 1)) / 2, 'pair');
  progress.start(`measuring ${pairs} of CPUs`);
  try {
    return await engine.measureCoreToCore({ cpus, budgetMs: BUDGET_MS, signal: interrupt.signal });
  } catch (error) {
    // What an interrupt breaks off is no failure.
    if (!interrupt.signal.aborted) throw error;
    io.stderr.write('wqbench: interrupted; nothing was measured\n');
    return 'interrupted';
  } finally {
    progress.end();
    interrupt.stop();
  }
}
