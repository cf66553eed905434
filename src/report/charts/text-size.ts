import { FONT_SIZE } from './chart-style.js';

/** Of the widest of the fonts, DejaVu Sans, on average; labels are mostly small letters and digits. */
const EM_PER_LETTER = 0.62;

/** Room that `text` takes at most, in px; there is no font to ask where charts are drawn. */
export function textWidth(text: string, fontSize = FONT_SIZE): number {
  return Math.ceil(text.length * EM_PER_LETTER * fontSize);
}

export function widestText(texts: readonly string[], fontSize = FONT_SIZE): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text, fontSize)), 0);
}

/** How many letters fit into `width` px. */
export function lettersIn(width: number, fontSize = FONT_SIZE): number {
  return Math.floor(width / (EM_PER_LETTER * fontSize));
}

/** `text`, its middle left out where it is longer than `letters`: labels differ at their ends. */
export function shorten(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const head = Math.ceil((letters - 1) / 2);
  const tail = Math.max(letters - 1 - head, 0);
  return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
}
