import { WqbenchError } from '../core/errors.js';
import type { Io } from '../core/io.js';
import {
  comparisonJson,
  FACT_NAMES,
  renderComparison,
} from '../report/compare/render-comparison.js';
import {
  type ComparedRow,
  compareSets,
  regressionsIn,
  type SetComparison,
  unjudgedIn,
} from '../results/compare/compare-sets.js';
import type { ResultSet } from '../results/result-set.js';
import { SCOPES, scopeOfName } from '../scopes/scope.js';
import type { CompareOptions, CompareSort } from './compare-options.js';
import { assertNotInput } from './inputs.js';
import { nearName } from './near-name.js';
import { assertJsonTarget, writeJson } from './output.js';
import { placeOf, readSources, type Source } from './sources.js';
import { styleOf } from './terminal.js';

/** `wqbench compare`; returns whether the exit code is to tell of a regression. */
export function compareResults(words: readonly string[], options: CompareOptions, io: Io): boolean {
  assertJsonTarget(options.json);
  assertNotInput(options.json, words.map(placeOf));
  const sources = baselineFirst(readSources(words), options.baseline);
  const sets = sources.map(({ set }) => set);
  if (options.failOnRegression) assertJudgeable(sources);
  const all = compareSets(sets, options.threshold);
  assertComparable(all, options.force);
  const rows = sorted(filtered(all.rows, options.filter), options.sort);
  const remarks = sources.map((source) => source.remarks);
  const comparison = { ...all, rows, remarks };
  if (options.json !== '-') {
    const style = styleOf(io.stdout, io.env);
    io.stdout.write(renderComparison(comparison, options.format, style));
  }
  writeJson(options.json, comparisonJson(comparison), io);
  return options.failOnRegression && tellRegressions(comparison, io);
}

function baselineFirst(sources: readonly Source[], name: string | null): readonly Source[] {
  if (name === null) return sources;
  const baseline = sources.find((source) => source.name === name);
  if (baseline) return [baseline, ...sources.filter((source) => source !== baseline)];
  const names = sources.map((source) => source.name);
  const near = nearName(name, names);
  throw new WqbenchError(
    'bad-option',
    `--baseline '${name}' is none of the results`,
    near ? `did you mean '${near}'?` : `use one of ${names.join(', ')}`,
  );
}

function assertJudgeable(sources: readonly Source[]): void {
  assertOneKind(sources.map(({ set }) => set));
  for (const { name, result } of sources) {
    const document = result?.document;
    if (document === undefined || document.source === 'imported' || document.valid) continue;
    const message = `${name} is an invalid run: trials in it failed their check`;
    throw new WqbenchError('not-comparable', message, 'measure it again');
  }
}

/** A check of different code, or of a published table, would say nothing of what changed. */
function assertOneKind(sets: readonly ResultSet[]): void {
  const origins = new Set(sets.map(({ origin }) => origin));
  if (origins.size === 1 && !origins.has('published')) return;
  const named = sets.map(({ name, origin }) => `${name} is ${origin}`).join(', ');
  throw new WqbenchError(
    'not-comparable',
    `--fail-on-regression needs results of one kind, with trials, but ${named}`,
    'leave it out, or compare runs',
  );
}

/** Figures of different things are not compared unless the user insists. */
function assertComparable({ differences, sets }: SetComparison, force: boolean): void {
  const [first] = differences;
  if (first === undefined || force) return;
  const named = sets.map(({ name }, index) => `${name}: ${first.values[index] ?? 'unknown'}`);
  const others = differences.slice(1).map(({ fact }) => FACT_NAMES[fact]);
  const also = others.length > 0 ? `, and in ${others.join(', ')}` : '';
  throw new WqbenchError(
    'not-comparable',
    `the results differ in ${FACT_NAMES[first.fact]} (${named.join('; ')})${also}`,
    'compare results that are alike in it, or use --force',
  );
}

function filtered(rows: readonly ComparedRow[], filter: string | null): readonly ComparedRow[] {
  if (filter === null) return rows;
  const kept = rows.filter(({ names }) => names.some((name) => name.includes(filter)));
  if (kept.length > 0) return kept;
  const names = rows.flatMap((row) => row.names).join(', ');
  const message = `--filter '${filter}' leaves no configuration`;
  throw new WqbenchError('bad-option', message, `there are ${names}`);
}

/** In the scopes' order, or by descending figure of the second result; what lacks it comes last. */
function sorted(rows: readonly ComparedRow[], sort: CompareSort): readonly ComparedRow[] {
  if (sort === 'scope') return rows.toSorted((a, b) => scopeRank(a) - scopeRank(b));
  const key = ({ figures: [before, after] }: ComparedRow) => {
    const change = before && after ? after.itemsPerSecond / before.itemsPerSecond : null;
    return (sort === 'change' ? change : after?.itemsPerSecond) ?? Number.NEGATIVE_INFINITY;
  };
  return rows.toSorted((a, b) => key(b) - key(a) || 0);
}

function scopeRank({ names: [first = ''] }: ComparedRow): number {
  const scope = scopeOfName(first);
  return scope === null ? SCOPES.length : SCOPES.indexOf(scope);
}

function tellRegressions(comparison: SetComparison, io: Io): boolean {
  for (const { names, reason } of unjudgedIn(comparison)) {
    io.stderr.write(`wqbench: not judged: ${names.join(', ')}: ${reason}\n`);
  }
  const regressions = regressionsIn(comparison);
  for (const { names } of regressions) {
    io.stderr.write(`wqbench: regression: items/s of ${names.join(', ')} fell\n`);
  }
  return regressions.length > 0;
}
