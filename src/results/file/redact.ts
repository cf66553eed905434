import type { Run } from './run-file.js';

/** What stands for the name of the machine. */
export const REDACTED = 'redacted';

/**
 * A run without the names of its machine, of people and of directories, wherever they stand: in the
 * command, the options, the topology's source, the environment and every message. Users are those
 * of `users` and those whose home directory occurs. What the figures are found by (labels, scopes,
 * codes, CPU lists) is left alone, so the run reads as before.
 */
export function redactRun(run: Run, users: readonly string[]): Run {
  const names = [
    ...hostNames(run.host).map((name) => [name, REDACTED] as const),
    ...[...users, ...textsOf(run).flatMap(homeOwners)]
      .filter((name) => !EVERYBODYS.includes(name))
      .map((name) => [name, 'user'] as const),
  ];
  const paths = pathsOf(run);
  const redact = (text: string) => withoutNames(withoutDirectories(text, paths), names);
  return { ...(mapTexts(run, redact) as Run), host: REDACTED };
}

/** Names that tell nothing of who or what bears them. */
const EVERYBODYS = ['', 'unknown', 'localhost', 'root', 'user', REDACTED];

/** With and without its domain. */
function hostNames(host: string): string[] {
  return [host, host.split('.')[0] ?? ''].filter((name) => !EVERYBODYS.includes(name));
}

function homeOwners(text: string): string[] {
  return [...text.matchAll(/[/\\](?:home|Users)[/\\]([^/\\\s'"`,;:()]+)/g)].map(
    ([, name]) => name!,
  );
}

/** Keys whose values are words of wqbench, figures or versions, and never what a user named. */
const OWN_WORDS = new Set([
  ...['label', 'names', 'scope', 'scopes', 'order', 'baseline', 'kind', 'code', 'silenced'],
  ...['source', 'workload', 'kworkers', 'percentileMethod', 'pinning', 'requested', 'verdict'],
  ...['pairing', 'startedAt', 'finishedAt', 'toolVersion', 'pods', 'allowedCpus', 'onlineCpus'],
  ...['node', 'v8', 'architecture', 'queueNs', 'roundTripNs', 'format', 'lock', 'host'],
]);

function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** Paths as given, longest first, for they may hold spaces and stand in messages. */
function pathsOf({ command, options, topology }: Run): string[] {
  const given = textsOf([command, options, topology.source.name]);
  return given
    .map((text) => text.replace(/^--[^=]+=/, ''))
    .filter(hasDirectory)
    .sort((a, b) => b.length - a.length);
}

/** A copy with every text replaced but those under a key of {@link OWN_WORDS}. */
function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    OWN_WORDS.has(key) && !isNested(item) ? item : mapTexts(item, replace),
  ]);
  return Object.fromEntries(entries);
}

/** Has keys of its own, which decide. */
function isNested(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A place in a directory that has a name; not of the kernel's own, nor a step in a CPU list. */
function hasDirectory(text: string): boolean {
  const { directory } = splitPath(text);
  return (
    /[\p{L}\p{N}]/u.test(directory) &&
    !/^[\d,:/-]+$/.test(text) &&
    !/^\/(sys|proc|dev)\b/.test(text)
  );
}

/** Of a path only the last part stays. */
function withoutDirectories(text: string, paths: readonly string[]): string {
  const known = paths.reduce((text, path) => text.replaceAll(path, shortened(path)), text);
  return known.replaceAll(ABSOLUTE_PATH, (path) => (hasDirectory(path) ? shortened(path) : path));
}

const ABSOLUTE_PATH = /(?<![\w.~-])~?\/[^\s/'"`,;:()=]+(?:\/[^\s/'"`,;:()=]+)+/g;

function shortened(path: string): string {
  return `${REDACTED}/${splitPath(path).last}`;
}

function splitPath(path: string) {
  const trimmed = path.replace(/\/+$/, '');
  const cut = trimmed.lastIndexOf('/');
  return { directory: trimmed.slice(0, Math.max(cut, 0)), last: trimmed.slice(cut + 1) };
}

function withoutNames(
  text: string,
  names: readonly (readonly [name: string, substitute: string])[],
) {
  return names.reduce(
    (text, [name, substitute]) => text.replaceAll(wholeWord(name), substitute),
    text,
  );
}

function wholeWord(name: string): RegExp {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu');
}
