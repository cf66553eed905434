import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../core/package-file.js';
import { shardName } from '../../scopes/configurations.js';
import { SCOPES } from '../../scopes/scope.js';
import { ITEMS_RATE, type ResultRow, type ResultSet, type TrialFigures } from '../result-set.js';
import { type MicrobenchReference, type Reference, referenceSchema } from './reference-schema.js';

const FOLDER = 'results/reference/';

/** Names of the published tables that come with wqbench, in alphabetical order. */
export function referenceNames(): string[] {
  return readdirSync(packageFile(FOLDER))
    .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
    .sort();
}

/** One of `referenceNames()`. Whatever else is thrown is a defect of the package. */
export function loadReference(name: string): Reference {
  const json: unknown = JSON.parse(readFileSync(packageFile(`${FOLDER}${name}.json`), 'utf8'));
  return referenceSchema.parse(json);
}

/**
 * The published microbenchmarks as results: of `cache` the figure beside each shard count is a
 * trial, in the same round as its `cache_shard`. Null for tables of other workloads.
 */
export function referenceResultSet(reference: Reference): ResultSet | null {
  if (!isMicrobench(reference)) return null;
  return {
    name: reference.id,
    origin: 'published',
    rateName: ITEMS_RATE,
    facts: {
      schemaVersion: null,
      workload: reference.workload,
      threads: null,
      itemsPerThread: reference.items_per_thread,
      // The kernel's module times every item.
      sampleEvery: 1,
      lock: null,
      kworkers: null,
      depth: 1,
      arrivalsPerSecond: 'closed loop',
      pinning: null,
      cpuModel: null,
    },
    rows: SCOPES.flatMap((scope) => resultRows(reference, scope)),
    baseline: 'cache',
  };
}

/** A published sweep as a plot's curve. */
export interface PublishedSweep {
  readonly name: string;
  readonly machine: string;
  readonly points: readonly PublishedPoint[];
}

export interface PublishedPoint {
  /** Per LLC. */
  readonly shards: number;
  /** Items/s of `cache_shard` over those of `cache` measured beside it. */
  readonly throughputRatio: number;
  readonly p50Ns: number;
  /** Of `cache`. */
  readonly baselineP50Ns: number;
}

export function publishedSweeps(): PublishedSweep[] {
  return referenceNames()
    .map(loadReference)
    .filter(isMicrobench)
    .map(({ id, machine, shards_per_llc }) => ({
      name: id,
      machine,
      points: shards_per_llc.map(({ shards, cache, cache_shard }) => ({
        shards,
        throughputRatio: cache_shard.items_per_s / cache.items_per_s,
        p50Ns: nsOf(cache_shard.p50_us),
        baselineP50Ns: nsOf(cache.p50_us),
      })),
    }));
}

export function isMicrobench(reference: Reference): reference is MicrobenchReference {
  return 'shards_per_llc' in reference;
}

/** Microseconds with a few decimals to the ns they mean. */
export function nsOf(us: number): number {
  return Math.round(us * 1000);
}

function resultRows(
  { shards_per_llc, scopes }: MicrobenchReference,
  scope: (typeof SCOPES)[number],
): ResultRow[] {
  switch (scope) {
    case 'cache':
      return [
        rowOf(
          scope,
          shards_per_llc.map(({ cache }, round) => sideFigures(cache, round)),
        ),
      ];
    case 'cache_shard':
      return shards_per_llc.map(({ shards, cache_shard }, round) =>
        rowOf(shardName({ kind: 'shards', shards }), [sideFigures(cache_shard, round)]),
      );
    default: {
      const figures = scopes[scope];
      if (!figures) return [];
      return [rowOf(scope, [trialFigures(figures.items_per_s, null, null)])];
    }
  }
}

function rowOf(label: string, trials: readonly TrialFigures[]): ResultRow {
  return { label, names: [label], trials };
}

function sideFigures(side: MicrobenchReference['shards_per_llc'][number]['cache'], round: number) {
  return trialFigures(side.items_per_s, nsOf(side.p50_us), round);
}

function trialFigures(
  itemsPerSecond: number,
  p50Ns: number | null,
  round: number | null,
): TrialFigures {
  return { round, itemsPerSecond, p50Ns, p90Ns: null, p95Ns: null };
}
