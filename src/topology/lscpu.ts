import { WqbenchError } from '../core/errors.js';
import { buildTopology, type CpuFacts } from './build-topology.js';
import { MAX_CPU } from './cpu-list.js';
import type { Topology } from './topology.js';

/** Columns of `lscpu -p=CPU,CORE,SOCKET,NODE,CACHE` where its header was cut off. */
const HEADLESS = ['cpu', 'core', 'socket', 'node'];
const HEADLESS_CACHES = ['l1d', 'l1i', 'l2', 'l3', 'l4', 'l5'];

/** A column of one cache (`L3`), or the column CACHE with all of them (`L1d:L1i:L2:L3`). */
const CACHE_COLUMN = /^(?:cache|l\d[a-z]*(?::l\d[a-z]*)*)$/;

/** Columns whose fields a topology is made of, with their place in the header. */
interface Columns {
  readonly names: readonly string[];
  readonly caches: readonly number[];
}

type Fail = (reason: string) => never;

/**
 * A topology from the text of `lscpu -p=CPU,CORE,SOCKET,NODE,CACHE`; its header names the columns,
 * in any order. Ids are lscpu's own logical ones. A CPU's LLC is the last cache it has that is not
 * for instructions.
 *
 * Throws 'bad-topology', naming the line.
 */
export function parseLscpu(text: string, name: string): Topology {
  let columns: Columns | null = null;
  const facts = new Map<number, CpuFacts>();
  text.split(/\r?\n/).forEach((line, index) => {
    const fail: Fail = (reason) => {
      const nextStep = 'make the file with: lscpu -p=CPU,CORE,SOCKET,NODE,CACHE';
      throw new WqbenchError('bad-topology', `${name}, line ${index + 1}: ${reason}`, nextStep);
    };
    if (line.startsWith('#')) columns = headerColumns(line) ?? columns;
    else if (line.trim() !== '') {
      columns ??= headlessColumns(line.split(',').length);
      const cpu = readRow(line, columns, fail);
      if (cpu === null) return;
      if (facts.has(cpu.cpu)) fail(`CPU ${cpu.cpu} comes twice`);
      facts.set(cpu.cpu, cpu);
    }
  });
  return buildTopology({ kind: 'lscpu', name }, [...facts.values()]);
}

/** The columns a comment names; null when it is prose. */
function headerColumns(line: string): Columns | null {
  const names = line
    .slice(1)
    .split(',')
    .map((column) => column.trim().toLowerCase());
  return names.includes('cpu') ? columnsOf(names) : null;
}

/** lscpu writes the caches as one field, or as one each behind an empty field. */
function headlessColumns(fields: number): Columns {
  if (fields <= HEADLESS.length) return columnsOf(HEADLESS.slice(0, fields));
  if (fields === HEADLESS.length + 1) return columnsOf([...HEADLESS, 'cache']);
  const caches = HEADLESS_CACHES.slice(0, fields - HEADLESS.length - 1);
  return columnsOf([...HEADLESS, '', ...caches]);
}

function columnsOf(names: readonly string[]): Columns {
  const caches = names.flatMap((column, index) => (CACHE_COLUMN.test(column) ? [index] : []));
  return { names, caches };
}

/** What a line says of its CPU; null when the CPU is offline. */
function readRow(line: string, columns: Columns, fail: Fail): CpuFacts | null {
  const fields = alignFields(line.split(','), columns, fail);
  const id = (column: string): number | null => {
    const field = fields[columns.names.indexOf(column)] ?? '';
    if (field === '' || field === '-') return null;
    return /^-?\d+$/.test(field) ? Number(field) : fail(`'${field}' is no number of a ${column}`);
  };
  const cpu = id('cpu') ?? fail('the CPU has no number');
  if (cpu < 0 || cpu > MAX_CPU) fail(`CPU ${cpu} is not between 0 and ${MAX_CPU}`);
  if (isOffline(fields, columns)) return null;
  const core = id('core');
  const socket = id('socket');
  return {
    cpu,
    // With `lscpu -y` the numbers of cores begin anew in each socket.
    core: core === null ? `of CPU ${cpu}` : `${core} of ${socket}`,
    llc: lastLevelCache(fields, columns, fail),
    node: id('node'),
    package: socket,
  };
}

/**
 * lscpu leaves out the fields of the caches a CPU lacks, so the row is shorter than the header.
 * Which ones it does not say; known CPUs lack the last levels.
 */
function alignFields(fields: string[], { names, caches }: Columns, fail: Fail): string[] {
  const missing = names.length - fields.length;
  if (missing < 0 || missing > caches.length - (missing > 0 ? 1 : 0)) {
    fail(`${fields.length} fields, but there are ${names.length} columns`);
  }
  const end = (caches.at(-1) ?? 0) + 1 - missing;
  const blanks = new Array<string>(missing).fill('');
  return [...fields.slice(0, end), ...blanks, ...fields.slice(end)].map((field) => field.trim());
}

/** By the column ONLINE, else because an offline CPU has no core. */
function isOffline(fields: readonly string[], { names }: Columns): boolean {
  const online = fields[names.indexOf('online')];
  if (online !== undefined) return /^n/i.test(online);
  return ['', '-'].includes(fields[names.indexOf('core')] ?? 'unknown');
}

function lastLevelCache(fields: readonly string[], columns: Columns, fail: Fail): string | null {
  const caches = columns.caches.flatMap((index) => {
    const name = columns.names[index] ?? '';
    const levels = name === 'cache' ? [] : name.split(':');
    const ids = fields[index]?.split(':') ?? [];
    return ids.map((id, place) => ({ level: levels[place] ?? `${place}`, id }));
  });
  const known = caches.filter(({ level, id }) => !level.endsWith('i') && id !== '' && id !== '-');
  const bad = known.find(({ id }) => !/^\d+$/.test(id));
  if (bad !== undefined) fail(`'${bad.id}' is no number of a cache`);
  const last = known.toSorted((a, b) => (a.level < b.level ? 1 : -1))[0];
  return last === undefined ? null : `${last.level}:${last.id}`;
}
