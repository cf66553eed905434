import type { MachineProfile } from '../results/file/machine-schema.js';
import type { Hop } from './simulation/machine.js';

/** What the steps of a machine cost, all in ns. */
export interface Costs {
  /** From one holder's release to the next one's grant, by the distance between them. */
  readonly handOff: Readonly<Record<Hop, number>>;
  /** Under the lock beside that: the list operation and its bookkeeping. */
  readonly section: number;
  /** Waking a kworker, under the lock. */
  readonly wake: number;
  /** Waking the submitter of an item that is done, under no lock. */
  readonly complete: number;
  /** From a wake-up to running, on an idle CPU. */
  readonly wakeToRun: number;
  /** From one thread to the next on a CPU. */
  readonly contextSwitch: number;
  /** Between seeing an item done and queueing the next. */
  readonly think: number;
  /** Reading the clock behind queue_work, which every latency of wqbench's own loop includes. */
  readonly clockRead: number;
  /** Making a kworker. */
  readonly create: number;
}

/** Siblings share the innermost caches: a line goes over in a part of the time it needs within an LLC. */
const SMT_PART = 0.4;

export function costsOf({ costs }: Pick<MachineProfile, 'costs'>): Costs {
  const llc = costs.lock.ns;
  const crossLlc = llc + costs.crossLlc.ns;
  return {
    handOff: {
      'same-cpu': 0,
      smt: SMT_PART * llc,
      llc,
      'cross-llc': crossLlc,
      'cross-node': crossLlc + costs.crossNode.ns,
    },
    section: costs.section.ns,
    wake: costs.wake.ns,
    complete: costs.complete.ns,
    wakeToRun: costs.wakeToRun.ns,
    contextSwitch: costs.contextSwitch.ns,
    think: costs.think.ns,
    clockRead: costs.clockRead.ns,
    create: costs.createKworker.ns,
  };
}
