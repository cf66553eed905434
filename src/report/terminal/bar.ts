import { type Colour, type Style, styled } from '../text/style.js';

/** Signs of one line, all a cell wide. */
export interface Drawing {
  readonly signs: string;
  /** Cells of the bar that other signs stand on, end exclusive. */
  readonly covered: readonly [start: number, end: number];
}

export interface Range {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export function drawing(signs: string, width: number): Drawing {
  return { signs: signs.slice(0, width).padEnd(width), covered: [0, 0] };
}

/** In `colour`; a bar goes on below what covers it. */
export function paint({ signs, covered }: Drawing, colour: Colour, style: Style): string {
  const [start, end] = covered;
  return [
    styled(signs.slice(0, start), style, [colour]),
    styled(signs.slice(start, end), style, [colour, 'inverse']),
    styled(signs.slice(end), style, [colour]),
  ].join('');
}

/** Of `length` cells, to an eighth of one in Unicode; only nothing is drawn as nothing. */
export function barToRight(length: number, unicode: boolean): string {
  const [whole, part] = split(length, unicode ? 8 : 1);
  return (unicode ? '█' : '#').repeat(whole) + (part === 0 ? '' : '▏▎▍▌▋▊▉'[part - 1]);
}

/** Of `length` cells, to half of one in Unicode. */
export function barToLeft(length: number, unicode: boolean): string {
  const [whole, part] = split(length, unicode ? 2 : 1);
  return (part === 0 ? '' : '▐') + (unicode ? '█' : '#').repeat(whole);
}

/** `├─┼─┤` between cells, the middle left out where an end stands; one sign where all are one. */
export function rangeSigns({ low, middle, high }: Range, unicode: boolean): string {
  const [left, rule, mark, right, lone] = unicode ? '├─┼┤│' : '|-+||';
  if (low === high) return lone!;
  const signs: string[] = Array(high - low + 1).fill(rule);
  signs[middle - low] = mark!;
  signs[0] = left!;
  signs[high - low] = right!;
  return signs.join('');
}

/** A bar with a range over it, all in cells. */
export function withRange(bar: string, range: Range, width: number, unicode: boolean): Drawing {
  const { low, high } = range;
  const before = bar.slice(0, low).padEnd(low);
  const after = bar.slice(high + 1);
  const signs = before + rangeSigns(range, unicode) + after;
  return {
    signs: signs.slice(0, width).padEnd(width),
    covered: [low, Math.max(low, Math.min(range.middle, high + 1, bar.length))],
  };
}

/** Whole cells, and the rest in `parts` of a cell. */
function split(length: number, parts: number): [whole: number, part: number] {
  if (length <= 0) return [0, 0];
  const total = Math.max(1, Math.round(length * parts));
  return [Math.floor(total / parts), total % parts];
}
