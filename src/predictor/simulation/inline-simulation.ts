import { PARTS, type Part } from '../../results/file/prediction-schema.js';
import type { Draw, Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { DownstreamLocks } from './downstream-locks.js';
import { Items } from './items.js';
import { Locks } from './locks.js';
import { HOPS, hopBetween } from './machine.js';
import { PHASE, PHASE_NAMES } from './phases.js';
import { Scheduler } from './scheduler.js';
import { SimRandom } from './sim-random.js';
import { ThreadLists } from './thread-lists.js';
import { STAGGER_NS } from './variation.js';

const NOTHING = -1;

const part = (name: Part) => PARTS.indexOf(name);
const LOCK_WAIT = part('lockWait');
const HOLD = part('hold');
const BUSY = part('kworkersBusy');
const WORK = part('work');
const COMPLETE = part('complete');

/**
 * wqbench's own engine with `--kworkers inline`: one thread a CPU that queues its item and, until
 * that is done, pops and runs whatever its pool has. Nobody sleeps, so nobody is woken.
 */
export class InlineSimulation {
  readonly items: Items;
  readonly locks: Locks;
  readonly scheduler: Scheduler;
  private readonly scenario: Scenario;
  private readonly draw: Draw;
  readonly random: SimRandom;
  private readonly worklists: ThreadLists;
  private readonly handOff: readonly number[];
  private readonly downstream: DownstreamLocks | null;
  private inWindow = false;
  // By thread; its item has its number.
  private readonly poolOf: Int32Array;
  private readonly popped: Int32Array;
  private readonly queuedAt: Float64Array;
  private readonly doneAt: Float64Array;
  private readonly worksSince: Float64Array;

  constructor(scenario: Scenario, draw: Draw, trace: Trace | null = null) {
    const { machine, submitters, downstream, costs } = scenario;
    const threads = submitters.length;
    this.scenario = scenario;
    this.draw = draw;
    this.random = new SimRandom(draw.seed);
    this.handOff = HOPS.map((hop) => costs.handOff[hop]);
    this.scheduler = new Scheduler(scenario, new Int32Array(threads).fill(-1), this.random, trace);
    this.locks = new Locks(scenario.pools + (downstream?.locks ?? 0), threads, machine, {
      fifo: scenario.fifo,
      random: this.random,
    });
    this.worklists = new ThreadLists(scenario.pools, threads);
    this.items = new Items({ ...scenario, submitters: threads, threads });
    this.poolOf = Int32Array.from(submitters, (cpu) => scenario.poolOf[cpu]!);
    this.popped = new Int32Array(threads).fill(NOTHING);
    this.queuedAt = new Float64Array(threads);
    this.doneAt = new Float64Array(threads);
    this.worksSince = new Float64Array(threads);
    this.downstream = downstream && new DownstreamLocks(scenario, this, this.popped);
    const spread = draw.start === 'staggered' ? STAGGER_NS : 0;
    submitters.forEach((cpu, thread) => {
      this.scheduler.cpuOf[thread] = cpu;
      this.scheduler.makeReady(thread, spread * this.random.next());
    });
  }

  /** Until enough items are done, or the bound on events is reached. */
  run(): void {
    const { scheduler, items, draw } = this;
    while (!items.allCounted && scheduler.events < draw.maxEvents) this.step(scheduler.advance());
    scheduler.cpus.settle(scheduler.now);
  }

  private step(thread: number): void {
    const phase = this.scheduler.phase[thread]!;
    switch (phase) {
      case PHASE.starting:
        this.think(thread);
        break;
      case PHASE.thinking:
        this.items.start(thread, this.scheduler.now);
        this.lockPool(thread, PHASE.waitsForLock);
        break;
      case PHASE.inserting:
        this.unlockPool(thread);
        this.readClock(thread);
        break;
      case PHASE.readingClock:
        this.items.queued(thread, this.scheduler.now);
        this.seekOwn(thread);
        break;
      case PHASE.popping:
        this.unlockPool(thread);
        this.work(thread);
        break;
      case PHASE.working:
        this.worked(thread);
        break;
      case PHASE.downstream:
        this.downstream!.leave(thread);
        this.complete(thread);
        break;
      case PHASE.waitsForOwn:
        this.seekOwn(thread);
        break;
      default:
        throw new Error(`simulation: an event of a thread that ${PHASE_NAMES[phase]}`);
    }
  }

  private think(thread: number): void {
    const ns = this.scheduler.varied(this.scenario.costs.think);
    this.scheduler.spend(thread, PHASE.thinking, ns);
  }

  private readClock(thread: number): void {
    const ns = this.scheduler.varied(this.scenario.costs.clockRead);
    this.scheduler.spend(thread, PHASE.readingClock, ns);
  }

  private lockPool(thread: number, phase: number): void {
    const pool = this.poolOf[thread]!;
    this.scheduler.phase[thread] = phase;
    if (this.locks.acquire(pool, thread, this.scheduler.now)) this.enterPool(pool, thread);
  }

  private enterPool(pool: number, thread: number): void {
    const { scheduler, locks, items } = this;
    const hop = locks.fetchLine(pool, scheduler.cpuOf[thread]!);
    const hold = scheduler.varied(this.scenario.costs.section + this.handOff[hop]!);
    const inserts = scheduler.phase[thread] === PHASE.waitsForLock;
    locks.heldNs[pool]! += hold;
    if (inserts) {
      this.worklists.pushBack(pool, thread);
      items.spend(thread, LOCK_WAIT, scheduler.now - locks.joined(thread));
      items.spend(thread, HOLD, hold);
      this.queuedAt[thread] = scheduler.now + hold;
    } else {
      const item = this.worklists.shift(pool);
      this.popped[thread] = item;
      if (item >= 0) this.blameWaiting(item, thread, hold);
    }
    scheduler.spend(thread, inserts ? PHASE.inserting : PHASE.popping, hold);
  }

  private blameWaiting(item: number, by: number, hold: number): void {
    const { now } = this.scheduler;
    const queuedAt = this.queuedAt[item]!;
    const lockWait = now - Math.max(this.locks.joined(by), queuedAt);
    this.items.spend(item, LOCK_WAIT, lockWait);
    this.items.spend(item, BUSY, now - queuedAt - lockWait);
    this.items.spend(item, HOLD, hold);
  }

  private unlockPool(thread: number): void {
    const pool = this.poolOf[thread]!;
    const heir = this.locks.release(pool, this.scheduler.now);
    if (heir < 0) return;
    this.scheduler.traceWait(heir, this.locks.joined(heir));
    this.enterPool(pool, heir);
  }

  private seekOwn(thread: number): void {
    const { items, scheduler } = this;
    if (items.isDone[thread] === 0) {
      this.lockPool(thread, PHASE.waitsToPop);
      return;
    }
    items.spend(thread, COMPLETE, scheduler.now - this.doneAt[thread]!);
    items.seen(thread, thread, scheduler.now);
    if (!this.inWindow && items.hasWindow) this.openWindow();
    this.think(thread);
  }

  private openWindow(): void {
    this.inWindow = true;
    this.locks.resetCounters();
    this.scheduler.cpus.resetCounters(this.scheduler.now);
  }

  private work(thread: number): void {
    const item = this.popped[thread]!;
    if (item === NOTHING) {
      // Its item is with somebody else, who says when it is done.
      if (this.items.isDone[thread] === 1) this.seekOwn(thread);
      else this.scheduler.phase[thread] = PHASE.waitsForOwn;
      return;
    }
    const ns = this.random.duration(this.scenario.work);
    this.worksSince[thread] = this.scheduler.now;
    this.items.spend(item, WORK, ns);
    if (ns === 0) this.worked(thread);
    else this.scheduler.spend(thread, PHASE.working, ns);
  }

  private worked(thread: number): void {
    if (this.downstream === null) this.complete(thread);
    else this.downstream.ask(thread);
  }

  private complete(thread: number): void {
    const { scheduler, items } = this;
    const item = this.popped[thread]!;
    items.ran(item, thread, scheduler.now - this.worksSince[thread]!);
    items.isDone[item] = 1;
    this.doneAt[item] = scheduler.now;
    if (scheduler.phase[item] === PHASE.waitsForOwn) this.tell(item, thread);
    this.seekOwn(thread);
  }

  /** The word that an item is done travels to the thread which waits for it. */
  private tell(waiting: number, by: number): void {
    const { scheduler } = this;
    const { cpuOf } = scheduler;
    const hop = hopBetween(this.scenario.machine, cpuOf[by]!, cpuOf[waiting]!);
    scheduler.spend(waiting, PHASE.waitsForOwn, scheduler.varied(this.handOff[hop]!));
  }
}
