import { type Indexes, readIndexes } from './synthetic-indexes.js';
import type { SyntheticScanner } from './synthetic-scanner.js';
import { defaultTypes, type ObjectType, objectTypeOf } from './synthetic-types.js';

export interface Level {
  readonly type: ObjectType;
  /** Objects of this level in the whole machine. */
  readonly width: number;
  readonly indexes: Indexes | null;
  /** `[numa]` behind the level: so many memory nodes beside the children of each object. */
  readonly attachedNodes: number;
  /** Where its text begins. */
  readonly offset: number;
}

export interface SyntheticTree {
  /** From the machine down to the PUs. */
  readonly levels: readonly Level[];
  /** Of all attached nodes together; the last that is given counts, as in hwloc. */
  readonly attachedIndexes: Indexes | null;
}

/** Twice the kernel's largest NR_CPUS; more is a mistake, not a machine. */
const MAX_OBJECTS = 16_384;

/** A level as read: its type may be left to hwloc, its width depends on the levels above. */
type ReadLevel = Omit<Level, 'type' | 'attachedNodes'> & { readonly type: ObjectType | null };

/** hwloc has these types on one level at most. */
const ONCE: readonly ObjectType[] = ['package', 'die', 'numa', 'core', 'pu'];

/** The levels of an hwloc synthetic string. Throws 'bad-topology' with the position. */
export function readLevels(scanner: SyntheticScanner): SyntheticTree {
  scanner.skipBlanks();
  const machine: ReadLevel = { type: 'machine', width: 1, offset: scanner.offset, indexes: null };
  readAttributes(scanner, 'machine');
  const levels = [machine];
  const attachedNodes = [0];
  let attachedIndexes: Indexes | null = null;
  for (scanner.skipBlanks(); !scanner.atEnd; scanner.skipBlanks()) {
    if (scanner.take(/\[/y) !== null) {
      attachedIndexes = readAttachedNode(scanner) ?? attachedIndexes;
      attachedNodes.push((attachedNodes.pop() ?? 0) + 1);
    } else {
      levels.push(readLevel(scanner, levels.at(-1)?.width ?? 1));
      attachedNodes.push(0);
    }
  }
  const typed = withTypes(levels, scanner).map((level, depth) => ({
    ...level,
    attachedNodes: attachedNodes[depth] ?? 0,
  }));
  assertOrder(typed, scanner);
  return { levels: typed, attachedIndexes };
}

function readLevel(scanner: SyntheticScanner, widthAbove: number): ReadLevel {
  const { offset } = scanner;
  const type = scanner.sees(/\d/y) ? null : readType(scanner);
  if (type !== null && scanner.take(/\s*:\s*/y) === null) {
    scanner.fail("a type is followed by ':' and the number of objects");
  }
  const countOffset = scanner.offset;
  const count = Number(scanner.take(/0x[0-9a-f]+|\d+/iy) ?? scanner.fail('a number is missing'));
  if (count === 0) scanner.fail('there must be at least one object', countOffset);
  const width = widthAbove * count;
  if (width > MAX_OBJECTS) {
    scanner.fail(`${width} objects are more than ${MAX_OBJECTS}`, countOffset);
  }
  return { type, width, offset, indexes: readAttributes(scanner, type) };
}

function readType(scanner: SyntheticScanner): ObjectType {
  const { offset } = scanner;
  const word = scanner.take(/[a-z][a-z0-9]*/iy) ?? scanner.take(/\S+/y) ?? '';
  return objectTypeOf(word) ?? scanner.fail(`unknown object type '${word}'`, offset);
}

/** Reads behind the `[` of a memory node; its indexes, if it has any. */
function readAttachedNode(scanner: SyntheticScanner): Indexes | null {
  const { offset } = scanner;
  const type = readType(scanner);
  if (type !== 'numa') scanner.fail('only [numa] can be attached', offset);
  const indexes = readAttributes(scanner, type);
  if (scanner.take(/\s*\]/y) === null) scanner.fail("']' is missing");
  return indexes;
}

/** Reads `(name=value …)` if it stands here; of the attributes only indexes matter. */
function readAttributes(scanner: SyntheticScanner, type: ObjectType | null): Indexes | null {
  if (scanner.take(/\(\s*/y) === null) return null;
  let indexes: Indexes | null = null;
  while (scanner.take(/\)/y) === null) {
    if (scanner.atEnd) scanner.fail("')' is missing");
    if (scanner.take(/indexes=/y) !== null) indexes = readIndexes(scanner);
    else readSize(scanner, type);
    if (scanner.take(/\s+/y) === null && !scanner.sees(/\)/y)) {
      scanner.fail("' ' or ')' is expected after an attribute");
    }
  }
  return indexes;
}

function readSize(scanner: SyntheticScanner, type: ObjectType | null): void {
  const isCache = type !== null && /^l\d/.test(type);
  const known = isCache ? /size=/y : /(?:memory|memorysidecachesize)=/y;
  if (scanner.take(known) === null) {
    const { offset } = scanner;
    scanner.fail(`unknown attribute '${scanner.take(/[^\s)]*/y)}'`, offset);
  }
  if (scanner.take(/(?:0x[0-9a-f]+|\d+)(?:[kmgt]i?b)?/iy) === null) {
    scanner.fail('a size such as 32MiB is missing');
  }
}

function withTypes(
  levels: readonly ReadLevel[],
  scanner: SyntheticScanner,
): (ReadLevel & { type: ObjectType })[] {
  const below = levels.slice(1);
  const untyped = below.filter(({ type }) => type === null);
  if (untyped.length > 0 && untyped.length < below.length) {
    scanner.fail('either all levels have a type or none', untyped[0]?.offset);
  }
  const types = untyped.length > 0 ? defaultTypes(below.length) : [];
  return levels.map((level, depth) => ({
    ...level,
    type: level.type ?? types[depth - 1] ?? scanner.fail('a type is missing', level.offset),
  }));
}

function assertOrder(levels: readonly Level[], scanner: SyntheticScanner): void {
  const last = levels.at(-1);
  if (last?.type !== 'pu') scanner.fail('the last level must be pu', last?.offset);
  levels.forEach(({ type, offset }, depth) => {
    const isRepeated = levels.findIndex((level) => level.type === type) < depth;
    if (isRepeated && ONCE.includes(type)) scanner.fail(`a second level of '${type}'`, offset);
  });
  const numa = levels.find(({ type }) => type === 'numa');
  if (numa !== undefined && levels.some(({ attachedNodes }) => attachedNodes > 0)) {
    scanner.fail('NUMA nodes are either a level or attached', numa.offset);
  }
}
