/** Where values stand among the cells of a line. */
export interface Axis {
  /** In cells from the left edge, 0..`width`. */
  position(value: number, width: number): number;
  /** Ascending. */
  ticks(width: number): number[];
  format(value: number): string;
}

/** From zero, or from below it, to `high`. */
export function linearAxis(low: number, high: number, format: (value: number) => string): Axis {
  const from = Math.min(low, 0);
  const to = Math.max(high, 0);
  const span = to > from ? to - from : 1;
  return {
    position: (value, width) => within(((value - from) / span) * width, width),
    ticks(width) {
      const step = roundStep((span * CELLS_A_TICK) / width);
      const first = Math.ceil(from / step);
      const count = Math.floor(to / step) - first + 1;
      return Array.from({ length: count }, (_, index) => (first + index) * step);
    },
    format,
  };
}

/** What is below 1 stands at 1, since zero has no place on it. */
export function logAxis(low: number, high: number, format: (value: number) => string): Axis {
  const [from, to] = apart(Math.max(low, 1), Math.max(high, 1));
  const span = Math.log(to / from);
  const position = (value: number, width: number) =>
    within((Math.log(Math.max(value, 1) / from) / span) * width, width);
  return {
    position,
    ticks(width) {
      const fine = multiples([1, 2, 5], from, to);
      const enough = fine.every(
        (tick, index) =>
          index === 0 || position(tick, width) - position(fine[index - 1]!, width) >= CELLS_A_LABEL,
      );
      return enough ? fine : multiples([1], from, to);
    },
    format,
  };
}

/** As `axis`, but the last cell stays free for what lies beyond it. */
export function beforeLastCell(axis: Axis): Axis {
  return {
    ...axis,
    position: (value, width) => axis.position(value, width - 1),
    ticks: (width) => axis.ticks(width - 1),
  };
}

/** The cell that a value falls into. */
export function cellOf(axis: Axis, value: number, width: number): number {
  return Math.min(Math.floor(axis.position(value, width)), width - 1);
}

/** The line of an axis and its labels below; labels without room are left out. */
export function drawAxis(axis: Axis, width: number, unicode: boolean): [string, string] {
  const [rule, tickSign] = unicode ? ['─', '┴'] : ['-', '+'];
  const line: string[] = Array(width).fill(rule);
  let labels = '';
  for (const tick of axis.ticks(width)) {
    const cell = cellOf(axis, tick, width);
    line[cell] = cell === 0 && unicode ? '└' : tickSign;
    const text = withoutTrailingZeros(axis.format(tick));
    const centred = cell - Math.floor(text.length / 2);
    const free = labels === '' ? 0 : labels.length + 2;
    const start = Math.max(free, Math.min(centred, width - text.length));
    if (start <= cell && start + text.length <= width) labels = labels.padEnd(start) + text;
  }
  return [line.join(''), labels];
}

const CELLS_A_TICK = 10;
const CELLS_A_LABEL = 8;

function within(position: number, width: number): number {
  return Math.max(0, Math.min(position, width));
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return factor * power;
}

/** From 2 to 5, of the ticks 1, 2, 5, 10. */
const WIDEST_GAP = 2.5;

/** So far that a tick lies in between, with the values in the middle. */
function apart(low: number, high: number): [number, number] {
  if (high >= WIDEST_GAP * low) return [low, high];
  const middle = Math.sqrt(low * high);
  return [middle / 2, middle * 2];
}

/** `factors` times the powers of ten that lie in `low`..`high`. */
function multiples(factors: readonly number[], low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - first + 1 },
    (_, index) => 10 ** (first + index),
  );
  return powers
    .flatMap((power) => factors.map((factor) => factor * power))
    .filter((value) => value >= low && value <= high);
}

/** `1 M` of `1.00 M` */
function withoutTrailingZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?= |$)/, '$1').replace(/\.(?= |$)/, '');
}
