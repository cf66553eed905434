import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Costs } from '../costs.js';
import type { Draw, Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { DownstreamLocks } from './downstream-locks.js';
import { Items } from './items.js';
import { Locks } from './locks.js';
import { HOPS } from './machine.js';
import { PHASE, PHASE_NAMES } from './phases.js';
import { Placement } from './placement.js';
import { Pools } from './pools.js';
import { Scheduler } from './scheduler.js';
import { SimRandom } from './sim-random.js';
import { STAGGER_NS } from './variation.js';

const NOTHING = -1;
/** In place of an item: the kworker first makes another one. */
const MUST_CREATE = -2;

const part = (name: Part) => PARTS.indexOf(name);
const LOCK_WAIT = part('lockWait');
const HOLD = part('hold');
const IN_LOCK_WAKE = part('inLockWake');
const WAKE_TO_RUN = part('wakeToRun');
const RUN_QUEUE = part('runQueue');
const KWORKERS_BUSY = part('kworkersBusy');
const WORK = part('work');
const COMPLETE = part('complete');

/**
 * The kernel's workqueue on a modelled machine, in virtual time: submitters, bound to their CPUs
 * or not, kworkers that the scheduler places, one FIFO worklist and one spinlock a pool. DESIGN.md has the
 * rules and where each is from.
 */
export class KernelSimulation {
  readonly items: Items;
  readonly locks: Locks;
  readonly pools: Pools;
  readonly scheduler: Scheduler;
  private readonly scenario: Scenario;
  private readonly costs: Costs;
  private readonly draw: Draw;
  readonly random: SimRandom;
  private readonly placement: Placement;
  private readonly submitters: number;
  private readonly handOff: readonly number[];
  private readonly downstream: DownstreamLocks | null;
  private inWindow = false;

  // By thread: submitters first, then the kworkers of each pool.
  private readonly poolOf: Int32Array;
  /** The item that is queued or run. */
  private readonly item: Int32Array;
  /** Woken, but still on the idle list until it has the lock. */
  private readonly woken: Uint8Array;
  /** Kworker that this thread wakes when it releases the lock. */
  private readonly wakes: Int32Array;
  private readonly worksSince: Float64Array;

  // By item.
  private readonly queuedAt: Float64Array;
  private readonly doneAt: Float64Array;

  constructor(scenario: Scenario, draw: Draw, trace: Trace | null = null) {
    const { submitters, depth, downstream, costs, machine } = scenario;
    const most = scenario.mostKworkers!;
    const count = submitters.length;
    const threads = most.reduce((sum, own) => sum + own, count);
    this.scenario = scenario;
    this.costs = costs;
    this.draw = draw;
    this.submitters = count;
    this.random = new SimRandom(draw.seed);
    this.handOff = HOPS.map((hop) => costs.handOff[hop]);
    this.poolOf = new Int32Array(threads);
    this.item = new Int32Array(threads).fill(NOTHING);
    this.woken = new Uint8Array(threads);
    this.wakes = new Int32Array(threads).fill(-1);
    this.worksSince = new Float64Array(threads);
    this.queuedAt = new Float64Array(count * depth);
    this.doneAt = new Float64Array(count * depth);
    const homeOf = new Int32Array(threads).fill(-1);
    this.scheduler = new Scheduler(scenario, homeOf, this.random, trace);
    this.locks = new Locks(scenario.pools + (downstream?.locks ?? 0), threads, machine, {
      fifo: scenario.fifo,
      random: this.random,
    });
    this.pools = new Pools(most, count, count * depth);
    this.items = new Items({ ...scenario, submitters: count, threads });
    this.downstream = downstream && new DownstreamLocks(scenario, this, this.item);
    this.placement = new Placement(scenario, this.scheduler.cpus, this.random);
    this.bearKworkers(most, homeOf);
    this.startSubmitters();
  }

  /** Until enough items are done, or the bound on events is reached. */
  run(): void {
    const { scheduler, items, draw } = this;
    while (!items.allCounted && scheduler.events < draw.maxEvents) this.step(scheduler.advance());
    scheduler.cpus.settle(scheduler.now);
  }

  private bearKworkers(most: readonly number[], homeOf: Int32Array): void {
    let thread = this.submitters;
    most.forEach((count, pool) => {
      for (let nth = 0; nth < count; nth++, thread++) {
        this.poolOf[thread] = pool;
        this.scheduler.cpuOf[thread] = this.placement.birthplace(pool, nth);
        if (this.scenario.strict) homeOf[thread] = pool;
      }
      this.pools.create(pool);
    });
  }

  private startSubmitters(): void {
    const { submitters, poolOf } = this.scenario;
    const spread = this.draw.start === 'staggered' ? STAGGER_NS : 0;
    submitters.forEach((cpu, submitter) => {
      this.scheduler.cpuOf[submitter] = cpu;
      this.poolOf[submitter] = poolOf[cpu]!;
      this.scheduler.makeReady(submitter, spread * this.random.next());
    });
  }

  private step(thread: number): void {
    const phase = this.scheduler.phase[thread]!;
    switch (phase) {
      case PHASE.starting:
        if (thread >= this.submitters) this.lockPool(thread);
        else this.resumeSubmitter(thread);
        break;
      case PHASE.thinking:
        this.queueItem(thread);
        break;
      case PHASE.inserting:
        this.inserted(thread);
        break;
      case PHASE.popping:
        this.popped(thread);
        break;
      case PHASE.creating:
        this.pools.create(this.poolOf[thread]!);
        this.lockPool(thread);
        break;
      case PHASE.working:
        this.worked(thread);
        break;
      case PHASE.downstream:
        this.downstream!.leave(thread);
        this.complete(thread);
        break;
      case PHASE.completing:
        this.completed(thread);
        break;
      case PHASE.fallingAsleep:
        if (this.woken[thread] === 1) this.lockPool(thread);
        else this.scheduler.sleep(thread);
        break;
      default:
        throw new Error(`simulation: an event of a thread that ${PHASE_NAMES[phase]}`);
    }
  }

  // Submitters

  private resumeSubmitter(submitter: number): void {
    this.seeDone(submitter);
    this.think(submitter);
  }

  private think(submitter: number): void {
    const { think } = this.costs;
    const { submitterWork } = this.scenario;
    if (think + submitterWork.ns === 0) {
      this.queueItem(submitter);
      return;
    }
    const ns = this.scheduler.varied(think) + this.random.duration(submitterWork);
    this.scheduler.spend(submitter, PHASE.thinking, ns);
  }

  /** In the pool of the CPU that it is on. */
  private queueItem(submitter: number): void {
    this.poolOf[submitter] = this.scenario.poolOf[this.scheduler.cpuOf[submitter]!]!;
    this.item[submitter] = this.items.start(submitter, this.scheduler.now);
    this.lockPool(submitter);
  }

  private inserted(submitter: number): void {
    this.items.queued(this.item[submitter]!, this.scheduler.now);
    this.unlockPool(submitter);
    this.seeDone(submitter);
    if (!this.items.hasFree(submitter)) this.scheduler.sleep(submitter);
    else if (this.scheduler.mustYield(submitter)) this.scheduler.yieldCpu(submitter);
    else this.think(submitter);
  }

  private seeDone(submitter: number): void {
    const { depth } = this.scenario;
    const end = (submitter + 1) * depth;
    for (let item = end - depth; item < end; item++) {
      if (this.items.isDone[item] === 0) continue;
      this.blameSeeing(item, submitter);
      this.items.seen(item, submitter, this.scheduler.now);
    }
    if (!this.inWindow && this.items.hasWindow) this.openWindow();
  }

  private openWindow(): void {
    this.inWindow = true;
    this.locks.resetCounters();
    this.pools.resetCounters();
    this.scheduler.cpus.resetCounters(this.scheduler.now);
  }

  // The pool's lock

  private lockPool(thread: number): void {
    const pool = this.poolOf[thread]!;
    if (this.locks.acquire(pool, thread, this.scheduler.now)) this.enterPool(pool, thread);
    else this.scheduler.phase[thread] = PHASE.waitsForLock;
  }

  /** The list operation happens at once, and its time passes after it, until the release. */
  private enterPool(pool: number, thread: number): void {
    const { scheduler, locks, items } = this;
    const hop = locks.fetchLine(pool, scheduler.cpuOf[thread]!);
    const hold = scheduler.varied(this.costs.section + this.handOff[hop]!);
    const inserts = thread < this.submitters;
    if (inserts) this.pools.append(pool, this.item[thread]!);
    const kicks = inserts || this.pop(pool, thread);
    const wake = kicks ? this.kick(pool, thread) : 0;
    const item = this.item[thread]!;
    if (item >= 0) {
      items.spend(item, HOLD, hold);
      items.spend(item, IN_LOCK_WAKE, wake);
      if (inserts) {
        items.spend(item, LOCK_WAIT, scheduler.now - locks.joined(thread));
        this.queuedAt[item] = scheduler.now + hold + wake;
      }
    }
    locks.heldNs[pool]! += hold + wake;
    scheduler.spend(thread, inserts ? PHASE.inserting : PHASE.popping, hold + wake);
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
    const { scheduler, pools } = this;
    const kworker = pools.firstIdle(pool);
    if (kworker < 0) pools.foundNoneIdle[pool]!++;
    if (kworker < 0 || this.woken[kworker] === 1) return 0;
    this.woken[kworker] = 1;
    if (!scheduler.isAsleep(kworker)) return 0;
    pools.wakeUps[pool]!++;
    const { cpuOf } = scheduler;
    const cpu = this.placement.choose(kworker, pool, cpuOf[kworker]!, cpuOf[by]!);
    scheduler.place(kworker, cpu);
    this.wakes[by] = kworker;
    return scheduler.varied(this.costs.wake);
  }

  private unlockPool(thread: number): void {
    const pool = this.poolOf[thread]!;
    const heir = this.locks.release(pool, this.scheduler.now);
    if (heir >= 0) {
      this.scheduler.traceWait(heir, this.locks.joined(heir));
      this.enterPool(pool, heir);
    }
    const kworker = this.wakes[thread]!;
    if (kworker < 0) return;
    this.wakes[thread] = -1;
    this.scheduler.makeReady(kworker);
  }

  // Kworkers

  private popped(kworker: number): void {
    const item = this.item[kworker]!;
    this.unlockPool(kworker);
    const { create, contextSwitch } = this.costs;
    if (item >= 0) this.work(kworker, item);
    else if (item === MUST_CREATE) this.spend(kworker, PHASE.creating, create);
    else if (this.woken[kworker] === 1) this.lockPool(kworker);
    else this.spend(kworker, PHASE.fallingAsleep, contextSwitch);
  }

  private work(kworker: number, item: number): void {
    const ns = this.random.duration(this.scenario.work);
    this.items.spend(item, WORK, ns);
    this.worksSince[kworker] = this.scheduler.now;
    if (ns === 0) this.worked(kworker);
    else this.scheduler.spend(kworker, PHASE.working, ns);
  }

  private worked(kworker: number): void {
    if (this.downstream === null) this.complete(kworker);
    else this.downstream.ask(kworker);
  }

  private complete(kworker: number): void {
    const { now } = this.scheduler;
    const item = this.item[kworker]!;
    this.items.ran(item, kworker, now - this.worksSince[kworker]!);
    this.doneAt[item] = now;
    if (this.scheduler.isAsleep(this.items.submitterOf(item))) {
      this.spend(kworker, PHASE.completing, this.costs.complete);
    } else this.completed(kworker);
  }

  private completed(kworker: number): void {
    const { scheduler, items } = this;
    const item = this.item[kworker]!;
    const submitter = items.submitterOf(item);
    items.spend(item, COMPLETE, scheduler.now - this.doneAt[item]!);
    this.doneAt[item] = scheduler.now;
    items.isDone[item] = 1;
    if (scheduler.isAsleep(submitter)) {
      this.pools.submittersWoken[this.poolOf[kworker]!]!++;
      this.wakeSubmitter(submitter, scheduler.cpuOf[kworker]!);
    }
    if (scheduler.mustYield(kworker)) scheduler.yieldCpu(kworker);
    else this.lockPool(kworker);
  }

  private wakeSubmitter(submitter: number, waker: number): void {
    const { scheduler, placement } = this;
    if (!this.scenario.submittersBound) {
      const cpu = placement.chooseFor(submitter, scheduler.cpuOf[submitter]!, waker);
      scheduler.place(submitter, cpu);
    }
    scheduler.makeReady(submitter);
  }

  // Where the time goes

  /** From the worklist to a kworker: in which of its waits the item lay there. */
  private blameWaiting(item: number, kworker: number): void {
    const { scheduler, items } = this;
    const { now, startNs, runQueueNs } = scheduler;
    const queuedAt = this.queuedAt[item]!;
    const lockWait = now - Math.max(this.locks.joined(kworker), queuedAt);
    const before = now - queuedAt - lockWait;
    const start = Math.min(before, startNs[kworker]!);
    const queue = Math.min(before - start, runQueueNs[kworker]!);
    items.spend(item, LOCK_WAIT, lockWait);
    items.spend(item, WAKE_TO_RUN, start);
    items.spend(item, RUN_QUEUE, queue);
    items.spend(item, KWORKERS_BUSY, before - start - queue);
    startNs[kworker] = 0;
    runQueueNs[kworker] = 0;
  }

  /** From done to seen by its submitter. */
  private blameSeeing(item: number, submitter: number): void {
    const ns = this.scheduler.now - this.doneAt[item]!;
    const start = Math.min(ns, this.scheduler.startNs[submitter]!);
    this.items.spend(item, WAKE_TO_RUN, start);
    this.items.spend(item, RUN_QUEUE, ns - start);
  }

  private spend(thread: number, phase: number, meanNs: number): void {
    this.scheduler.spend(thread, phase, this.scheduler.varied(meanNs));
  }
}
