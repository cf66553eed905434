import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Draw, Duration, Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { Cpus } from './cpus.js';
import { EventQueue } from './event-queue.js';
import { Items } from './items.js';
import { Locks } from './locks.js';
import { HOPS } from './machine.js';
import { Placement } from './placement.js';
import { Pools } from './pools.js';
import { SimRandom } from './sim-random.js';
import { STAGGER_NS, varied } from './variation.js';

/** What a thread does; its next event ends that, except where it waits for another one's. */
const ASLEEP = 0;
const WAITS_FOR_CPU = 1;
const STARTING = 2;
const THINKING = 3;
const WAITS_FOR_LOCK = 4;
const INSERTING = 5;
const POPPING = 6;
const CREATING = 7;
const WORKING = 8;
const WAITS_DOWNSTREAM = 9;
const DOWNSTREAM = 10;
const COMPLETING = 11;
const FALLING_ASLEEP = 12;

const NAMES = [
  'asleep',
  'waits for the CPU',
  'starts',
  'thinks',
  'waits for the lock',
  'queue_work under the lock',
  'pop under the lock',
  'makes a kworker',
  'works',
  'waits downstream',
  'downstream lock',
  'wakes the submitter',
  'falls asleep',
];

const NOTHING = -1;
/** In place of an item: the kworker first makes another one. */
const MUST_CREATE = -2;

const NEVER = Number.POSITIVE_INFINITY;

const part = (name: Part) => PARTS.indexOf(name);
const LOCK_WAIT = part('lockWait');
const HOLD = part('hold');
const IN_LOCK_WAKE = part('inLockWake');
const WAKE_TO_RUN = part('wakeToRun');
const RUN_QUEUE = part('runQueue');
const KWORKERS_BUSY = part('kworkersBusy');
const WORK = part('work');
const DOWNSTREAM_WAIT = part('downstreamWait');
const COMPLETE = part('complete');

/**
 * How long a kworker goes on with the next item although another thread waits for its CPU, in ns.
 * Between the scheduler's wake-up preemption, at once, and the end of its slice, 2.8 ms. Of the
 * values tried it is the one with which the same costs explain pools of all sizes (DESIGN.md).
 */
const YIELD_NS = 20_000;

/**
 * The kernel's workqueue on a modelled machine, in virtual time: submitters bound to their CPUs,
 * kworkers that the scheduler places, one FIFO worklist and one spinlock a pool. DESIGN.md has the
 * rules and where each is from.
 */
export class KernelSimulation {
  now = 0;
  events = 0;
  readonly items: Items;
  readonly locks: Locks;
  readonly pools: Pools;
  readonly cpus: Cpus;
  private readonly scenario: Scenario;
  private readonly draw: Draw;
  private readonly trace: Trace | null;
  private readonly random: SimRandom;
  private readonly queue: EventQueue;
  private readonly placement: Placement;
  private readonly submitters: number;
  private readonly handOff: readonly number[];

  // By thread: submitters first, then the kworkers of each pool.
  private readonly phase: Uint8Array;
  private readonly cpuOf: Int32Array;
  private readonly poolOf: Int32Array;
  /** The item that is queued or run. */
  private readonly item: Int32Array;
  /** Woken, but still on the idle list until it has the lock. */
  private readonly woken: Uint8Array;
  /** Kworker that this thread wakes when it releases the lock. */
  private readonly wakes: Int32Array;
  private readonly since: Float64Array;
  /** How long the last start took, and how long it waited for a CPU before. */
  private readonly startNs: Float64Array;
  private readonly runQueueNs: Float64Array;

  // By submitter, and by item.
  private readonly started: Uint8Array;
  private readonly freeItem: Int32Array;
  private readonly nextFree: Int32Array;
  private readonly isDone: Uint8Array;
  private readonly queuedAt: Float64Array;
  private readonly doneAt: Float64Array;
  private inWindow = false;

  constructor(scenario: Scenario, draw: Draw, trace: Trace | null = null) {
    const { machine, submitters, depth, downstream, costs } = scenario;
    const most = scenario.mostKworkers!;
    const count = submitters.length;
    const threads = most.reduce((sum, own) => sum + own, count);
    const inFlight = count * depth;
    this.scenario = scenario;
    this.draw = draw;
    this.trace = trace;
    this.submitters = count;
    this.random = new SimRandom(draw.seed);
    this.queue = new EventQueue(machine.cpus.length);
    this.handOff = HOPS.map((hop) => costs.handOff[hop]);
    this.phase = new Uint8Array(threads);
    this.cpuOf = new Int32Array(threads);
    this.poolOf = new Int32Array(threads);
    this.item = new Int32Array(threads).fill(NOTHING);
    this.woken = new Uint8Array(threads);
    this.wakes = new Int32Array(threads).fill(-1);
    this.since = new Float64Array(threads);
    this.startNs = new Float64Array(threads);
    this.runQueueNs = new Float64Array(threads);
    this.started = new Uint8Array(count);
    this.freeItem = new Int32Array(count);
    this.nextFree = new Int32Array(inFlight);
    this.isDone = new Uint8Array(inFlight);
    this.queuedAt = new Float64Array(inFlight);
    this.doneAt = new Float64Array(inFlight);
    const homeOf = new Int32Array(threads).fill(-1);
    this.cpus = new Cpus(machine, scenario.poolOf, homeOf, count);
    this.locks = new Locks(scenario.pools + (downstream?.locks ?? 0), threads, machine, {
      fifo: scenario.fifo,
      random: this.random,
    });
    this.pools = new Pools(most, count, inFlight);
    this.items = new Items({ ...scenario, submitters: count, threads });
    this.placement = new Placement(scenario, this.cpus, this.random);
    this.bearKworkers(most, homeOf);
    this.startSubmitters();
  }

  /** Until enough items are done. False when the bound on events came first. */
  run(): boolean {
    const { queue, items } = this;
    while (!items.allCounted) {
      if (this.events === this.draw.maxEvents) return false;
      const cpu = queue.first();
      this.now = queue.timeOf(cpu);
      if (this.now === NEVER) throw new Error('simulation: nothing is left that could happen');
      queue.set(cpu, NEVER);
      this.events++;
      this.step(this.cpus.running[cpu]!, cpu);
    }
    this.cpus.settle(this.now);
    return true;
  }

  private bearKworkers(most: readonly number[], homeOf: Int32Array): void {
    let thread = this.submitters;
    most.forEach((count, pool) => {
      for (let nth = 0; nth < count; nth++, thread++) {
        this.poolOf[thread] = pool;
        this.cpuOf[thread] = this.placement.birthplace(pool, nth);
        if (this.scenario.strict) homeOf[thread] = pool;
      }
      this.pools.create(pool);
    });
  }

  private startSubmitters(): void {
    const { submitters, depth, poolOf } = this.scenario;
    const spread = this.draw.start === 'staggered' ? STAGGER_NS : 0;
    submitters.forEach((cpu, submitter) => {
      this.cpuOf[submitter] = cpu;
      this.poolOf[submitter] = poolOf[cpu]!;
      this.freeItem[submitter] = submitter * depth;
      for (let nth = 0; nth < depth; nth++) {
        const item = submitter * depth + nth;
        this.nextFree[item] = nth + 1 < depth ? item + 1 : NOTHING;
      }
      this.makeReady(submitter, cpu, spread * this.random.next());
    });
  }

  private step(thread: number, cpu: number): void {
    switch (this.phase[thread]) {
      case STARTING:
        if (thread >= this.submitters) {
          this.askForWork(thread);
          return;
        }
        this.resumeSubmitter(thread, cpu);
        return;
      case THINKING:
        this.queueItem(thread);
        return;
      case INSERTING:
        this.inserted(thread, cpu);
        return;
      case POPPING:
        this.popped(thread, cpu);
        return;
      case CREATING:
        this.pools.create(this.poolOf[thread]!);
        this.askForWork(thread);
        return;
      case WORKING:
        this.worked(thread, cpu);
        return;
      case DOWNSTREAM:
        this.leaveDownstream(thread, cpu);
        return;
      case COMPLETING:
        this.completed(thread, cpu);
        return;
      case FALLING_ASLEEP:
        this.fallAsleep(thread, cpu);
        return;
    }
    throw new Error(`simulation: an event of a thread that ${NAMES[this.phase[thread]!]}`);
  }

  // Submitters

  private resumeSubmitter(submitter: number, cpu: number): void {
    if (this.started[submitter] === 1) this.seeDone(submitter);
    this.started[submitter] = 1;
    this.think(submitter, cpu);
  }

  private think(submitter: number, cpu: number): void {
    const { think } = this.scenario.costs;
    if (think === 0) {
      this.queueItem(submitter);
      return;
    }
    this.spend(submitter, cpu, THINKING, this.jittered(think));
  }

  private queueItem(submitter: number): void {
    const item = this.freeItem[submitter]!;
    this.freeItem[submitter] = this.nextFree[item]!;
    this.item[submitter] = item;
    this.items.start(item, this.now);
    this.lockPool(submitter);
  }

  private inserted(submitter: number, cpu: number): void {
    const item = this.item[submitter]!;
    this.items.queued(item, this.now);
    this.unlockPool(submitter);
    this.seeDone(submitter);
    if (this.freeItem[submitter]! >= 0) {
      this.think(submitter, cpu);
      return;
    }
    this.phase[submitter] = ASLEEP;
    this.leaveCpu(cpu);
  }

  private seeDone(submitter: number): void {
    const { depth } = this.scenario;
    for (let item = submitter * depth; item < (submitter + 1) * depth; item++) {
      if (this.isDone[item] === 0) continue;
      this.isDone[item] = 0;
      this.blameSeeing(item, submitter);
      this.items.done(item, submitter, this.now);
      this.nextFree[item] = this.freeItem[submitter]!;
      this.freeItem[submitter] = item;
    }
    if (!this.inWindow && this.items.hasWindow) this.openWindow();
  }

  private openWindow(): void {
    this.inWindow = true;
    this.locks.resetCounters();
    this.pools.resetCounters();
    this.cpus.resetCounters(this.now);
  }

  // The pool's lock

  private lockPool(thread: number): void {
    const pool = this.poolOf[thread]!;
    if (this.locks.acquire(pool, thread, this.now)) this.enterPool(pool, thread);
    else this.phase[thread] = WAITS_FOR_LOCK;
  }

  private askForWork(kworker: number): void {
    this.lockPool(kworker);
  }

  /** The list operation happens at once, and its time passes after it, until the release. */
  private enterPool(pool: number, thread: number): void {
    const { costs } = this.scenario;
    const cpu = this.cpuOf[thread]!;
    const hold = this.jittered(costs.section + this.handOff[this.locks.fetchLine(pool, cpu)]!);
    const inserts = thread < this.submitters;
    if (inserts) this.pools.append(pool, this.item[thread]!);
    const kicks = inserts || this.pop(pool, thread);
    const wake = kicks ? this.kick(pool, thread) : 0;
    const item = this.item[thread]!;
    if (item >= 0) {
      const joined = this.locks.joined(thread);
      if (inserts) this.items.spend(item, LOCK_WAIT, this.now - joined);
      this.items.spend(item, HOLD, hold);
      this.items.spend(item, IN_LOCK_WAKE, wake);
      if (inserts) this.queuedAt[item] = this.now + hold + wake;
    }
    this.locks.heldNs[pool]! += hold + wake;
    this.spend(thread, cpu, inserts ? INSERTING : POPPING, hold + wake);
  }

  /** Whether a kworker is to be woken. */
  private pop(pool: number, kworker: number): boolean {
    const { pools } = this;
    if (this.woken[kworker] === 1) {
      this.woken[kworker] = 0;
      pools.leaveIdle(pool, kworker);
    }
    if (!pools.hasWork(pool)) {
      this.item[kworker] = NOTHING;
      pools.goIdle(pool, kworker);
      return false;
    }
    if (pools.firstIdle(pool) < 0 && pools.becomeManager(pool)) {
      this.item[kworker] = MUST_CREATE;
      return false;
    }
    const item = pools.pop(pool);
    this.item[kworker] = item;
    this.blameWaiting(item, kworker);
    return pools.hasWork(pool);
  }

  /**
   * `kick_pool`: wakes the first idle kworker, and no other where that one is woken already. One
   * that has not fallen asleep yet only has to be told. Returns the time under the lock.
   */
  private kick(pool: number, by: number): number {
    const kworker = this.pools.firstIdle(pool);
    if (kworker < 0) this.pools.foundNoneIdle[pool]!++;
    if (kworker < 0 || this.woken[kworker] === 1) return 0;
    this.woken[kworker] = 1;
    if (this.phase[kworker] !== ASLEEP) return 0;
    this.pools.wakeUps[pool]!++;
    const previous = this.cpuOf[kworker]!;
    const cpu = this.placement.choose(kworker, pool, previous, this.cpuOf[by]!);
    this.cpuOf[kworker] = cpu;
    if (this.cpus.isIdle(cpu)) this.occupy(cpu, kworker);
    this.wakes[by] = kworker;
    return this.jittered(this.scenario.costs.wake);
  }

  private unlockPool(thread: number): void {
    const pool = this.poolOf[thread]!;
    const heir = this.locks.release(pool, this.now);
    if (heir >= 0) {
      this.traceWait(heir);
      this.enterPool(pool, heir);
    }
    const kworker = this.wakes[thread]!;
    if (kworker < 0) return;
    this.wakes[thread] = -1;
    this.makeReady(kworker, this.cpuOf[kworker]!, 0);
  }

  // Kworkers

  private popped(kworker: number, cpu: number): void {
    const item = this.item[kworker]!;
    this.unlockPool(kworker);
    if (item >= 0) {
      this.work(kworker, cpu);
      return;
    }
    const { create, contextSwitch } = this.scenario.costs;
    if (item === MUST_CREATE) {
      this.spend(kworker, cpu, CREATING, this.jittered(create));
      return;
    }
    if (this.woken[kworker] === 1) {
      this.askForWork(kworker);
      return;
    }
    this.spend(kworker, cpu, FALLING_ASLEEP, this.jittered(contextSwitch));
  }

  private fallAsleep(kworker: number, cpu: number): void {
    if (this.woken[kworker] === 1) {
      this.askForWork(kworker);
      return;
    }
    this.phase[kworker] = ASLEEP;
    this.leaveCpu(cpu);
  }

  private work(kworker: number, cpu: number): void {
    const ns = this.drawn(this.scenario.work);
    const item = this.item[kworker]!;
    this.items.spend(item, WORK, ns);
    this.since[kworker] = this.now;
    if (ns === 0) {
      this.worked(kworker, cpu);
      return;
    }
    this.spend(kworker, cpu, WORKING, ns);
  }

  private worked(kworker: number, cpu: number): void {
    const { downstream, pools, depth } = this.scenario;
    if (downstream === null) {
      this.complete(kworker, cpu);
      return;
    }
    const submitter = Math.floor(this.item[kworker]! / depth);
    const lock = pools + downstream.lockOf[submitter]!;
    if (this.locks.acquire(lock, kworker, this.now)) this.enterDownstream(lock, kworker);
    else this.phase[kworker] = WAITS_DOWNSTREAM;
  }

  private enterDownstream(lock: number, kworker: number): void {
    const cpu = this.cpuOf[kworker]!;
    const line = this.jittered(this.handOff[this.locks.fetchLine(lock, cpu)]!);
    const ns = line + this.drawn(this.scenario.downstream!.hold);
    const item = this.item[kworker]!;
    this.items.spend(item, DOWNSTREAM_WAIT, this.now - this.locks.joined(kworker));
    this.items.spend(item, WORK, ns);
    this.locks.heldNs[lock]! += ns;
    this.spend(kworker, cpu, DOWNSTREAM, ns);
  }

  private leaveDownstream(kworker: number, cpu: number): void {
    const { downstream, pools, depth } = this.scenario;
    const submitter = Math.floor(this.item[kworker]! / depth);
    const lock = pools + downstream!.lockOf[submitter]!;
    const heir = this.locks.release(lock, this.now);
    if (heir >= 0) {
      this.traceWait(heir);
      this.enterDownstream(lock, heir);
    }
    this.complete(kworker, cpu);
  }

  private complete(kworker: number, cpu: number): void {
    const item = this.item[kworker]!;
    const submitter = Math.floor(item / this.scenario.depth);
    this.items.ran(item, kworker, this.now - this.since[kworker]!);
    this.doneAt[item] = this.now;
    if (this.phase[submitter] !== ASLEEP) {
      this.completed(kworker, cpu);
      return;
    }
    this.spend(kworker, cpu, COMPLETING, this.jittered(this.scenario.costs.complete));
  }

  private completed(kworker: number, cpu: number): void {
    const item = this.item[kworker]!;
    const submitter = Math.floor(item / this.scenario.depth);
    this.items.spend(item, COMPLETE, this.now - this.doneAt[item]!);
    this.doneAt[item] = this.now;
    this.isDone[item] = 1;
    if (this.phase[submitter] === ASLEEP) {
      this.pools.submittersWoken[this.poolOf[submitter]!]!++;
      this.makeReady(submitter, this.cpuOf[submitter]!, 0);
    }
    const ranNs = this.now - this.cpus.since[cpu]!;
    if (ranNs < YIELD_NS || !this.cpus.hasWaiting(cpu)) {
      this.askForWork(kworker);
      return;
    }
    this.waitForCpu(kworker, cpu);
    this.leaveCpu(cpu);
  }

  // CPUs

  private makeReady(thread: number, cpu: number, delay: number): void {
    const { wakeToRun } = this.scenario.costs;
    if (this.cpus.isIdle(cpu)) this.occupy(cpu, thread);
    if (this.cpus.running[cpu] === thread)
      this.start(thread, cpu, delay + this.jittered(wakeToRun));
    else this.waitForCpu(thread, cpu);
  }

  /** Keeps an idle CPU for a thread that will run there. */
  private occupy(cpu: number, thread: number): void {
    this.cpus.occupy(cpu, thread, this.now);
    this.runQueueNs[thread] = 0;
    this.phase[thread] = STARTING;
  }

  private waitForCpu(thread: number, cpu: number): void {
    this.phase[thread] = WAITS_FOR_CPU;
    this.since[thread] = this.now;
    this.cpus.enqueue(cpu, thread);
  }

  /** To the next of its run queue, to a kworker of another CPU's, or to idleness. */
  private leaveCpu(cpu: number): void {
    const { cpus } = this;
    this.traceStay(cpu);
    let next = cpus.dequeue(cpu);
    if (next < 0) next = cpus.steal(cpu);
    if (next < 0) {
      cpus.vacate(cpu, this.now);
      return;
    }
    this.cpuOf[next] = cpu;
    cpus.put(cpu, next, this.now);
    this.runQueueNs[next] = this.now - this.since[next]!;
    this.start(next, cpu, this.jittered(this.scenario.costs.contextSwitch));
  }

  private start(thread: number, cpu: number, ns: number): void {
    this.startNs[thread] = ns;
    this.spend(thread, cpu, STARTING, ns);
  }

  // Where the time goes

  /** From the worklist to a kworker: in which of its waits the item lay there. */
  private blameWaiting(item: number, kworker: number): void {
    const queuedAt = this.queuedAt[item]!;
    const asked = this.locks.joined(kworker);
    const lockWait = this.now - Math.max(asked, queuedAt);
    this.items.spend(item, LOCK_WAIT, lockWait);
    let left = this.now - queuedAt - lockWait;
    const start = Math.min(left, this.startNs[kworker]!);
    left -= start;
    const queue = Math.min(left, this.runQueueNs[kworker]!);
    this.items.spend(item, WAKE_TO_RUN, start);
    this.items.spend(item, RUN_QUEUE, queue);
    this.items.spend(item, KWORKERS_BUSY, left - queue);
    this.startNs[kworker] = 0;
    this.runQueueNs[kworker] = 0;
  }

  /** From done to seen by its submitter. */
  private blameSeeing(item: number, submitter: number): void {
    const ns = this.now - this.doneAt[item]!;
    const start = Math.min(ns, this.startNs[submitter]!);
    this.items.spend(item, WAKE_TO_RUN, start);
    this.items.spend(item, RUN_QUEUE, ns - start);
  }

  private spend(thread: number, cpu: number, phase: number, ns: number): void {
    this.phase[thread] = phase;
    this.queue.set(cpu, this.now + ns);
    this.trace?.slice(cpu, NAMES[phase]!, this.now, this.now + ns);
  }

  private traceWait(thread: number): void {
    if (this.trace === null) return;
    const from = this.locks.joined(thread);
    this.trace.slice(this.cpuOf[thread]!, NAMES[this.phase[thread]!]!, from, this.now);
  }

  private traceStay(cpu: number): void {
    if (this.trace === null) return;
    const thread = this.cpus.running[cpu]!;
    const { submitters } = this;
    const name =
      thread < submitters
        ? `submitter ${thread}`
        : `kworker ${thread - submitters} of pool ${this.poolOf[thread]}`;
    this.trace.slice(cpu, name, this.cpus.since[cpu]!, this.now);
  }

  private drawn({ kind, ns }: Duration): number {
    return kind === 'fixed' ? ns : this.random.exponential(ns);
  }

  private jittered(ns: number): number {
    return varied(ns, this.random.next());
  }
}
