import { WqbenchError } from '../core/errors.js';
import { nearName } from './near-name.js';

/** Smallest and largest value a flag takes. */
export type Range = readonly [min: number, max: number];

/** A whole number in decimal digits. All functions here throw 'bad-option' with flag and value. */
export function parseCount(flag: string, text: string, [min, max]: Range): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const nextStep = `give a whole number from ${min} to ${max}`;
  throw new WqbenchError('bad-option', `${flag} cannot be '${text}'`, nextStep);
}

/** Whole numbers separated by commas, in the order given. */
export function parseCounts(flag: string, text: string, range: Range): number[] {
  return parseList(flag, text, (word) => parseCount(flag, word, range));
}

/** One of `choices`. */
export function parseChoice<T extends string>(
  flag: string,
  text: string,
  choices: readonly T[],
): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const near = nearName(text, choices);
  const nextStep = near ? `did you mean '${near}'?` : `use one of ${choices.join(', ')}`;
  throw new WqbenchError('bad-option', `${flag} cannot be '${text}'`, nextStep);
}

/** Some of `choices`, separated by commas; returned in the order of `choices`. */
export function parseChoices<T extends string>(
  flag: string,
  text: string,
  choices: readonly T[],
): T[] {
  const chosen = parseList(flag, text, (word) => parseChoice(flag, word, choices));
  return choices.filter((choice) => chosen.includes(choice));
}

const UNIT_MS = { ms: 1, s: 1000, m: 60_000 } as const;

/** A time such as `500ms`, `1.5s` or `2m`, in ms. */
export function parseDurationMs(flag: string, text: string, [min, max]: Range): number {
  const [, digits, unit] = text.match(/^(\d+(?:\.\d+)?)(ms|s|m)$/) ?? [];
  const value = Number(digits) * UNIT_MS[(unit ?? 'ms') as keyof typeof UNIT_MS];
  if (value >= min && value <= max) return value;
  const nextStep = `give a time from ${min}ms to ${max / 1000}s with its unit, e.g. 500ms or 2s`;
  throw new WqbenchError('bad-option', `${flag} cannot be '${text}'`, nextStep);
}

/** A percentage such as `1`, `0.5` or `2.5%`, as a part of 1. */
export function parsePercent(flag: string, text: string): number {
  const digits = text.match(/^(\d+(?:\.\d+)?)%?$/)?.[1];
  const percent = digits === undefined ? Number.NaN : Number(digits);
  if (percent <= 1000) return percent / 100;
  throw new WqbenchError(
    'bad-option',
    `${flag} cannot be '${text}'`,
    'give percent, e.g. 1 or 2.5',
  );
}

/** Any text but an empty one. */
export function parseText(flag: string, text: string): string {
  if (text.trim() !== '') return text;
  throw new WqbenchError('bad-option', `${flag} is empty`, 'give a value, or leave the flag out');
}

function parseList<T>(flag: string, text: string, parse: (word: string) => T): T[] {
  const values = text.split(',').map(parse);
  const again = values.find((value, index) => values.indexOf(value) !== index);
  if (again === undefined) return values;
  throw new WqbenchError('bad-option', `${flag} has '${again}' twice`, 'name each value once');
}
