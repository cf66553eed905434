import { formatCounted } from '../format.js';
import type { ChartSource } from './chart.js';

/** What keeps a source from being a plain measurement of its machine, a sentence each. */
export function provenanceOf(sources: readonly ChartSource[]): string[] {
  return sources.flatMap((source) => {
    const notes = notesOf(source);
    if (notes.length === 0) return [];
    const text = notes.join(', ');
    return [`${sources.length === 1 ? capitalised(text) : `${source.name}: ${text}`}.`];
  });
}

function notesOf({ document }: ChartSource): string[] {
  if (document.source === 'imported') return ['imported from a kernel log'];
  const { source, topology, partial, oversubscribed, threads } = document;
  const limit = `${formatCounted(threads, 'thread')} on ${formatCounted(topology.realCpus, 'real CPU')}`;
  return [
    ...(source === 'predicted' ? ['predicted by a model, not measured'] : []),
    ...(topology.modelled ? [`modelled topology ${topology.source.name}`] : []),
    ...(oversubscribed ? [limit] : []),
    ...(partial ? ['stopped early'] : []),
  ];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
