import type { MachineProfile } from '../../results/file/machine-schema.js';
import type { LoopPrimitives } from '../../results/file/primitives-file.js';
import type { Run } from '../../results/file/run-file.js';
import { median } from '../../results/statistics/sample.js';

type Costs = MachineProfile['costs'];

/** Of current machines, where a run does not tell: a line from one CPU to another, in ns. */
const LINE_NS = 100;
const CLOCK_NS = 30;

/**
 * Of wqbench's own loop, to begin a fit with: nobody sleeps, and the list operations are a few ns of
 * compiled code. A line goes over in half of the core-to-core round trip that was measured with the
 * run; the clock is read behind queue_work and at the end of the round trip.
 */
export function inlineCosts(costs: Costs, run: Run, primitives: LoopPrimitives | null): Costs {
  const { trials, environment } = run;
  const trips = trials.flatMap(({ coreToCore }) => coreToCore.map(({ medianNs }) => medianNs));
  const lineNs = trips.length === 0 ? LINE_NS : median(trips) / 2;
  const line = trips.length === 0 ? assumed : measured;
  const clock = environment.clock === null ? assumed : measured;
  const clockNs = environment.clock?.costNs ?? CLOCK_NS;
  return {
    ...costs,
    lock: line(lineNs, 'half a core-to-core round trip'),
    section:
      primitives === null
        ? assumed(20, 'some compiled loads and stores')
        : measured(primitives.queueAndPopNs / 2, 'half of queueWork + popFirst'),
    crossLlc: assumed(0.4 * lineNs, '0.4 of lock'),
    crossNode: assumed(lineNs, 'as much as lock'),
    think: clock(clockNs, 'the read that ends a round trip'),
    clockRead: clock(clockNs, 'a read of the clock'),
  };
}

function assumed(ns: number, from: string) {
  return { ns, provenance: 'assumed' as const, from, interval: null };
}

function measured(ns: number, from: string) {
  return { ns, provenance: 'measured' as const, from, interval: null };
}
