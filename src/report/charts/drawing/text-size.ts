import { FONT_SIZE } from './chart-style.js';

/** Of DejaVu Sans, the widest of the fonts; the first kind that a letter is of, rounded up. */
const EM_OF_KINDS = [
  [/[ijl'.,:;|/\\ ]/, 0.35],
  [/[ftrIJ"!()[\]-]/, 0.46],
  [/[acekszxvy_?*]/, 0.62],
  [/[w#+<=>~^×]/, 0.85],
  [/[mMW@%…]|[^\0-\u024f]/, 1],
  [/[A-Z]/, 0.79],
] as const;
const EM_OF_OTHERS = 0.65;

/** What most labels, of small letters and digits, take a letter. */
const EM_ON_AVERAGE = 0.62;

/** Bold letters are so much wider. */
export const BOLD = 1.12;

/** Room that `text` takes at most, in px; there is no font to ask where charts are drawn. */
export function textWidth(text: string, fontSize = FONT_SIZE): number {
  const em = [...text].reduce((sum, letter) => sum + emOf(letter), 0);
  return Math.ceil(em * fontSize);
}

export function widestText(texts: readonly string[], fontSize = FONT_SIZE): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text, fontSize)), 0);
}

/** How many letters of average width fit into `width` px. */
export function lettersIn(width: number, fontSize = FONT_SIZE): number {
  return Math.floor(width / (EM_ON_AVERAGE * fontSize));
}

/**
 * `text`, its middle left out where it needs more room than `letters` of average width: labels
 * differ at their ends.
 */
export function shorten(text: string, letters: number): string {
  const room = letters * EM_ON_AVERAGE * FONT_SIZE;
  if (textWidth(text) <= room) return text;
  const all = [...text];
  for (let kept = Math.min(all.length, 2 * letters) - 1; kept > 0; kept--) {
    const head = Math.ceil(kept / 2);
    const short = `${all.slice(0, head).join('')}…${all.slice(all.length - (kept - head)).join('')}`;
    if (textWidth(short) <= room) return short;
  }
  return '…';
}

function emOf(letter: string): number {
  return EM_OF_KINDS.find(([kind]) => kind.test(letter))?.[1] ?? EM_OF_OTHERS;
}
