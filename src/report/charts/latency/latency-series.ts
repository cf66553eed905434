import { PERCENTILES } from '../../../results/file/trial-schema.js';
import type { ChartSource } from '../chart.js';
import { type Distribution, distributionOf } from './distribution.js';

/** The queue_work latencies of one configuration of one source. */
export interface LatencySeries {
  readonly source: number;
  /** Of its configuration among those of its source. */
  readonly index: number;
  readonly label: string;
  /** Null where only percentiles are known. */
  readonly distribution: Distribution | null;
  /** The table's: medians over the trials. */
  readonly percentiles: readonly { readonly q: number; readonly ns: number }[];
  readonly p50Ns: number;
}

/** Those with a valid trial, sources and configurations in their order. */
export function latencySeries(sources: readonly ChartSource[]): LatencySeries[] {
  return sources.flatMap(({ document }, source) =>
    document.configurations.flatMap(({ label }, index) => {
      const summaries: readonly { label: string; queueNs: Partial<Percentiles> | null }[] =
        document.summary;
      const figures = summaries.find((summary) => summary.label === label)?.queueNs;
      if (figures?.p50 === undefined) return [];
      const distribution = document.source === 'imported' ? null : distributionOf(document, label);
      const percentiles = NAMES.flatMap((name) => {
        const ns = figures[name];
        return ns === undefined ? [] : [{ q: PERCENTILES[name], ns }];
      });
      return [{ source, index, label, distribution, percentiles, p50Ns: figures.p50 }];
    }),
  );
}

const NAMES = ['p50', 'p90', 'p95', 'p99'] as const;

type Percentiles = Record<(typeof NAMES)[number], number>;
