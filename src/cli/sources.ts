import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { WqbenchError } from '../core/errors.js';
import { kernelNotices } from '../report/kernel/render-kernel.js';
import { remarksOf } from '../report/run/remarks.js';
import { type ReadResult, readResult } from '../results/file/read-result.js';
import { RUN_FILE } from '../results/file/run-store.js';
import { kernelResultSet, readKernelRun } from '../results/kernel/read-kernel-run.js';
import { loadReference, referenceResultSet } from '../results/reference/reference.js';
import { type ResultSet, resultSetOf } from '../results/result-set.js';
import { predictedSource } from './predicted-source.js';
import { assertPublished } from './published.js';

/** A result as named on the command line: `PATH`, `NAME=PATH`, `reference:ID` or `predicted:MACHINE`. */
export interface Source {
  readonly name: string;
  readonly set: ResultSet;
  /** Null for a published table, which has no result file. */
  readonly result: ReadResult | null;
  readonly remarks: readonly string[];
}

/** Reads all sources; two of one name are told apart by a number. Throws 'bad-result'. */
export function readSources(words: readonly string[]): Source[] {
  const taken = new Set<string>();
  const named = words.map(labelOf).map(({ name, place }) => {
    const free = freeName(name, taken);
    taken.add(free);
    return { name: free, place };
  });
  const isPredicted = ({ place }: { readonly place: string }) => place.startsWith(PREDICTED);
  const read = new Map(
    named
      .filter((source) => !isPredicted(source))
      .map((s) => [s.name, readSource(s.name, s.place)]),
  );
  const runs = [...read.values()].flatMap(({ result }) =>
    result === null || result.document.source === 'imported' ? [] : [result.document],
  );
  return named.map(({ name, place }) => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const own = predictedSource(name, place.slice(PREDICTED.length), runs[0] ?? null);
    return { name, ...own, result: null };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Where a word says the result is, without its name. */
export function placeOf(word: string): string {
  return labelOf(word).place;
}

const PUBLISHED = 'reference:';
const PREDICTED = 'predicted:';

/** A file that exists under the whole word is meant, even with a `=` in its path. */
function labelOf(word: string): { readonly name: string; readonly place: string } {
  const [, label, rest] = word.match(/^([^=/]+)=(.+)$/s) ?? [];
  if (label !== undefined && rest !== undefined && !existsSync(word)) {
    return { name: printable(label), place: rest };
  }
  return { name: printable(defaultName(word)), place: word };
}

/** A name stands in lines of text and in terminals, which control characters would steer. */
function printable(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, '?');
}

/** The directory of a run tells more than the `run.json` in it. */
function defaultName(place: string): string {
  if (place.startsWith(PUBLISHED)) return place.slice(PUBLISHED.length);
  if (place.startsWith(PREDICTED)) return `predicted ${basename(place.slice(PREDICTED.length))}`;
  const path = resolve(place);
  return basename(path) === RUN_FILE ? basename(dirname(path)) : basename(path);
}

function readSource(name: string, place: string): Source {
  if (!place.startsWith(PUBLISHED)) {
    const kernel = readKernelRun(place);
    if (kernel !== null) {
      const set = kernelResultSet(name, kernel, kernel.schemaVersion);
      return { name, set, result: null, remarks: kernelNotices(kernel) };
    }
    const result = readResult(place);
    const { document, schemaVersion } = result;
    const set = resultSetOf(name, document, schemaVersion);
    return { name, set, result, remarks: remarksOf(document) };
  }
  const id = place.slice(PUBLISHED.length);
  assertPublished(id);
  const set = referenceResultSet(loadReference(id));
  if (set !== null) return { name, set: { ...set, name }, result: null, remarks: [] };
  const message = `${place} is no microbenchmark: it has no items/s to compare with`;
  const nextStep = `wqbench reference ${id} shows it`;
  throw new WqbenchError('bad-result', message, nextStep);
}
