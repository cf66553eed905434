import type { Scenario } from '../scenario.js';
import { BitSet } from './bit-set.js';
import type { Machine } from './machine.js';
import { ThreadLists } from './thread-lists.js';
import { MIGRATION_COST_NS } from './time-slices.js';

/** What runs and what waits on each CPU, and the scheduler's search for an idle one. */
export class Cpus {
  /** Thread on each CPU, -1 for none. */
  readonly running: Int32Array;
  /** When that thread came onto its CPU. */
  readonly since: Float64Array;
  readonly busyNs: Float64Array;
  private readonly machine: Machine;
  private readonly submitters: number;
  /** Threads from this one on may run on other CPUs than they were placed on. */
  private readonly firstMovable: number;
  private readonly runQueues: ThreadLists;
  private readonly idle: BitSet;
  /** First CPU of each core that is idle as a whole. */
  private readonly idleCores: BitSet;
  private readonly busyOfCore: Int32Array;
  /** CPUs on which a thread waits that may be moved. */
  private readonly crowded: BitSet;
  private readonly movableWaiting: Int32Array;
  private readonly busySince: Float64Array;
  /** When each thread left its CPU. */
  private readonly leftAt: Float64Array;
  /** No waiting thread that may be moved left its CPU earlier: a bound, exact after a search. */
  private earliestLeft = Number.POSITIVE_INFINITY;
  private busyCpus = 0;
  private readonly poolOf: Int32Array;
  private readonly homeOf: Int32Array;

  /** `homeOf`: by thread, the pool on whose CPUs alone it may run; -1 for any CPU. */
  constructor({ machine, poolOf, submitters, submittersBound }: Scenario, homeOf: Int32Array) {
    const count = machine.cpus.length;
    const threads = homeOf.length;
    this.machine = machine;
    this.poolOf = poolOf;
    this.homeOf = homeOf;
    this.submitters = submitters.length;
    this.firstMovable = submittersBound ? submitters.length : 0;
    this.running = new Int32Array(count).fill(-1);
    this.since = new Float64Array(count);
    this.busyNs = new Float64Array(count);
    this.busySince = new Float64Array(count);
    this.leftAt = new Float64Array(threads).fill(Number.NEGATIVE_INFINITY);
    this.runQueues = new ThreadLists(count, threads);
    this.idle = new BitSet(count);
    this.idleCores = new BitSet(count);
    this.crowded = new BitSet(count);
    this.busyOfCore = new Int32Array(machine.cores.length);
    this.movableWaiting = new Int32Array(count);
    for (let cpu = 0; cpu < count; cpu++) this.idle.add(cpu);
    for (const core of machine.cores) this.idleCores.add(core[0]!);
  }

  isIdle(cpu: number): boolean {
    return this.running[cpu]! < 0;
  }

  get allIdle(): boolean {
    return this.busyCpus === 0;
  }

  /** Ends the idleness of a CPU. */
  occupy(cpu: number, thread: number, now: number): void {
    this.idle.delete(cpu);
    this.busyCpus++;
    const core = this.machine.coreOf[cpu]!;
    if (this.busyOfCore[core]!++ === 0) this.idleCores.delete(this.machine.cores[core]![0]!);
    this.busySince[cpu] = now;
    this.put(cpu, thread, now);
  }

  /** On a CPU that was not idle. */
  put(cpu: number, thread: number, now: number): void {
    this.running[cpu] = thread;
    this.since[cpu] = now;
  }

  vacate(cpu: number, now: number): void {
    this.running[cpu] = -1;
    this.busyCpus--;
    this.busyNs[cpu]! += now - this.busySince[cpu]!;
    this.idle.add(cpu);
    const core = this.machine.coreOf[cpu]!;
    if (--this.busyOfCore[core]! === 0) this.idleCores.add(this.machine.cores[core]![0]!);
  }

  /** Counts `busyNs` from now on. */
  resetCounters(now: number): void {
    this.settle(now);
    this.busyNs.fill(0);
  }

  /** Brings `busyNs` of the busy ones up to now. */
  settle(now: number): void {
    for (let cpu = 0; cpu < this.running.length; cpu++) {
      if (this.running[cpu]! < 0) continue;
      this.busyNs[cpu]! += now - this.busySince[cpu]!;
      this.busySince[cpu] = now;
    }
  }

  /** Submitters that have just slept go before all others. */
  enqueue(cpu: number, thread: number, hasSlept: boolean): void {
    if (hasSlept && thread < this.submitters) this.runQueues.pushFront(cpu, thread);
    else this.runQueues.pushBack(cpu, thread);
    if (thread < this.firstMovable) return;
    if (this.movableWaiting[cpu]!++ === 0) this.crowded.add(cpu);
    this.earliestLeft = Math.min(this.earliestLeft, this.leftAt[thread]!);
  }

  /** Thread that runs next on a CPU; -1 for none. */
  firstWaiting(cpu: number): number {
    return this.runQueues.first(cpu);
  }

  leaves(thread: number, now: number): void {
    this.leftAt[thread] = now;
  }

  /** Next thread of a CPU's run queue; -1 for none. */
  dequeue(cpu: number): number {
    const thread = this.runQueues.shift(cpu);
    if (thread >= this.firstMovable) this.forgetWaiting(cpu);
    return thread;
  }

  /**
   * A thread waiting for another CPU, for it to run here; -1 for none. As an idle CPU pulls one,
   * from its own LLC first, that has not run for long enough to have left its cache.
   */
  pull(cpu: number, now: number): number {
    const { llcs, llcOf } = this.machine;
    const ranBefore = now - MIGRATION_COST_NS;
    if (this.earliestLeft > ranBefore) return -1;
    const bound = this.earliestLeft;
    this.earliestLeft = Number.POSITIVE_INFINITY;
    const own = llcOf[cpu]!;
    for (let nth = 0; nth < llcs.length; nth++) {
      const found = this.pullFrom((own + nth) % llcs.length, cpu, ranBefore);
      if (found < 0) continue;
      this.earliestLeft = bound;
      return found;
    }
    return -1;
  }

  private pullFrom(llc: number, cpu: number, ranBefore: number): number {
    const cpus = this.machine.llcs[llc]!;
    const end = cpus[0]! + cpus.length;
    for (let from = this.crowded.next(cpus[0]!, end); from >= 0; ) {
      for (let t = this.runQueues.first(from); t >= 0; t = this.runQueues.next(t)) {
        if (t < this.firstMovable) continue;
        this.earliestLeft = Math.min(this.earliestLeft, this.leftAt[t]!);
        if (this.leftAt[t]! > ranBefore || !this.mayRun(t, cpu)) continue;
        this.runQueues.remove(from, t);
        this.forgetWaiting(from);
        return t;
      }
      from = this.crowded.next(from + 1, end);
    }
    return -1;
  }

  /**
   * An idle CPU under an LLC for a thread, of a core idle as a whole if there is one, searched from
   * `from` on and around; -1 for none.
   */
  findIdle(llc: number, from: number, thread: number): number {
    const cpus = this.machine.llcs[llc]!;
    const start = cpus[0]!;
    const end = start + cpus.length;
    const middle = from >= start && from < end ? from : start;
    const core = this.searchAround(this.idleCores, start, middle, end, thread);
    return core >= 0 ? core : this.searchAround(this.idle, start, middle, end, thread);
  }

  mayRun(thread: number, cpu: number): boolean {
    const home = this.homeOf[thread]!;
    return home < 0 || this.poolOf[cpu] === home;
  }

  private searchAround(
    set: BitSet,
    start: number,
    middle: number,
    end: number,
    thread: number,
  ): number {
    for (let at = set.next(middle, end); at >= 0; at = set.next(at + 1, end)) {
      if (this.mayRun(thread, at)) return at;
    }
    for (let at = set.next(start, middle); at >= 0; at = set.next(at + 1, middle)) {
      if (this.mayRun(thread, at)) return at;
    }
    return -1;
  }

  private forgetWaiting(cpu: number): void {
    if (--this.movableWaiting[cpu]! === 0) this.crowded.delete(cpu);
  }
}
