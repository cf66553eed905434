import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Scenario } from '../scenario.js';
import type { Items } from './items.js';
import type { Locks } from './locks.js';
import { HOPS } from './machine.js';
import { PHASE } from './phases.js';
import type { Scheduler } from './scheduler.js';
import type { SimRandom } from './sim-random.js';

const part = (name: Part) => PARTS.indexOf(name);
const WORK = part('work');
const DOWNSTREAM_WAIT = part('downstreamWait');

/** What a thread does between an item's work and its completion, where items take a lock. */
export class DownstreamLocks {
  private readonly scenario: Scenario;
  private readonly locks: Locks;
  private readonly items: Items;
  private readonly scheduler: Scheduler;
  private readonly random: SimRandom;
  /** By thread. */
  private readonly itemOf: Int32Array;

  constructor(
    scenario: Scenario,
    parts: {
      readonly locks: Locks;
      readonly items: Items;
      readonly scheduler: Scheduler;
      readonly random: SimRandom;
    },
    itemOf: Int32Array,
  ) {
    this.scenario = scenario;
    this.locks = parts.locks;
    this.items = parts.items;
    this.scheduler = parts.scheduler;
    this.random = parts.random;
    this.itemOf = itemOf;
  }

  ask(thread: number): void {
    const lock = this.lockOf(thread);
    if (this.locks.acquire(lock, thread, this.scheduler.now)) this.enter(lock, thread);
    else this.scheduler.phase[thread] = PHASE.waitsDownstream;
  }

  leave(thread: number): void {
    const lock = this.lockOf(thread);
    const heir = this.locks.release(lock, this.scheduler.now);
    if (heir < 0) return;
    this.scheduler.traceWait(heir, this.locks.joined(heir));
    this.enter(lock, heir);
  }

  private enter(lock: number, thread: number): void {
    const { scheduler, locks, items, scenario } = this;
    const hop = locks.fetchLine(lock, scheduler.cpuOf[thread]!);
    const line = scheduler.varied(scenario.costs.handOff[HOPS[hop]!]);
    const ns = line + this.random.duration(scenario.downstream!.hold);
    const item = this.itemOf[thread]!;
    items.spend(item, DOWNSTREAM_WAIT, scheduler.now - locks.joined(thread));
    items.spend(item, WORK, ns);
    locks.heldNs[lock]! += ns;
    scheduler.spend(thread, PHASE.downstream, ns);
  }

  private lockOf(thread: number): number {
    const submitter = this.items.submitterOf(this.itemOf[thread]!);
    return this.scenario.pools + this.scenario.downstream!.lockOf[submitter]!;
  }
}
