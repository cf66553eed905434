import { type ProbedRound, probedRounds } from '../../../results/core-to-core/probes.js';
import type { Chart, ChartSource } from '../chart.js';
import { drawChart, type Panel, WIDTH } from '../drawing/frame.js';
import { panelText } from '../drawing/panel-text.js';
import { BOLD, lettersIn, shorten } from '../drawing/text-size.js';
import type { TrialState } from '../trial-states.js';
import { PROBE_HEIGHT, probePanel } from './probe-panel.js';
import { type Rounds, roundsOf } from './round-axis.js';
import { FOOT_HEIGHT, RATE_HEIGHT, ratePanel } from './trial-panel.js';
import { type TrialSeries, trialSeriesOf } from './trial-series.js';
import { KEY_HEIGHT, trialStatesKey } from './trial-states-key.js';

/** Items/s of every trial over the rounds; null without a trial. */
export function trialsChart(sources: readonly ChartSource[]): Chart | null {
  const courses = sources.flatMap(courseOf);
  const blocks = [...keyBlocks(courses), ...courses.flatMap(blocksOf(sources.length > 1))];
  const [first, ...others] = stacked(blocks);
  if (first === undefined) return null;
  const probed = courses.some(({ probes }) => probes.length > 0);
  return drawChart({
    id: 'trials',
    title: 'Trials over the rounds',
    subtitle: `items/s of each trial, a panel a configuration, each with its own scale from 0; line: median of the valid trials.${probed ? ' At the foot: latency between CPUs before each round.' : ''}`,
    description: `${READING}${probed ? ` ${READING_PROBES}` : ''}`,
    sources: courses.map(({ source }) => source),
    panels: [first, ...others],
  });
}

const READING =
  'Each point is a trial, in the order of the rounds. Level rows of points are a steady machine; a slope is a drift, and two levels are two regimes, of which no mean tells.';
const READING_PROBES =
  'Where the latency between CPUs jumps along with the rates, the CPUs were moved: a virtual machine does not keep them in place.';

interface Course {
  readonly source: ChartSource;
  readonly series: readonly TrialSeries[];
  readonly probes: readonly ProbedRound[];
  readonly rounds: Rounds;
}

/** Empty without a trial. */
function courseOf(source: ChartSource): Course[] {
  const { document } = source;
  const rounds = roundsOf(document.trials.map(({ round }) => round));
  if (rounds === null) return [];
  const probes = document.source === 'imported' ? [] : probedRounds(document.trials);
  return [{ source, series: trialSeriesOf(source), probes, rounds }];
}

/** Panels that take the whole width; y counts from the block's upper edge. */
interface Block {
  readonly height: number;
  readonly panels: readonly Panel[];
}

function stacked(blocks: readonly Block[]): Panel[] {
  let top = 0;
  return blocks.flatMap(({ height, panels }) => {
    const y = top;
    top += height;
    return panels.map((panel) => ({ ...panel, y: y + (panel.y ?? 0) }));
  });
}

/** A key where not all trials are alike. */
function keyBlocks(courses: readonly Course[]): Block[] {
  const trials = courses.flatMap(({ series }) => series.flatMap(({ trials }) => trials));
  const found = new Set(trials.map(({ state }) => state));
  const states = STATES.filter((state) => found.has(state));
  if (states.every((state) => state === 'valid')) return [];
  return [{ height: KEY_HEIGHT, panels: [trialStatesKey(states)] }];
}

const STATES: readonly TrialState[] = ['valid', 'doubtful', 'invalid'];

function blocksOf(named: boolean): (course: Course) => Block[] {
  return (course) => [
    ...(named ? [headingBlock(course.source.name)] : []),
    { height: heightOf(course), panels: gridOf(course) },
  ];
}

function headingBlock(name: string): Block {
  const margins = { left: 0, top: 0 };
  const text = shorten(name, lettersIn((WIDTH - 2 * 8) / BOLD, 15));
  const marks = [panelText({ text, x: 8, y: 10, bold: true, fontSize: 15 }, margins)];
  const height = 34;
  return { height, panels: [{ height, options: { margin: 0, marks } }] };
}

/** Panels below each other share the axis of the rounds, and have the probes at their foot. */
function gridOf({ series, probes, rounds }: Course): Panel[] {
  const columns = columnsFor(series.length);
  const width = Math.floor(WIDTH / columns);
  const panels = series.map((each, index) => {
    const place = { x: (index % columns) * width, y: Math.floor(index / columns) * RATE_HEIGHT };
    const foot = probes.length === 0 && index + columns >= series.length;
    return ratePanel(each, rounds, { ...place, width, foot });
  });
  if (probes.length === 0) return panels;
  const y = rowsOf(series.length) * RATE_HEIGHT;
  const feet = Array.from({ length: columns }, (_, column) =>
    probePanel(probes, rounds, { x: column * width, y, width }),
  );
  return [...panels, ...feet];
}

function heightOf({ series, probes }: Course): number {
  return rowsOf(series.length) * RATE_HEIGHT + (probes.length > 0 ? PROBE_HEIGHT : FOOT_HEIGHT);
}

function rowsOf(count: number): number {
  return Math.ceil(count / columnsFor(count));
}

/** One below the other as long as that fits a screen. */
function columnsFor(count: number): number {
  if (count <= 6) return 1;
  return count <= 16 ? 2 : 3;
}
