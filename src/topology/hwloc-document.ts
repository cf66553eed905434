import { createRequire } from 'node:module';
import { WqbenchError } from '../core/errors.js';

/** An `<object>` as the parser gives it: attributes are texts, absent ones undefined. */
export interface HwlocObject {
  readonly type?: string;
  readonly os_index?: string;
  readonly depth?: string;
  readonly cache_type?: string;
  readonly online_cpuset?: string;
  readonly allowed_cpuset?: string;
  readonly object?: readonly HwlocObject[];
}

export interface HwlocDocument {
  /** Major version of the format, which is that of hwloc. */
  readonly version: 1 | 2;
  readonly root: HwlocObject;
  /** Throws 'bad-topology' with the line of `object`. */
  fail(object: HwlocObject, reason: string): never;
}

interface ParsedXml {
  readonly topology?: { readonly version?: string; readonly object?: readonly HwlocObject[] };
}

/** Loaded where there is XML alone: its forty files would delay every other start. */
function loadXml(): typeof import('fast-xml-parser') {
  return createRequire(import.meta.url)('fast-xml-parser');
}

const PARSER_OPTIONS = {
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
  captureMetaData: true,
  isArray: (tag: string) => tag === 'object',
};

/** The objects of an hwloc XML document. Throws 'bad-topology', naming line and column. */
export function readHwlocDocument(text: string, name: string): HwlocDocument {
  const { XMLParser, XMLValidator } = loadXml();
  const problem = XMLValidator.validate(text);
  if (problem !== true) {
    const { line, col, msg } = problem.err;
    throw badXml(`${name}, line ${line}, column ${col}: ${msg}`);
  }
  const { topology }: ParsedXml = new XMLParser(PARSER_OPTIONS).parse(text);
  const root = topology?.object?.[0];
  if (root === undefined) throw badXml(`${name}: there is no <topology> with an <object>`);
  return {
    version: versionOf(topology?.version, name),
    root,
    fail: (object, reason) => {
      throw badXml(`${name}, line ${lineOf(object, text)}: ${reason}`);
    },
  };
}

/** The format of hwloc 1 has no version. */
function versionOf(version: string | undefined, name: string): 1 | 2 {
  const major = Number.parseInt(version ?? '1', 10);
  if (major === 1 || major === 2) return major;
  throw badXml(`${name}: version '${version}' of the format is unknown`);
}

function lineOf(object: HwlocObject, text: string): number {
  const places: Partial<Record<symbol, { startIndex?: number }>> = { ...object };
  const start = places[loadXml().XMLParser.getMetaDataSymbol() as symbol]?.startIndex ?? 0;
  return text.slice(0, start).split('\n').length;
}

function badXml(message: string): WqbenchError {
  const nextStep = 'make the file with: lstopo --of xml FILE';
  return new WqbenchError('bad-topology', message, nextStep);
}
