import type { SyntheticScanner } from './synthetic-scanner.js';
import { type ObjectType, objectTypeOf } from './synthetic-types.js';

/** The value of an `indexes=` attribute. */
export type Indexes = { readonly offset: number } & (
  | { readonly kind: 'list'; readonly values: readonly number[] }
  /** `step*number:…` */
  | { readonly kind: 'loops'; readonly loops: readonly Loop[] }
  /** `type:type:…`, a loop over the objects of each type. */
  | { readonly kind: 'types'; readonly types: readonly ObjectType[] }
);

/** Depth of the level of a type and its number of objects; null when there is none. */
export type PlaceOf = (type: ObjectType) => { depth: number; width: number } | null;

interface Loop {
  readonly step: number;
  readonly number: number;
}

/** Reads what stands behind `indexes=`. Throws 'bad-topology' with the position. */
export function readIndexes(scanner: SyntheticScanner): Indexes {
  const { offset } = scanner;
  if (scanner.sees(/\d+\*/y)) {
    return { offset, kind: 'loops', loops: readAll(scanner, ':', readLoop) };
  }
  if (scanner.sees(/\d/y)) {
    return { offset, kind: 'list', values: readAll(scanner, ',', readNumber) };
  }
  return { offset, kind: 'types', types: readAll(scanner, ':', readType) };
}

/**
 * The index of each of `total` objects in tree order, computed as hwloc does; `placeOf` tells of
 * the levels around them. Throws 'bad-topology' when they are too few, too many or repeat.
 */
export function resolveIndexes(
  indexes: Indexes | null,
  total: number,
  placeOf: PlaceOf,
  scanner: SyntheticScanner,
): readonly number[] {
  if (indexes === null) return Array.from({ length: total }, (_, position) => position);
  const values = valuesOf(indexes, total, placeOf, scanner);
  if (values.length !== total) {
    scanner.fail(`${values.length} indexes are given for ${total} objects`, indexes.offset);
  }
  const seen = new Set<number>();
  const repeated = values.find((value) => seen.size === seen.add(value).size);
  if (repeated !== undefined) scanner.fail(`index ${repeated} comes twice`, indexes.offset);
  return values;
}

function valuesOf(
  indexes: Indexes,
  total: number,
  placeOf: PlaceOf,
  scanner: SyntheticScanner,
): readonly number[] {
  switch (indexes.kind) {
    case 'list':
      return indexes.values;
    case 'loops':
      return interleave(indexes.loops, total, indexes.offset, scanner);
    case 'types':
      return interleave(
        loopsOver(indexes, total, placeOf, scanner),
        total,
        indexes.offset,
        scanner,
      );
  }
}

/** Counts through the loops, the first one fastest; a loop over the rest may be left out. */
function interleave(
  given: readonly Loop[],
  total: number,
  offset: number,
  scanner: SyntheticScanner,
): number[] {
  const product = given.reduce((sum, { number }) => sum * number, 1);
  const rest = total / product;
  const smallestStep = Math.min(...given.map(({ step }) => step));
  if (product !== total && smallestStep !== rest) {
    scanner.fail(`the loops count ${product} objects of ${total}`, offset);
  }
  const loops = product === total ? given : [...given, { step: 1, number: rest }];
  return Array.from({ length: total }, (_, position) => {
    let index = 0;
    let factor = 1;
    for (const { step, number } of loops) {
      index += (Math.floor(position / step) % number) * factor;
      factor *= number;
    }
    return index;
  });
}

/** One loop a type: over its objects within the next larger type that is looped over. */
function loopsOver(
  { types, offset }: Extract<Indexes, { kind: 'types' }>,
  total: number,
  placeOf: PlaceOf,
  scanner: SyntheticScanner,
): Loop[] {
  const places = types.map((type) => {
    return (
      placeOf(type) ?? scanner.fail(`there is no level '${type}' around these objects`, offset)
    );
  });
  return places.map(({ depth, width }) => {
    const outer = places.filter((other) => other.depth < depth);
    const objectsAround = Math.max(1, ...outer.map((other) => other.width));
    return { step: total / width, number: width / objectsAround };
  });
}

function readAll<T>(
  scanner: SyntheticScanner,
  separator: ',' | ':',
  read: (scanner: SyntheticScanner) => T,
): T[] {
  const all = [read(scanner)];
  while (scanner.take(separator === ',' ? /,/y : /:/y) !== null) all.push(read(scanner));
  return all;
}

function readNumber(scanner: SyntheticScanner): number {
  return Number(scanner.take(/\d+/y) ?? scanner.fail('an index is missing'));
}

function readLoop(scanner: SyntheticScanner): Loop {
  const { offset } = scanner;
  const loop = scanner.take(/\d+\*\d+/y) ?? scanner.fail("a loop is written 'step*number'");
  const [step, number] = loop.split('*').map(Number) as [number, number];
  if (step === 0 || number === 0) scanner.fail(`loop '${loop}' goes nowhere`, offset);
  return { step, number };
}

function readType(scanner: SyntheticScanner): ObjectType {
  const { offset } = scanner;
  const word = scanner.take(/[a-z][a-z0-9]*/iy);
  if (word === null) return scanner.fail('indexes are a list, loops or object types');
  return objectTypeOf(word) ?? scanner.fail(`unknown object type '${word}'`, offset);
}
