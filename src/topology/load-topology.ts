import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { parseHwlocXml } from './hwloc-xml.js';
import { parseLscpu } from './lscpu.js';
import { parseSynthetic } from './synthetic.js';
import { readSysfs } from './sysfs.js';
import type { Topology } from './topology.js';

/** Where a topology comes from; `machine` is the one this process runs on. */
export type TopologyRequest =
  | { readonly kind: 'machine' }
  | { readonly kind: 'sysfs'; readonly directory: string }
  /** An hwloc synthetic string, or a file with one, with `lstopo` XML or with `lscpu -p` text. */
  | { readonly kind: 'description'; readonly text: string };

export interface LoadedTopology {
  readonly topology: Topology;
  /** Whether it describes another machine than the one this process runs on. */
  readonly modelled: boolean;
}

/**
 * All online CPUs of the machine asked for; `root` is the directory that holds this one's `/sys`.
 *
 * Throws 'bad-topology', naming the file and what of it cannot be understood.
 */
export function loadTopology(request: TopologyRequest, root: string): LoadedTopology {
  const ownSysfs = join(root, 'sys');
  switch (request.kind) {
    case 'machine':
      return { topology: readSysfs(ownSysfs), modelled: false };
    case 'sysfs':
      return {
        topology: readSysfs(request.directory),
        modelled: !isSameDirectory(request.directory, ownSysfs),
      };
    case 'description':
      return { topology: readDescription(request.text), modelled: true };
  }
}

/** A topology from its text, recognised by what it begins with; `name` is its file or itself. */
export function parseTopology(text: string, name: string): Topology {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') {
    const nextStep =
      'give a synthetic string, or a file with one, with lstopo XML or lscpu -p text';
    throw new WqbenchError('bad-topology', `${name} is empty`, nextStep);
  }
  if (/^\s*</.test(content)) return parseHwlocXml(content, name);
  if (/^\s*(?:#|\d+,)/.test(content)) return parseLscpu(content, name);
  return parseSynthetic(content, name);
}

function readDescription(text: string): Topology {
  if (!existsSync(text)) {
    if (!looksLikePath(text)) return parseTopology(text, text);
    throw new WqbenchError('bad-topology', `${text}: no such file`, 'check the path of --topology');
  }
  assertReadable(text);
  const content = readFile(text);
  if (!content.includes('\0')) return parseTopology(content, text);
  throw new WqbenchError('bad-topology', `${text} is not text`, 'make it with lstopo or lscpu -p');
}

/** lstopo's XML of the largest machines is a few MB. */
const LARGEST_BYTES = 64 * 2 ** 20;

function assertReadable(path: string): void {
  const stats = statSync(path);
  if (stats.isDirectory()) {
    const nextStep = 'name a copy of /sys with --sysfs, a file with --topology';
    throw new WqbenchError('bad-topology', `${path} is a directory`, nextStep);
  }
  if (stats.isFile() && stats.size <= LARGEST_BYTES) return;
  if (stats.isFIFO()) return;
  const what = stats.isFile() ? `${stats.size} bytes long` : 'no regular file';
  const nextStep = 'name a text file made with lstopo or lscpu -p';
  throw new WqbenchError('bad-topology', `${path} is ${what}`, nextStep);
}

/** Synthetic strings have a count after each colon and no such names. */
function looksLikePath(text: string): boolean {
  return /[/\\]|\.(?:xml|txt|csv|lscpu)$/i.test(text);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const nextStep = 'make it readable or name another file';
    throw new WqbenchError('bad-topology', `${path} cannot be read: ${reason}`, nextStep, {
      cause: error,
    });
  }
}

function isSameDirectory(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}
