import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Draw, Duration, Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { EventQueue } from './event-queue.js';
import { Items } from './items.js';
import { Locks } from './locks.js';
import { HOPS, hopBetween } from './machine.js';
import { SimRandom } from './sim-random.js';
import { ThreadLists } from './thread-lists.js';
import { STAGGER_NS, varied } from './variation.js';

/** What a thread does; its next event ends that, except where it waits for another one's. */
const STARTING = 0;
const THINKING = 1;
const WAITS_TO_INSERT = 2;
const INSERTING = 3;
const WAITS_TO_POP = 4;
const POPPING = 5;
const WORKING = 6;
const WAITS_DOWNSTREAM = 7;
const DOWNSTREAM = 8;
const WAITS_FOR_OWN = 9;

const NAMES = [
  'starts',
  'thinks',
  'waits for the lock',
  'queue_work under the lock',
  'waits for the lock',
  'pop under the lock',
  'works',
  'waits downstream',
  'downstream lock',
  'waits for its item',
];

const NOTHING = -1;
const NEVER = Number.POSITIVE_INFINITY;

const LOCK_WAIT = PARTS.indexOf('lockWait' satisfies Part);
const HOLD = PARTS.indexOf('hold' satisfies Part);
const BUSY = PARTS.indexOf('kworkersBusy' satisfies Part);
const WORK = PARTS.indexOf('work' satisfies Part);
const DOWNSTREAM_WAIT = PARTS.indexOf('downstreamWait' satisfies Part);
const COMPLETE = PARTS.indexOf('complete' satisfies Part);

/**
 * wqbench's own engine with `--kworkers inline`: one thread a CPU that queues its item and, until
 * that is done, pops and runs whatever its pool has. Nobody sleeps, so nobody is woken.
 */
export class InlineSimulation {
  now = 0;
  events = 0;
  readonly items: Items;
  readonly locks: Locks;
  private readonly scenario: Scenario;
  private readonly draw: Draw;
  private readonly trace: Trace | null;
  private readonly random: SimRandom;
  private readonly queue: EventQueue;
  private readonly worklists: ThreadLists;
  private readonly handOff: readonly number[];
  // By thread, of which there is one a submitter; an item has its submitter's number.
  private readonly phase: Uint8Array;
  private readonly poolOf: Int32Array;
  private readonly popped: Int32Array;
  private readonly isDone: Uint8Array;
  private readonly queuedAt: Float64Array;
  private readonly since: Float64Array;
  private inWindow = false;

  constructor(scenario: Scenario, draw: Draw, trace: Trace | null = null) {
    const { machine, submitters, downstream, costs } = scenario;
    const threads = submitters.length;
    this.scenario = scenario;
    this.draw = draw;
    this.trace = trace;
    this.random = new SimRandom(draw.seed);
    this.queue = new EventQueue(threads);
    this.handOff = HOPS.map((hop) => costs.handOff[hop]);
    this.locks = new Locks(scenario.pools + (downstream?.locks ?? 0), threads, machine, {
      fifo: scenario.fifo,
      random: this.random,
    });
    this.worklists = new ThreadLists(scenario.pools, threads);
    this.items = new Items({ ...scenario, submitters: threads, threads, depth: 1 });
    this.phase = new Uint8Array(threads);
    this.poolOf = Int32Array.from(submitters, (cpu) => scenario.poolOf[cpu]!);
    this.popped = new Int32Array(threads).fill(NOTHING);
    this.isDone = new Uint8Array(threads);
    this.queuedAt = new Float64Array(threads);
    this.since = new Float64Array(threads);
    const spread = draw.start === 'staggered' ? STAGGER_NS : 0;
    for (let thread = 0; thread < threads; thread++) {
      this.queue.set(thread, spread * this.random.next());
    }
  }

  /** Until enough items are done. False when the bound on events came first. */
  run(): boolean {
    const { queue, items } = this;
    while (!items.allCounted) {
      if (this.events === this.draw.maxEvents) return false;
      const thread = queue.first();
      this.now = queue.timeOf(thread);
      if (this.now === NEVER) throw new Error('simulation: nothing is left that could happen');
      queue.set(thread, NEVER);
      this.events++;
      this.step(thread);
    }
    return true;
  }

  private step(thread: number): void {
    switch (this.phase[thread]) {
      case STARTING:
        this.spend(thread, THINKING, this.jittered(this.scenario.costs.think));
        return;
      case THINKING:
        this.queueItem(thread);
        return;
      case INSERTING:
        this.items.queued(thread, this.now);
        this.unlockPool(thread);
        this.seekOwn(thread);
        return;
      case POPPING:
        this.unlockPool(thread);
        this.work(thread);
        return;
      case WORKING:
        this.worked(thread);
        return;
      case DOWNSTREAM:
        this.leaveDownstream(thread);
        return;
      case WAITS_FOR_OWN:
        this.seekOwn(thread);
        return;
    }
    throw new Error(`simulation: an event of a thread that ${NAMES[this.phase[thread]!]}`);
  }

  private queueItem(thread: number): void {
    this.items.start(thread, this.now);
    this.lockPool(thread, WAITS_TO_INSERT);
  }

  private lockPool(thread: number, phase: number): void {
    const pool = this.poolOf[thread]!;
    this.phase[thread] = phase;
    if (this.locks.acquire(pool, thread, this.now)) this.enterPool(pool, thread);
  }

  private enterPool(pool: number, thread: number): void {
    const cpu = this.scenario.submitters[thread]!;
    const line = this.handOff[this.locks.fetchLine(pool, cpu)]!;
    const hold = this.jittered(this.scenario.costs.section + line);
    const inserts = this.phase[thread] === WAITS_TO_INSERT;
    this.locks.heldNs[pool]! += hold;
    if (inserts) {
      this.worklists.pushBack(pool, thread);
      this.items.spend(thread, LOCK_WAIT, this.now - this.locks.joined(thread));
      this.items.spend(thread, HOLD, hold);
      this.queuedAt[thread] = this.now + hold;
    } else {
      const item = this.worklists.shift(pool);
      this.popped[thread] = item;
      if (item >= 0) this.blameWaiting(item, thread, hold);
    }
    this.spend(thread, inserts ? INSERTING : POPPING, hold);
  }

  private blameWaiting(item: number, by: number, hold: number): void {
    const queuedAt = this.queuedAt[item]!;
    const lockWait = this.now - Math.max(this.locks.joined(by), queuedAt);
    this.items.spend(item, LOCK_WAIT, lockWait);
    this.items.spend(item, BUSY, this.now - queuedAt - lockWait);
    this.items.spend(item, HOLD, hold);
  }

  private unlockPool(thread: number): void {
    const pool = this.poolOf[thread]!;
    const heir = this.locks.release(pool, this.now);
    if (heir < 0) return;
    this.traceWait(heir);
    this.enterPool(pool, heir);
  }

  private seekOwn(thread: number): void {
    if (this.isDone[thread] === 0) {
      this.lockPool(thread, WAITS_TO_POP);
      return;
    }
    this.isDone[thread] = 0;
    this.items.spend(thread, COMPLETE, this.now - this.queuedAt[thread]!);
    this.items.done(thread, thread, this.now);
    if (!this.inWindow && this.items.hasWindow) {
      this.inWindow = true;
      this.locks.resetCounters();
    }
    this.spend(thread, THINKING, this.jittered(this.scenario.costs.think));
  }

  private work(thread: number): void {
    const item = this.popped[thread]!;
    if (item === NOTHING) {
      // Its item is with somebody else, who says when it is done.
      if (this.isDone[thread] === 1) {
        this.seekOwn(thread);
        return;
      }
      this.phase[thread] = WAITS_FOR_OWN;
      return;
    }
    const ns = this.drawn(this.scenario.work);
    this.since[thread] = this.now;
    this.items.spend(item, WORK, ns);
    if (ns === 0) {
      this.worked(thread);
      return;
    }
    this.spend(thread, WORKING, ns);
  }

  private worked(thread: number): void {
    const { downstream, pools } = this.scenario;
    if (downstream === null) {
      this.complete(thread);
      return;
    }
    const lock = pools + downstream.lockOf[this.popped[thread]!]!;
    this.phase[thread] = WAITS_DOWNSTREAM;
    if (this.locks.acquire(lock, thread, this.now)) this.enterDownstream(lock, thread);
  }

  private enterDownstream(lock: number, thread: number): void {
    const { submitters, downstream } = this.scenario;
    const line = this.handOff[this.locks.fetchLine(lock, submitters[thread]!)]!;
    const ns = this.jittered(line) + this.drawn(downstream!.hold);
    const item = this.popped[thread]!;
    this.items.spend(item, DOWNSTREAM_WAIT, this.now - this.locks.joined(thread));
    this.items.spend(item, WORK, ns);
    this.locks.heldNs[lock]! += ns;
    this.spend(thread, DOWNSTREAM, ns);
  }

  private leaveDownstream(thread: number): void {
    const { downstream, pools } = this.scenario;
    const lock = pools + downstream!.lockOf[this.popped[thread]!]!;
    const heir = this.locks.release(lock, this.now);
    if (heir >= 0) {
      this.traceWait(heir);
      this.enterDownstream(lock, heir);
    }
    this.complete(thread);
  }

  private complete(thread: number): void {
    const item = this.popped[thread]!;
    this.items.ran(item, thread, this.now - this.since[thread]!);
    this.isDone[item] = 1;
    this.queuedAt[item] = this.now;
    if (this.phase[item] === WAITS_FOR_OWN) {
      const { machine, submitters } = this.scenario;
      const hop = hopBetween(machine, submitters[thread]!, submitters[item]!);
      this.queue.set(item, this.now + this.jittered(this.handOff[hop]!));
    }
    this.seekOwn(thread);
  }

  private spend(thread: number, phase: number, ns: number): void {
    this.phase[thread] = phase;
    this.queue.set(thread, this.now + ns);
    this.trace?.slice(this.scenario.submitters[thread]!, NAMES[phase]!, this.now, this.now + ns);
  }

  private traceWait(thread: number): void {
    if (this.trace === null) return;
    const cpu = this.scenario.submitters[thread]!;
    this.trace.slice(cpu, NAMES[this.phase[thread]!]!, this.locks.joined(thread), this.now);
  }

  private drawn({ kind, ns }: Duration): number {
    return kind === 'fixed' ? ns : this.random.exponential(ns);
  }

  private jittered(ns: number): number {
    return varied(ns, this.random.next());
  }
}
