import { styleText } from 'node:util';

/** What the place a report goes to can show. */
export interface Style {
  readonly colour: boolean;
  /** False for terminals of another encoding: ASCII only. */
  readonly unicode: boolean;
  /** Width to keep within; undefined where width does not matter. */
  readonly columns: number | undefined;
}

const ASCII_FOR: Readonly<Record<string, string>> = { µ: 'u', '±': '+-', '×': 'x', '·': '|' };

/** Replaces the few signs that reports use beyond ASCII. */
export function toAscii(text: string): string {
  return text.replace(/[µ±×·]/g, (sign) => ASCII_FOR[sign] ?? sign);
}

/** `text` in bold, and in `colour` if any, where the place can show it. */
export function bold(text: string, style: Style, colour?: 'yellow'): string {
  if (!style.colour) return text;
  // Whether to colour was decided by whoever made the style, not by this process's own stdout.
  return styleText(colour ? ['bold', colour] : ['bold'], text, { validateStream: false });
}
