import { type IdleList, NOBODY } from './idle-list.js';
import { kworkerSleep } from './kworker-sleep.js';
import { POOL } from './layout.js';
import type { Lock } from './locks/lock.js';
import { NO_ITEM, Pool } from './pool.js';
import { wakeStamp } from './wake-meter.js';
import type { WakePolicy } from './wake-policy.js';

/** What a pool with kworker threads has besides its lock and list. */
export interface Workforce {
  readonly idle: IdleList;
  /** Pages of the kworkers that may be created, in order. */
  readonly kworkers: readonly number[];
  readonly policy: WakePolicy;
  /** Page of the calling thread. */
  readonly self: number;
  /** Called between any two steps that other threads can come between. */
  readonly step: () => void;
}

/**
 * One thread's handle on a pool that real kworker threads serve. As `kick_pool` in the kernel, an
 * insert, and a pop that leaves work, wake a kworker while the lock is held: one at most, and none
 * where the one it would be has been woken already and is still on its way. Where none is idle, one
 * more is created, up to the bound.
 */
export class WorkerPool extends Pool {
  /** Of this thread: kworkers woken, and times that work waited and none was idle. */
  wakeUps = 0;
  foundNoneIdle = 0;
  private readonly page: number;
  private readonly force: Workforce;

  constructor(words: Int32Array, page: number, lock: Lock, force: Workforce) {
    super(words, page, lock);
    this.page = page;
    this.force = force;
  }

  override init(): void {
    super.init();
    this.force.idle.init();
    this.words[this.page + POOL.created] = 0;
    this.words[this.page + POOL.peakBusy] = 0;
  }

  override queueWork(item: number): void {
    this.enter();
    this.append(item);
    this.kick();
    this.leave();
  }

  /** By a kworker that was woken: it leaves the idle list and takes the first item. */
  takeAwake(): number {
    this.enter();
    this.force.idle.remove(this.force.self);
    this.noteBusy();
    return this.takeOrRest();
  }

  /** By a kworker that has run an item. */
  takeNext(): number {
    this.enter();
    return this.takeOrRest();
  }

  /** The first item; with `NO_ITEM` the caller is in the idle list and has to sleep. */
  private takeOrRest(): number {
    const item = this.takeFirst();
    if (item === NO_ITEM) {
      this.force.idle.push(this.force.self);
      kworkerSleep.prepare(this.words, this.force.self);
    } else if (!this.isEmpty()) {
      this.kick();
    }
    this.leave();
    return item;
  }

  private kick(): void {
    const { idle, policy, self } = this.force;
    const chosen = idle.choose(policy, self);
    if (chosen === NOBODY) {
      this.grow();
    } else if (kworkerSleep.wake(this.words, chosen, wakeStamp(this.wakeUps))) {
      idle.noteWoken(chosen);
      this.wakeUps++;
    }
  }

  /** A new kworker begins in the idle list, on its way: no second one is created meanwhile. */
  private grow(): void {
    this.foundNoneIdle++;
    const created = this.words[this.page + POOL.created]!;
    const kworker = this.force.kworkers[created];
    if (kworker === undefined) return;
    this.words[this.page + POOL.created] = created + 1;
    this.force.idle.push(kworker);
    kworkerSleep.create(this.words, kworker, wakeStamp(created));
  }

  private noteBusy(): void {
    const words = this.words;
    const busy = words[this.page + POOL.created]! - words[this.page + POOL.idleCount]!;
    if (busy > words[this.page + POOL.peakBusy]!) words[this.page + POOL.peakBusy] = busy;
  }

  private enter(): void {
    this.force.step();
    this.lock.acquire();
    this.countAcquisition();
    this.force.step();
  }

  private leave(): void {
    this.force.step();
    this.lock.release();
    this.force.step();
  }
}
