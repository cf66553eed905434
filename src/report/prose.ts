import { bold, type Style, showable } from './style.js';
import { WIDEST_PROSE, wrap } from './wrap.js';

/** A paragraph within the width of the place. */
export function renderProse(text: string, style: Style): string {
  return wrap(showable(text, style), proseWidth(style));
}

/** A paragraph that nobody should overlook. */
export function renderNotice(text: string, style: Style): string {
  if (style.colour) return bold(renderProse(text, style), style, 'yellow');
  return wrap(`*** ${showable(text, style)} ***`, proseWidth(style));
}

function proseWidth({ columns }: Style): number {
  return Math.min(columns ?? WIDEST_PROSE, WIDEST_PROSE);
}
