/** The one place that turns base units into text for people; 3 significant digits, no locale. */

const ABSENT = '-';

/** `1.23 M`; the unit (items/s) stands in the column's title. */
export function formatRate(perSecond: number): string {
  return scaled(perSecond, [
    [1, ''],
    [1e3, ' k'],
    [1e6, ' M'],
    [1e9, ' G'],
  ]);
}

/** `67 ns`, `1.23 µs`, `45.6 ms`, `2.00 s`. */
export function formatNs(ns: number): string {
  return scaled(ns, [
    [1, ' ns'],
    [1e3, ' µs'],
    [1e6, ' ms'],
    [1e9, ' s'],
  ]);
}

/** `27.5 ns`, for costs so small that a tenth matters. */
export function formatFineNs(ns: number): string {
  return `${ns.toFixed(1)} ns`;
}

/** `4.4 %` of a part of 1; whole percents from 10 on. */
export function formatPercent(part: number): string {
  const percent = part * 100;
  return `${percent.toFixed(Math.abs(percent) < 9.95 ? 1 : 0)} %`;
}

/** `±4.4 %`: a standard deviation relative to its mean; nothing where one of them is missing. */
export function formatSpread(stddev: number | null, mean: number): string {
  return stddev === null || mean === 0 ? ABSENT : `±${formatPercent(stddev / mean)}`;
}

/** `+45 %` or `-36 %`, from a ratio of new to old. */
export function formatChange(ratio: number): string {
  const text = formatPercent(ratio - 1);
  return text.startsWith('-') ? text : `+${text}`;
}

/** `+12 % .. +15 %` */
export function formatInterval(
  low: number,
  high: number,
  format: (value: number) => string,
): string {
  return `${format(low)} .. ${format(high)}`;
}

/** `+12 .. +15 %`, from two ratios of new to old. */
export function formatChanges(low: number, high: number): string {
  return formatInterval(low, high, formatChange).replace(' % ..', ' ..');
}

/** `p=0.042`, `p<0.001` */
export function formatProbability(p: number): string {
  return p < 0.001 ? 'p<0.001' : `p=${p.toFixed(3)}`;
}

/** `+44.6 %`, `-36 %`, `0 %`: a change published in percent, with the digits it was given. */
export function formatGivenPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

/** `1.35×` */
export function formatRatio(ratio: number): string {
  return `${ratio.toFixed(decimalsOf(ratio))}×`;
}

/** `7.45 GiB` */
export function formatBytes(bytes: number): string {
  return scaled(bytes, [
    [1, ' bytes'],
    [2 ** 10, ' KiB'],
    [2 ** 20, ' MiB'],
    [2 ** 30, ' GiB'],
    [2 ** 40, ' TiB'],
  ]);
}

/** `2026-11-30 22:48:36 UTC`, from a time in ISO 8601. */
export function formatTime(iso: string): string {
  return new Date(iso).toISOString().replace(/^(.*)T(.*)\..*$/, '$1 $2 UTC');
}

/** `50,000` */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 thread`, `72 threads` */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `format(value)`, or a dash for nothing. */
export function orAbsent<T>(value: T | null, format: (value: T) => string): string {
  return value === null ? ABSENT : format(value);
}

type Unit = readonly [size: number, name: string];

/** In the largest unit that leaves a value of at least 1 after rounding to 3 digits. */
function scaled(value: number, units: readonly [Unit, ...Unit[]]): string {
  const rounded = Number(value.toPrecision(3));
  const [size, name] = units.findLast(([size]) => rounded >= size) ?? units[0];
  const decimals = size === units[0][0] ? 0 : decimalsOf(rounded / size);
  return `${(rounded / size).toFixed(decimals)}${name}`;
}

function decimalsOf(value: number): number {
  if (value >= 100) return 0;
  return value >= 10 ? 1 : 2;
}
