import { formatCounted } from '../../text/format.js';
import type { ChartSource } from '../chart.js';
import { shorten } from './text-size.js';

const LONGEST_NAME = 60;

/** What keeps a source from being a plain measurement of its machine, a sentence each. */
export function provenanceOf(sources: readonly ChartSource[]): string[] {
  return sources.flatMap((source) => {
    const notes = notesOf(source);
    if (notes.length === 0) return [];
    const text = notes.join(', ');
    return [
      `${sources.length === 1 ? capitalised(text) : `${shorten(source.name, LONGEST_NAME)}: ${text}`}.`,
    ];
  });
}

function notesOf({ document }: ChartSource): string[] {
  if (document.source === 'imported') return ['imported from a kernel log'];
  const { source, topology, partial, oversubscribed, threads } = document;
  const limit = `${formatCounted(threads, 'thread')} on ${formatCounted(topology.realCpus, 'real CPU')}`;
  return [
    ...(source === 'predicted' ? ['predicted by a model, not measured'] : []),
    ...(topology.modelled
      ? [`modelled topology ${shorten(topology.source.name, LONGEST_NAME)}`]
      : []),
    ...(oversubscribed ? [limit] : []),
    ...(partial ? ['stopped early'] : []),
  ];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
