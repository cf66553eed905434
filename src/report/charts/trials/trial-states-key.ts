import { dot, text } from '@observablehq/plot';
import { FONT_SIZE } from '../drawing/chart-style.js';
import type { Panel } from '../drawing/frame.js';
import { textWidth } from '../drawing/text-size.js';
import type { TrialState } from '../trial-states.js';
import { STATE_STYLE } from './trial-panel.js';

export const KEY_HEIGHT = 24;

/** A line that names the shapes of `states`. */
export function trialStatesKey(states: readonly TrialState[]): Panel {
  let right = 16;
  const places = states.map((state) => {
    const x = right;
    right += textWidth(NAMES[state]) + 36;
    return { state, x };
  });
  return {
    height: KEY_HEIGHT,
    options: {
      margin: 0,
      x: { type: 'identity', axis: null },
      y: { type: 'identity', axis: null },
      marks: places.flatMap(({ state, x }) => [
        dot([[x, 10]], { r: 4, ...STATE_STYLE[state] }),
        text([[x + 10, 10]], { text: [NAMES[state]], textAnchor: 'start', fontSize: FONT_SIZE }),
      ]),
    },
  };
}

const NAMES: Readonly<Record<TrialState, string>> = {
  valid: 'valid',
  doubtful: 'doubtful: something disturbed it, but it counts',
  invalid: 'invalid: an invariant broke, in no figure',
};
