/** Object types of a synthetic string by their shortest names; of caches `l3` also holds data. */
export type ObjectType =
  | 'machine'
  | 'package'
  | 'die'
  | 'group'
  | 'numa'
  | 'core'
  | 'pu'
  | `l${number}`
  | `l${number}i`;

/** As hwloc reads them: any case, cut after the second letter or later. */
const NAMES: readonly (readonly [string, ObjectType])[] = [
  ['package', 'package'],
  ['socket', 'package'],
  ['die', 'die'],
  ['group', 'group'],
  ['tile', 'group'],
  ['module', 'group'],
  ['numanode', 'numa'],
  ['node', 'numa'],
  ['core', 'core'],
  ['pu', 'pu'],
];

const CACHE = /^l([1-5])[du]?(?:c|ca|cac|cach|cache)?$/;
const INSTRUCTION_CACHE = /^l([1-3])i(?:c|ca|cac|cach|cache)?$/;

/** Which types untyped levels get, the first ones first; further levels are groups. */
const DEFAULT_TYPES: readonly ObjectType[] = ['numa', 'package', 'core', 'l2', 'l1', 'l3', 'l1i'];

/** From the machine inwards. */
const NESTING: readonly ObjectType[] = ['package', 'numa', 'l3', 'l2', 'l1', 'l1i', 'core'];

/** Type with the name `word`; null when there is none. */
export function objectTypeOf(word: string): ObjectType | null {
  const name = word.toLowerCase();
  const cache = CACHE.exec(name)?.[1];
  if (cache !== undefined) return `l${Number(cache)}`;
  const instructionCache = INSTRUCTION_CACHE.exec(name)?.[1];
  if (instructionCache !== undefined) return `l${Number(instructionCache)}i`;
  const letters = name.replace(/^(group?)\d+$/, '$1');
  const known = NAMES.find(([full]) => letters.length >= 2 && full.startsWith(letters));
  return known?.[1] ?? null;
}

/** Level of a cache that holds data; null for anything else. */
export function dataCacheLevelOf(type: ObjectType): number | null {
  const level = /^l(\d)$/.exec(type)?.[1];
  return level === undefined ? null : Number(level);
}

/** Types of `count` levels without types, as hwloc chooses them; the last is that of the PUs. */
export function defaultTypes(count: number): ObjectType[] {
  const chosen = new Set(DEFAULT_TYPES.slice(0, count - 1));
  const groups = new Array<ObjectType>(count - 1 - chosen.size).fill('group');
  return [...groups, ...NESTING.filter((type) => chosen.has(type)), 'pu'];
}
