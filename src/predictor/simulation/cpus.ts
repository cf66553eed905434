import { BitSet } from './bit-set.js';
import type { Machine } from './machine.js';
import { ThreadLists } from './thread-lists.js';

/** What runs and what waits on each CPU, and the scheduler's search for an idle one. */
export class Cpus {
  /** Thread on each CPU, -1 for none. */
  readonly running: Int32Array;
  /** When that thread came onto its CPU. */
  readonly since: Float64Array;
  readonly busyNs: Float64Array;
  private readonly machine: Machine;
  private readonly submitters: number;
  private readonly runQueues: ThreadLists;
  private readonly idle: BitSet;
  /** First CPU of each core that is idle as a whole. */
  private readonly idleCores: BitSet;
  private readonly busyOfCore: Int32Array;
  /** CPUs on which a kworker waits. */
  private readonly crowded: BitSet;
  private readonly waitingKworkers: Int32Array;
  private readonly busySince: Float64Array;

  private readonly poolOf: Int32Array;
  private readonly homeOf: Int32Array;

  /** `homeOf`: by thread, the pool on whose CPUs alone it may run; -1 for any CPU. */
  constructor(machine: Machine, poolOf: Int32Array, homeOf: Int32Array, submitters: number) {
    const count = machine.cpus.length;
    const threads = homeOf.length;
    this.machine = machine;
    this.poolOf = poolOf;
    this.homeOf = homeOf;
    this.submitters = submitters;
    this.running = new Int32Array(count).fill(-1);
    this.since = new Float64Array(count);
    this.busyNs = new Float64Array(count);
    this.busySince = new Float64Array(count);
    this.runQueues = new ThreadLists(count, threads);
    this.idle = new BitSet(count);
    this.idleCores = new BitSet(count);
    this.crowded = new BitSet(count);
    this.busyOfCore = new Int32Array(machine.cores.length);
    this.waitingKworkers = new Int32Array(count);
    for (let cpu = 0; cpu < count; cpu++) this.idle.add(cpu);
    for (const core of machine.cores) this.idleCores.add(core[0]!);
  }

  isIdle(cpu: number): boolean {
    return this.running[cpu]! < 0;
  }

  /** Ends the idleness of a CPU. */
  occupy(cpu: number, thread: number, now: number): void {
    this.idle.delete(cpu);
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

  /** Submitters, which have just slept, go before kworkers. */
  enqueue(cpu: number, thread: number): void {
    if (thread < this.submitters) {
      this.runQueues.pushFront(cpu, thread);
      return;
    }
    this.runQueues.pushBack(cpu, thread);
    if (this.waitingKworkers[cpu]!++ === 0) this.crowded.add(cpu);
  }

  hasWaiting(cpu: number): boolean {
    return this.runQueues.first(cpu) >= 0;
  }

  /** Next thread of a CPU's run queue; -1 for none. */
  dequeue(cpu: number): number {
    const thread = this.runQueues.shift(cpu);
    if (thread >= this.submitters) this.forgetWaiting(cpu);
    return thread;
  }

  /**
   * A kworker waiting for another CPU of this one's LLC, for it to run here; -1 for none. As a CPU
   * that goes idle pulls one.
   */
  steal(cpu: number): number {
    const cpus = this.machine.llcs[this.machine.llcOf[cpu]!]!;
    const end = cpus[0]! + cpus.length;
    for (let from = this.crowded.next(cpus[0]!, end); from >= 0; ) {
      for (let t = this.runQueues.first(from); t >= 0; t = this.runQueues.next(t)) {
        if (t < this.submitters || !this.mayRun(t, cpu)) continue;
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
    if (--this.waitingKworkers[cpu]! === 0) this.crowded.delete(cpu);
  }
}
