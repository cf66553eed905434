import type { Machine } from '../simulation/machine.js';
import type { Trace } from './trace.js';

/** Slices beyond this are left out: a viewer has to hold them all. */
const MOST_SLICES = 200_000;

/**
 * A trace in the JSON of the Trace Event Format, which ui.perfetto.dev and chrome://tracing open: a
 * process for each LLC, a track for each CPU, times in us.
 */
export function createChromeTrace(machine: Machine): Trace & { text(): string } {
  const slices: string[] = [];
  const trackOf = (cpu: number) => `"pid":${machine.llcOf[cpu]},"tid":${machine.cpus[cpu]}`;
  return {
    slice(cpu, name, fromNs, toNs) {
      if (slices.length >= MOST_SLICES || toNs <= fromNs) return;
      const times = `"ts":${us(fromNs)},"dur":${us(toNs - fromNs)}`;
      slices.push(`{"ph":"X",${trackOf(cpu)},${times},"name":${JSON.stringify(name)}}`);
    },
    text() {
      const tracks = machine.cpus.map((number, cpu) =>
        named('thread_name', trackOf(cpu), `CPU ${number}`),
      );
      const llcs = machine.llcs.map((cpus, llc) =>
        named('process_name', trackOf(cpus[0]!), `LLC ${llc}`),
      );
      const events = [...llcs, ...tracks, ...slices].join(',\n');
      return `{"displayTimeUnit":"ns","traceEvents":[\n${events}\n]}\n`;
    },
  };
}

function named(kind: string, track: string, name: string): string {
  return `{"ph":"M",${track},"name":"${kind}","args":{"name":${JSON.stringify(name)}}}`;
}

function us(ns: number): string {
  return (ns / 1000).toFixed(3);
}
