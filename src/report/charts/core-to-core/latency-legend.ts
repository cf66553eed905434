import { axisX, rect } from '@observablehq/plot';
import { FONT_SIZE, MUTED, seriesColour } from '../drawing/chart-style.js';
import type { Panel } from '../drawing/frame.js';
import { formatNsTick, logPlaces, logTicks } from '../drawing/log-scale.js';
import { type LatencyRamp, SHADES } from './latency-ramp.js';

export const LEGEND_HEIGHT = 66;

/** The shades over an axis in ns. */
export function latencyLegend({ domain, strengthOf }: LatencyRamp): Panel {
  const { valueAt } = logPlaces(domain, SHADES);
  const shades = Array.from({ length: SHADES }, (_, shade) => shade);
  return {
    y: 0,
    width: 340,
    height: LEGEND_HEIGHT - 14,
    options: {
      marginLeft: 20,
      marginRight: 60,
      marginTop: 4,
      marginBottom: 34,
      x: { type: 'log', domain: [domain.low, domain.high], axis: null },
      opacity: { type: 'identity' },
      marks: [
        rect(shades, {
          x1: valueAt,
          x2: (shade: number) => valueAt(shade + 1),
          fill: seriesColour(0),
          fillOpacity: strengthOf,
        }),
        axisX(logTicks(domain, 6), {
          text: formatNsTick,
          label: 'round trip',
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 30,
          color: MUTED,
          fontSize: FONT_SIZE - 1,
        }),
      ],
    },
  };
}
