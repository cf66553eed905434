import type { ConfigurationRecord, Run } from '../../../results/file/run-file.js';
import { formatCounted } from '../../text/format.js';
import type { Chart, ChartSource } from '../chart.js';
import { drawChart, type Panel, WIDTH } from '../drawing/frame.js';
import { layOut, type MachineLayout } from './machine-layout.js';
import { podPanel, podPanelHeight } from './pod-panel.js';

/** The pods of each configuration of the first run, over its CPUs; null without a run. */
export function podsChart(sources: readonly ChartSource[]): Chart | null {
  for (const source of sources) {
    if (source.document.source !== 'imported') return draw(source, source.document, sources);
  }
  return null;
}

function draw(source: ChartSource, run: Run, sources: readonly ChartSource[]): Chart | null {
  const { cpus } = run.topology;
  const machine = layOut(cpus, WIDTH - 2 * EDGE);
  const [first, ...others] = grid(run.configurations, machine);
  if (first === undefined) return null;
  const smt = new Set(cpus.map(({ core }) => core)).size < cpus.length;
  const of = sources.length > 1 ? `${source.name}: ` : '';
  return drawChart({
    id: 'pods',
    title: 'Pods over the machine',
    subtitle: `${of}${formatCounted(cpus.length, 'CPU')} as squares, coloured by pod, with its number where that fits.${smt ? ' SMT threads of a core stand one above the other.' : ''}`,
    description: READING,
    sources: [source],
    panels: [first, ...others],
  });
}

const READING =
  'Outlines are the borders of pods; all CPUs of one colour within them share a worker pool and its lock. Boxes are last-level caches (LLC) with their CPUs, and nodes.';

const EDGE = 8;
const LEAST_WIDTH = 220;

/** As many beside each other as there is room for. */
function grid(configurations: readonly ConfigurationRecord[], machine: MachineLayout): Panel[] {
  const wanted = Math.max(machine.width + 2 * EDGE, LEAST_WIDTH);
  const fitting = Math.max(Math.floor(WIDTH / wanted), 1);
  const columns = Math.min(fitting, configurations.length);
  const width = Math.floor(WIDTH / columns);
  return configurations.map((configuration, index) =>
    podPanel(configuration, machine, {
      x: (index % columns) * width,
      y: Math.floor(index / columns) * podPanelHeight(machine),
      width,
    }),
  );
}
