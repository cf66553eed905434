import { buildTopology, type CpuFacts } from './build-topology.js';
import { MAX_CPU } from './cpu-list.js';
import { type PlaceOf, resolveIndexes } from './synthetic-indexes.js';
import { type Level, readLevels, type SyntheticTree } from './synthetic-levels.js';
import { SyntheticScanner } from './synthetic-scanner.js';
import { dataCacheLevelOf, type ObjectType } from './synthetic-types.js';
import type { Topology } from './topology.js';

/** Indexes of the objects of a level, in tree order. */
type IndexesOf = (level: Level) => readonly number[];

/**
 * A topology from an hwloc synthetic string, e.g. `package:2 [numa] l3:4 core:8 pu:2`. The syntax,
 * the meaning of `indexes=` and the types of levels without one are those of hwloc 2.
 *
 * Throws 'bad-topology' with the position of what is not understood; `name` is the string's file,
 * or the string itself.
 */
export function parseSynthetic(text: string, name: string): Topology {
  const scanner = new SyntheticScanner(text, name);
  const tree = readLevels(scanner);
  const indexesOf = levelIndexes(tree, scanner);
  const nodeOf = attachedNodes(tree, scanner) ?? nodesByLevel(tree, indexesOf);
  const pus = tree.levels.at(-1) as Level;
  const numbers = indexesOf(pus);
  const tooLarge = numbers.find((number) => number > MAX_CPU);
  if (tooLarge !== undefined) {
    scanner.fail(`CPU ${tooLarge} is beyond ${MAX_CPU}`, pus.indexes?.offset);
  }
  const core = levelOf(tree, 'core') ?? pus;
  const packages = levelOf(tree, 'package');
  const llc = lastLevelCache(tree);
  const facts = numbers.map((cpu, pu): CpuFacts => {
    const position = (level: Level) => Math.floor((pu * level.width) / pus.width);
    return {
      cpu,
      core: position(core),
      llc: llc === null ? null : position(llc),
      node: nodeOf(pu),
      package: packages === null ? null : (indexesOf(packages)[position(packages)] ?? null),
    };
  });
  return buildTopology({ kind: 'synthetic', name }, facts);
}

function levelOf(tree: SyntheticTree, type: ObjectType): Level | null {
  return tree.levels.find((level) => level.type === type) ?? null;
}

/** The outermost level of the highest level of data cache. */
function lastLevelCache(tree: SyntheticTree): Level | null {
  const caches = tree.levels
    .map((level) => ({ level, height: dataCacheLevelOf(level.type) ?? 0 }))
    .filter(({ height }) => height > 0);
  return caches.toSorted((a, b) => b.height - a.height)[0]?.level ?? null;
}

/** Resolves the indexes of every level, also of those that are not asked for: they may be wrong. */
function levelIndexes(tree: SyntheticTree, scanner: SyntheticScanner): IndexesOf {
  const resolved = new Map(
    tree.levels.map((level, depth) => {
      const placeOf = placesIn(tree.levels.slice(0, depth));
      return [level, resolveIndexes(level.indexes, level.width, placeOf, scanner)];
    }),
  );
  return (level) => resolved.get(level) ?? [];
}

function placesIn(levels: readonly Level[]): PlaceOf {
  return (type) => {
    const depth = levels.findIndex((level) => level.type === type);
    const width = levels[depth]?.width;
    return width === undefined ? null : { depth, width };
  };
}

function nodesByLevel(tree: SyntheticTree, indexesOf: IndexesOf): (pu: number) => number | null {
  const nodes = levelOf(tree, 'numa');
  if (nodes === null) return () => null;
  const pus = tree.levels.at(-1)?.width ?? 1;
  return (pu) => indexesOf(nodes)[Math.floor((pu * nodes.width) / pus)] ?? null;
}

/**
 * Node of a PU where nodes are attached (null where none is): the first of the innermost object
 * that has any. hwloc numbers the nodes within an object before the object's own:
 *
 *     package:2 [numa] l3:2 [numa] pu:1      package 0: nodes 0, 1 of its L3s, then 2 of its own
 */
function attachedNodes(
  { levels, attachedIndexes }: SyntheticTree,
  scanner: SyntheticScanner,
): ((pu: number) => number) | null {
  const innermost = levels.findLastIndex((level) => level.attachedNodes > 0);
  if (innermost === -1) return null;
  const widths = levels.map(({ width }) => width);
  /** Nodes of one object of each depth, its own and those within it. */
  const nodesIn = new Array<number>(levels.length + 1).fill(0);
  for (let depth = innermost; depth >= 0; depth--) {
    const children = Number(widths[depth + 1] ?? 0) / Number(widths[depth]);
    nodesIn[depth] = Number(levels[depth]?.attachedNodes) + children * Number(nodesIn[depth + 1]);
  }
  const total = Number(nodesIn[0]);
  const indexes = resolveIndexes(attachedIndexes, total, placesIn(levels), scanner);
  const pus = Number(widths.at(-1));
  return (pu) => {
    let before = 0;
    for (let depth = 1; depth <= innermost; depth++) {
      const position = Math.floor((pu * Number(widths[depth])) / pus);
      const siblings = Number(widths[depth]) / Number(widths[depth - 1]);
      before += (position % siblings) * Number(nodesIn[depth]);
    }
    return Number(indexes[before]);
  };
}
