import { WqbenchError } from '../core/errors.js';
import type { Warning } from '../core/warnings.js';
import { buildTopology, type CpuFacts } from './build-topology.js';
import { formatCpuList, MAX_CPU } from './cpu-list.js';
import { parseCpuMask } from './cpu-mask.js';
import { type HwlocDocument, type HwlocObject, readHwlocDocument } from './hwloc-document.js';
import type { Topology } from './topology.js';

/** What encloses the object looked at. */
interface Surroundings {
  readonly core: string | null;
  readonly llc: { readonly key: string; readonly level: number } | null;
  readonly node: number | null;
  readonly package: number | null;
}

/** What is known of one document while its objects are walked. */
interface Walk {
  readonly document: HwlocDocument;
  /** Makes a key that no other object has. */
  readonly newKey: (type: string) => string;
}

const NOWHERE: Surroundings = { core: null, llc: null, node: null, package: null };

/**
 * A topology from the XML of `lstopo --of xml`, of hwloc 1 or 2. Objects are nested in what they
 * are part of; of the caches around a PU that hold data, the one of the highest level is its LLC.
 * PUs that the document marks as offline or as disallowed are left out.
 *
 * Throws 'bad-topology', naming the line.
 */
export function parseHwlocXml(text: string, name: string): Topology {
  const document = readHwlocDocument(text, name);
  let keys = 0;
  const walk = { document, newKey: (type: string) => `${type} ${keys++}` };
  const { root } = document;
  const online = maskOf(root, 'online_cpuset', document);
  const present = cpusWithin(root, NOWHERE, walk).filter(({ cpu }) => online?.has(cpu) ?? true);
  const allowed = maskOf(root, 'allowed_cpuset', document);
  const usable = present.filter(({ cpu }) => allowed?.has(cpu) ?? true);
  const forbidden = present.filter(({ cpu }) => allowed?.has(cpu) === false);
  return buildTopology({ kind: 'hwloc-xml', name }, usable, disallowedWarnings(forbidden));
}

function cpusWithin(object: HwlocObject, around: Surroundings, walk: Walk): CpuFacts[] {
  const here = enter(object, around, walk);
  if (object.type === 'PU') {
    const cpu = osIndexOf(object, walk.document);
    if (cpu === null || cpu > MAX_CPU) {
      walk.document.fail(object, `the os_index of a PU is '${object.os_index ?? ''}'`);
    }
    return [{ ...here, cpu, core: here.core ?? walk.newKey('PU'), llc: here.llc?.key ?? null }];
  }
  return (object.object ?? []).flatMap((child) => cpusWithin(child, here, walk));
}

/** The surroundings of what lies within `object`. */
function enter(object: HwlocObject, around: Surroundings, walk: Walk): Surroundings {
  const node = nodeWithin(object, walk.document) ?? around.node;
  switch (object.type) {
    case 'Core':
      return { ...around, node, core: walk.newKey('Core') };
    case 'Package':
    case 'Socket':
      return { ...around, node, package: osIndexOf(object, walk.document) };
    default: {
      const level = dataCacheLevel(object);
      if (level === null || level <= (around.llc?.level ?? 0)) return { ...around, node };
      return { ...around, node, llc: { key: walk.newKey('cache'), level } };
    }
  }
}

/**
 * NUMA node of the CPUs within `object`. In version 1 a node is an object around its CPUs, in
 * version 2 it lies beside them, perhaps behind a memory-side cache. Of several, the later ones
 * are other kinds of memory.
 */
function nodeWithin(object: HwlocObject, document: HwlocDocument): number | null {
  if (document.version === 1) {
    return object.type === 'NUMANode' ? osIndexOf(object, document) : null;
  }
  const memories = (object.object ?? []).flatMap((child) =>
    child.type === 'MemCache' ? (child.object ?? []) : [child],
  );
  const nodes = memories
    .filter(({ type }) => type === 'NUMANode')
    .map((node) => osIndexOf(node, document) ?? document.fail(node, 'a NUMANode has no os_index'));
  return nodes.length > 0 ? Math.min(...nodes) : null;
}

/** Level of a unified or data cache; null for any other object. */
function dataCacheLevel({ type, depth, cache_type }: HwlocObject): number | null {
  if (cache_type === '2') return null;
  const level = type === 'Cache' ? depth : /^L(\d)Cache$/.exec(type ?? '')?.[1];
  return level === undefined ? null : Number(level);
}

function osIndexOf(object: HwlocObject, document: HwlocDocument): number | null {
  const index = object.os_index;
  // hwloc writes an unknown index as -1, unsigned.
  if (index === undefined || index === '4294967295') return null;
  return /^\d+$/.test(index) ? Number(index) : document.fail(object, `os_index '${index}'`);
}

function maskOf(
  root: HwlocObject,
  attribute: 'online_cpuset' | 'allowed_cpuset',
  document: HwlocDocument,
): ReadonlySet<number> | null {
  const mask = root[attribute];
  if (mask === undefined) return null;
  try {
    return new Set(parseCpuMask(mask));
  } catch (error) {
    if (!(error instanceof WqbenchError)) throw error;
    return document.fail(root, `${attribute}: ${error.message}`);
  }
}

function disallowedWarnings(forbidden: readonly CpuFacts[]): Warning[] {
  if (forbidden.length === 0) return [];
  const cpus = formatCpuList(forbidden.map(({ cpu }) => cpu).sort((a, b) => a - b));
  return [
    {
      code: 'cpus-disallowed',
      message: `CPUs ${cpus} were not allowed to the process that wrote the topology and are left out`,
    },
  ];
}
