import { type Markish, text } from '@observablehq/plot';
import { FONT_SIZE } from './chart-style.js';

/** A text at a place of its panel, in px from the panel's upper left corner to the text's. */
export interface PanelText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly bold?: boolean;
  readonly fill?: string;
  readonly fontSize?: number;
  /** Which end of the text is at x; the start, unless said. */
  readonly anchor?: 'start' | 'end';
}

/** `margins` are those of the panel's left and top. */
export function panelText(
  { text: written, x, y, bold, fill = 'currentColor', fontSize = FONT_SIZE, anchor }: PanelText,
  margins: { readonly left: number; readonly top: number },
): Markish {
  return text([written], {
    frameAnchor: 'top-left',
    textAnchor: anchor ?? 'start',
    lineAnchor: 'top',
    dx: x - margins.left,
    dy: y - margins.top,
    fontSize,
    fontWeight: bold ? 600 : 400,
    fill,
  });
}
