import { bold, type Style, showable } from './style.js';
import { WIDEST_PROSE, wrap } from './wrap.js';

/** A paragraph within the width of the place. */
export function renderProse(text: string, style: Style): string {
  const width = proseWidth(style);
  return wrap(withoutLongWords(showable(text, style), width), width);
}

/** A paragraph that nobody should overlook. */
export function renderNotice(text: string, style: Style): string {
  if (style.colour) return bold(renderProse(text, style), style, 'yellow');
  return renderProse(`*** ${text} ***`, style);
}

/** A terminal that does not know its width may say 0. */
function proseWidth({ columns }: Style): number {
  return Math.min(columns || WIDEST_PROSE, WIDEST_PROSE);
}

/** A path may be longer than a line. */
function withoutLongWords(text: string, width: number): string {
  return text.replace(new RegExp(`\\S{${width}}(?=\\S)`, 'g'), '$& ');
}
