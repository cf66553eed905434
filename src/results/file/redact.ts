import { parseSynthetic } from '../../topology/synthetic.js';
import type { Run } from './run-file.js';

/** What stands for the name of the machine, and for every path. */
export const REDACTED = 'redacted';

/**
 * A run without the names of its machine, of people, of directories and files, wherever they stand:
 * in the command, the options, the topology's source, the environment and every message. Users are
 * those of `users` and those whose home directory occurs. What the figures are found by (labels,
 * scopes, codes, CPU lists) is left alone, so the run reads as before.
 */
export function redactRun(run: Run, users: readonly string[]): Run {
  const { texts, places } = foundIn(run);
  const people = [...users, ...texts.flatMap(homeOwners)].filter(tellsSomething);
  const names: Substitute[] = [
    ...hostNames(run.host).map((host) => [wholeWord(host, DOMAIN), REDACTED] as const),
    ...people.map((user) => [wholeWord(user), 'user'] as const),
  ];
  const withoutPaths = pathRemover(places);
  const changed = mapRun(run, {
    place: () => REDACTED,
    text: (text) => substitute(withoutPaths(text), names),
  });
  return { ...changed, host: REDACTED };
}

/** Words of a command line without names of hosts, people, directories and files. */
export function redactWords(
  words: readonly string[],
  host: string,
  users: readonly string[],
): string[] {
  const names = [...hostNames(host), ...users.filter(tellsSomething), ...words.flatMap(homeOwners)];
  const withoutPaths = pathRemover([]);
  return words.map((word) =>
    substitute(
      withoutPaths(word),
      names.map((name) => [wholeWord(name), REDACTED] as const),
    ),
  );
}

type Substitute = readonly [pattern: RegExp, substitute: string];

function substitute(text: string, substitutes: readonly Substitute[]): string {
  return substitutes.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), text);
}

/** Whether a name tells of who or what bears it. */
function tellsSomething(name: string): boolean {
  return !['', 'unknown', 'localhost', 'root', 'user', REDACTED].includes(name);
}

/** With and without its domain. */
function hostNames(host: string): string[] {
  return [host, host.split('.')[0] ?? ''].filter(tellsSomething);
}

function homeOwners(text: string): string[] {
  return [...text.matchAll(/[/\\](?:home|Users)[/\\]([^/\\\s'"`,;:()]+)/g)].map(
    ([, name]) => name!,
  );
}

function foundIn(run: Run): { readonly texts: string[]; readonly places: string[] } {
  const texts: string[] = [];
  const places: string[] = [];
  const keepIn = (list: string[]) => (text: string) => {
    list.push(text);
    return text;
  };
  mapRun(run, { place: keepIn(places), text: keepIn(texts) });
  return { texts: [...texts, ...places], places };
}

interface Replacers {
  /** Of what names one directory or file, and nothing else. */
  place(path: string): string;
  text(text: string): string;
}

/** A copy with every text replaced but those under a key of {@link OWN_WORDS}. */
function mapRun(run: Run, { place, text }: Replacers): Run {
  const mapPlace = (value: string) => (isPublic(value) ? value : place(value));
  const mapWord = (word: string, index: number): string => {
    const [, flag, value = ''] = word.match(/^(--[^=]+)=(.*)$/s) ?? [];
    if (PLACE_FLAGS.includes(flag ?? '')) return `${flag}=${mapPlace(value)}`;
    return PLACE_FLAGS.includes(run.command[index - 1] ?? '') ? mapPlace(word) : text(word);
  };
  const mapped = mapTexts(run, (value, key) =>
    PLACE_KEYS.includes(key) ? mapPlace(value) : text(value),
  ) as Run;
  const { source } = run.topology;
  return {
    ...mapped,
    command: run.command.map(mapWord),
    topology: { ...mapped.topology, source: { ...source, name: mapPlace(source.name) } },
  };
}

const PLACE_FLAGS = ['--out', '--json', '--sysfs', '--topology', '--dir'];

/** The same among the options as resolved. */
const PLACE_KEYS = ['out', 'json', 'dir', 'directory', 'text'];

/** Stdout, what wqbench and every machine call alike, and a description in the place of its file. */
function isPublic(place: string): boolean {
  return ['-', '/sys', 'results', '.', '/dev/shm'].includes(place) || isSynthetic(place);
}

function isSynthetic(text: string): boolean {
  try {
    parseSynthetic(text, text);
    return true;
  } catch {
    return false;
  }
}

/** Keys whose values are words of wqbench, figures or versions, and never what a user named. */
const OWN_WORDS = new Set([
  ...['label', 'names', 'scope', 'scopes', 'order', 'baseline', 'kind', 'code', 'silenced'],
  ...['source', 'workload', 'kworkers', 'percentileMethod', 'pinning', 'requested', 'verdict'],
  ...['pairing', 'startedAt', 'finishedAt', 'toolVersion', 'pods', 'allowedCpus', 'onlineCpus'],
  ...['node', 'v8', 'architecture', 'queueNs', 'roundTripNs', 'format', 'lock', 'host'],
  ...['boundCpus', 'fileSystem', 'wake', 'class'],
]);

/** A text in a list has the list's key. */
function mapTexts(
  value: unknown,
  replace: (text: string, key: string) => string,
  key = '',
): unknown {
  if (typeof value === 'string') return OWN_WORDS.has(key) ? value : replace(value, key);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, replace, key)]),
  );
}

/**
 * Paths may hold spaces. So those of the run's own places come first, wherever they stand, then what
 * is in quotes, and of the rest a path is taken to end at a word after its last slash.
 */
function pathRemover(places: readonly string[]): (text: string) => string {
  const paths = places.map((place) => place.replace(/\/+$/, '')).filter((path) => path !== '');
  const known = paths
    .filter((path) => path.includes('/'))
    .toSorted((a, b) => b.length - a.length)
    .map((path) => [wholeWord(path), REDACTED] as const);
  return (text) =>
    substitute(text, known)
      .replaceAll(QUOTED, (whole, quote, quoted) =>
        isPath(quoted) || paths.includes(quoted) ? `${quote}${REDACTED}${quote}` : whole,
      )
      .replaceAll(PATH, REDACTED);
}

/** Quotes as words have them; an apostrophe is between letters. */
const QUOTED = /(?<![\p{L}\p{N}])(['"`])(.+?)\1(?![\p{L}\p{N}])/gsu;

const PATH =
  /(?<![\p{L}\p{N}_.~)-])(?:~[^\s/]*|\.{1,2}|redacted)?\/(?:[^\s'"`,;:()][^\n'"`,;:()]*\/)?[^\s'"`,;:()]+/gu;

/** No step in a CPU list. */
function isPath(text: string): boolean {
  return text.includes('/') && !/^\d[\d,:/-]*$/.test(text);
}

const DOMAIN = String.raw`(?:\.[\p{L}\p{N}_-]+)*`;

function wholeWord(name: string, suffix = ''): RegExp {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${suffix}(?![\\p{L}\\p{N}])`, 'giu');
}
