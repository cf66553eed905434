import { dot, line, type Markish } from '@observablehq/plot';
import type { ProbedRound } from '../../../results/core-to-core/probes.js';
import type { PairLatency } from '../../../results/file/pair-latency-schema.js';
import { formatCounted, formatInterval, formatNs } from '../../text/format.js';
import { MUTED, seriesColour } from '../drawing/chart-style.js';
import type { Panel } from '../drawing/frame.js';
import { named } from '../drawing/marks.js';
import { panelText } from '../drawing/panel-text.js';
import { type Rounds, roundAxis, roundScale } from './round-axis.js';
import { FOOT_HEIGHT, MARGINS, marginsOf, NOTE_LEFT, type Place, rateAxis } from './trial-panel.js';

export const PROBE_HEIGHT = 116 + FOOT_HEIGHT;

/** Latency between CPUs before each round, from 0: the median of the pairs, and faintly each pair. */
export function probePanel(
  probes: readonly ProbedRound[],
  rounds: Rounds,
  { x, y, width }: Omit<Place, 'foot'>,
): Panel {
  const pairs = probes.flatMap(({ round, pairs }) => pairs.map((pair) => ({ round, ...pair })));
  const mostNs = pairs.reduce((most, { medianNs }) => Math.max(most, medianNs), 0);
  return {
    x,
    y,
    width,
    height: PROBE_HEIGHT,
    options: {
      ...marginsOf(true),
      x: roundScale(rounds),
      y: { domain: [0, mostNs * 1.06], axis: null },
      marks: [
        ...rateAxis('ns', (ns) => ns.toFixed(0)),
        roundAxis(rounds, width - MARGINS.left - MARGINS.right),
        panelText({ text: 'core-to-core round trip', x: 8, y: 4, bold: true }, MARGINS),
        panelText({ text: noteOf(probes), x: NOTE_LEFT, y: 22, fill: MUTED }, MARGINS),
        pairLines(pairs),
        ...medianMarks(probes),
      ],
    },
  };
}

function noteOf(probes: readonly ProbedRound[]): string {
  return probes.some(({ pairs }) => pairs.length > 1) ? 'median; thin: each pair' : '';
}

type RoundPair = PairLatency & { readonly round: number };

function pairLines(pairs: readonly RoundPair[]): Markish {
  const nameOf = ({ cpus: [a, b] }: RoundPair) => `CPUs ${a} and ${b}`;
  return line(pairs, {
    x: 'round',
    y: 'medianNs',
    z: nameOf,
    stroke: MUTED,
    strokeOpacity: 0.5,
    title: (pair: RoundPair) => `core-to-core round trip: ${nameOf(pair)}`,
  });
}

function medianMarks(probes: readonly ProbedRound[]): Markish[] {
  return [
    line(probes, { x: 'round', y: 'medianNs', z: null, stroke: COLOUR, strokeWidth: 2 }),
    dot(probes, {
      x: 'round',
      y: 'medianNs',
      r: 2.5,
      fill: COLOUR,
      title: probeTitle,
      render: named('probe'),
    }),
  ];
}

const COLOUR = seriesColour(2);

function probeTitle({ round, medianNs, pairs }: ProbedRound): string {
  const medians = pairs.map((pair) => pair.medianNs).sort((a, b) => a - b);
  const range = formatInterval(medians[0]!, medians.at(-1)!, formatNs);
  const over = `median of ${formatCounted(pairs.length, 'pair')} of CPUs (${range})`;
  return `core-to-core round trip, round ${round}: ${formatNs(medianNs)}, ${over}`;
}
