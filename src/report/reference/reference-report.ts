import { isMicrobench } from '../../results/reference/reference.js';
import type { Reference } from '../../results/reference/reference-schema.js';
import { formatCount } from '../text/format.js';
import { microbenchSections } from './microbench-sections.js';
import type { Figure, Section } from './section.js';
import {
  bandwidthChangeSections,
  fsyncSections,
  scopeLadderSections,
  utilisationSections,
} from './workload-sections.js';

/** A published result as it is shown. */
export interface ReferenceReport {
  readonly name: string;
  readonly machine: string;
  /** hwloc synthetic string; null where several machines are shown. */
  readonly topology: string | null;
  readonly workload: string;
  /** In a line. */
  readonly shows: string;
  readonly sections: readonly Section[];
  /** Figures that no table has. */
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
  readonly source: string;
}

export function referenceReport(reference: Reference): ReferenceReport {
  const { id, source, workload } = reference;
  return {
    name: id,
    source,
    workload,
    machine: 'machine' in reference ? reference.machine : machinesOf(reference.deltas_pct),
    topology: 'topology' in reference ? reference.topology : null,
    figures: [],
    notes: [],
    ...contentOf(reference),
  };
}

type Content = Pick<ReferenceReport, 'shows' | 'sections'> &
  Partial<Pick<ReferenceReport, 'workload' | 'figures' | 'notes'>>;

function contentOf(reference: Reference): Content {
  if (isMicrobench(reference)) {
    const { items_per_thread: items, workload, scopes } = reference;
    return {
      shows: 'how far cache_shard outruns cache by the number of shards, beside other scopes',
      workload: `${workload}, ${formatCount(items)} items/thread`,
      sections: microbenchSections(reference),
      figures: [fact('items_per_thread', items)],
      notes: Object.entries(scopes).map(([scope, { note }]) => `${scope}: ${note}`),
    };
  }
  if ('deltas_pct' in reference) {
    return {
      shows: 'what file bandwidth gains from cache_shard: something in writes, little in reads',
      sections: bandwidthChangeSections(reference),
    };
  }
  if ('scope_ladder_gb_s' in reference) {
    return {
      shows: 'bandwidth by scope where another lock than that of the pool is contended',
      sections: scopeLadderSections(reference),
      notes: [reference.reading],
    };
  }
  if ('wakeup_placement' in reference) {
    const placements = reference.wakeup_placement.join('; ');
    return {
      shows: 'what locality costs and saves where the work saturates the CPUs',
      sections: utilisationSections(reference),
      notes: [`where a woken worker may be placed: ${placements}`],
    };
  }
  const [low, high] = reference.observations.device_util_pct;
  return {
    shows: 'that the shard size hardly matters where the device is the limit',
    sections: fsyncSections(reference),
    figures: [fact('device_percent_lowest', low), fact('device_percent_highest', high)],
    notes: [`the device was ${low} to ${high} % busy`, reference.observations.reading],
  };
}

function fact(figure: string, value: number): Figure {
  return { table: '', row: '', figure, value };
}

function machinesOf(byMachine: Readonly<Record<string, unknown>>): string {
  return Object.keys(byMachine).join(' and ');
}
