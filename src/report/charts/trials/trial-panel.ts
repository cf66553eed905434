import { axisY, dot, gridY, line, type Markish, ruleY, text } from '@observablehq/plot';
import { groupBy } from '../../../core/group-by.js';
import type { Regimes } from '../../../results/file/summary-schema.js';
import { formatChange, formatRate } from '../../text/format.js';
import { FONT_SIZE, INK, MUTED, PAPER, RULE, seriesColour } from '../drawing/chart-style.js';
import type { Panel } from '../drawing/frame.js';
import { withoutZeros } from '../drawing/log-scale.js';
import { named } from '../drawing/marks.js';
import { panelText } from '../drawing/panel-text.js';
import { lettersIn, shorten } from '../drawing/text-size.js';
import type { DrawnTrial, TrialState } from '../trial-states.js';
import { type Rounds, roundAxis, roundScale } from './round-axis.js';
import type { Drifting, TrialSeries } from './trial-series.js';

/** Room of a panel in its chart, in px; `foot` is the axis of the rounds. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly foot: boolean;
}

export const MARGINS = { left: 64, right: 62, top: 40, bottom: 12 } as const;
export const FOOT_HEIGHT = 34;

/** Without the foot. */
export const RATE_HEIGHT = 124;

/** Items/s of a configuration's trials over the rounds, from 0 to its highest. */
export function ratePanel(series: TrialSeries, rounds: Rounds, place: Place): Panel {
  const { x, y, width, foot } = place;
  const room = width - MARGINS.left - MARGINS.right;
  const label = shorten(series.label, lettersIn(width - EDGE));
  return {
    x,
    y,
    width,
    height: RATE_HEIGHT + (foot ? FOOT_HEIGHT : 0),
    options: {
      ...marginsOf(foot),
      x: roundScale(rounds),
      y: { domain: [0, highest(series)], axis: null },
      marks: [
        ...rateAxis('items/s', formatRate),
        ...(foot ? [roundAxis(rounds, room)] : []),
        panelText({ text: label, x: EDGE, y: 4, bold: true }, MARGINS),
        panelText({ text: courseNote(series), x: NOTE_LEFT, y: 22, fill: MUTED }, MARGINS),
        ...courseMarks(series),
        ...trialMarks(series, rounds, room),
      ],
    },
  };
}

const EDGE = 8;

/** Right of the unit over the axis. */
export const NOTE_LEFT = MARGINS.left + 8;

export function marginsOf(foot: boolean) {
  return {
    marginLeft: MARGINS.left,
    marginRight: MARGINS.right,
    marginTop: MARGINS.top,
    marginBottom: MARGINS.bottom + (foot ? FOOT_HEIGHT : 0),
  };
}

/** From 0, with few ticks, and the unit above them. */
export function rateAxis(unit: string, format: (value: number) => string): Markish[] {
  const tickFormat = (value: number) => withoutZeros(format(value));
  return [
    gridY({ ticks: 3, stroke: RULE, strokeOpacity: 1 }),
    axisY({
      ticks: 3,
      tickFormat,
      tickSize: 0,
      label: null,
      color: MUTED,
      fontSize: FONT_SIZE - 1,
    }),
    panelText({ text: unit, x: MARGINS.left - 3, y: 22, fill: MUTED, anchor: 'end' }, MARGINS),
  ];
}

function highest({ trials, drift }: TrialSeries): number {
  const drawn = [...trials, ...(drift?.line ?? [])];
  const most = drawn.reduce((most, { itemsPerSecond }) => Math.max(most, itemsPerSecond), 0);
  return most > 0 ? most * 1.06 : 1;
}

/** What the trials as a whole show, in few words; empty for a steady course. */
function courseNote({ medianRate, regimes, drift }: TrialSeries): string {
  if (medianRate === null) return 'no valid trial';
  const change = drift === null ? '' : `drift ${formatChange(1 + drift.change)}`;
  if (regimes === null) return drift === null ? '' : `${change} over the rounds`;
  const { low, high } = regimes;
  return drift === null ? `two regimes: ${low.n} and ${high.n} trials` : `two regimes; ${change}`;
}

/** Medians with their figures at the right, the border between regimes, and the drift. */
function courseMarks({ label, medianRate, regimes, drift }: TrialSeries): Markish[] {
  if (medianRate === null) return [];
  return [
    ...(regimes === null ? medianMarks(`${label}: median`, medianRate, 'middle') : []),
    ...(regimes === null ? [] : regimeMarks(label, regimes)),
    ...(drift === null ? [] : [driftMark(label, drift)]),
  ];
}

function regimeMarks(label: string, { low, high, split }: Regimes): Markish[] {
  return [
    ...medianMarks(`${label}: median of the upper ${high.n} trials`, high.median, 'bottom'),
    ...medianMarks(`${label}: median of the lower ${low.n} trials`, low.median, 'top'),
    ruleY([split], {
      stroke: MUTED,
      strokeDasharray: '2 4',
      title: () => `${label}: border between regimes, ${formatRate(split)} items/s`,
      render: named('split'),
    }),
  ];
}

function medianMarks(
  name: string,
  rate: number,
  lineAnchor: 'top' | 'middle' | 'bottom',
): Markish[] {
  return [
    ruleY([rate], {
      stroke: INK,
      title: () => `${name}, ${formatRate(rate)} items/s`,
      render: named('median'),
    }),
    text([formatRate(rate)], {
      y: [rate],
      frameAnchor: 'right',
      textAnchor: 'start',
      lineAnchor,
      dx: 6,
      fontSize: FONT_SIZE - 1,
    }),
  ];
}

function driftMark(label: string, { change, line: points }: Drifting): Markish {
  return line(points, {
    x: 'round',
    y: 'itemsPerSecond',
    z: null,
    stroke: seriesColour(1),
    strokeWidth: 2,
    strokeDasharray: '7 3',
    title: () =>
      `${label}: drift ${formatChange(1 + change)} of the median from first to last round`,
    render: named('drift'),
  });
}

/** Shape and colour of a trial; the key shows the same. */
export const STATE_STYLE = {
  valid: { symbol: 'circle', fill: seriesColour(0), stroke: 'none' },
  doubtful: { symbol: 'circle', fill: PAPER, stroke: seriesColour(1), strokeWidth: 1.8 },
  invalid: { symbol: 'times', fill: 'none', stroke: INK, strokeWidth: 1.8 },
} as const satisfies Record<TrialState, object>;

const RADIUS = 3.5;

function trialMarks({ label, trials }: TrialSeries, rounds: Rounds, width: number): Markish[] {
  const pxPerRound = width / (rounds[1] - rounds[0] + 1);
  return [...groupBy(trials, ({ state }) => state)].map(([state, own]) =>
    dot(own, {
      x: 'round',
      y: 'itemsPerSecond',
      r: Math.max(Math.min(RADIUS, pxPerRound / 2), 1.5),
      ...STATE_STYLE[state],
      title: (trial: DrawnTrial) => trialTitle(label, trial),
      render: named('trial'),
    }),
  );
}

function trialTitle(label: string, { round, itemsPerSecond, state, doubts }: DrawnTrial): string {
  const doubt = state === 'valid' ? '' : `\n${state}: ${doubts.join(', ')}`;
  return `${label}, round ${round}: ${formatRate(itemsPerSecond)} items/s${doubt}`;
}
