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

/** A sign of one line: control characters could move the cursor, or end the line. */
const UNSHOWABLE = { unicode: /\p{Cc}/gu, ascii: /[^\x20-\x7e]/gu } as const;

/** `text` of any origin in signs that the place can show. */
export function showable(text: string, { unicode }: Style): string {
  return unicode
    ? text.replace(UNSHOWABLE.unicode, '?')
    : toAscii(text).replace(UNSHOWABLE.ascii, '?');
}

/** `text` in bold, and in `colour` if any, where the place can show it. */
export function bold(text: string, style: Style, colour?: 'yellow'): string {
  return styled(text, style, colour ? ['bold', colour] : ['bold']);
}

export type Format = 'bold' | 'inverse' | Colour;

export type Colour = 'yellow' | 'cyan' | 'green' | 'magenta' | 'blue' | 'red';

/** `text` in all of `formats` where the place can show them. */
export function styled(text: string, style: Style, formats: readonly Format[]): string {
  if (!style.colour || text === '') return text;
  // Whether to colour was decided by whoever made the style, not by this process's own stdout.
  return styleText([...formats], text, { validateStream: false });
}
