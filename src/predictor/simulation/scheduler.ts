import type { Scenario } from '../scenario.js';
import type { Trace } from '../timeline/trace.js';
import { Cpus } from './cpus.js';
import { EventQueue } from './event-queue.js';
import { PHASE, PHASE_NAMES } from './phases.js';
import type { SimRandom } from './sim-random.js';
import { SLICE_NS, TICK_NS, YIELD_NS } from './time-slices.js';
import { varied } from './variation.js';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Virtual time, and the threads on their CPUs: submitters first, then kworkers. A CPU has one
 * event at most, the end of what its thread does.
 */
export class Scheduler {
  now = 0;
  events = 0;
  readonly cpus: Cpus;
  // By thread.
  readonly phase: Uint8Array;
  readonly cpuOf: Int32Array;
  /** How long the last start took, and how long the thread waited for a CPU before. */
  readonly startNs: Float64Array;
  readonly runQueueNs: Float64Array;
  /** Waits for its CPU because it has left it to another thread. */
  private readonly hadTurn: Uint8Array;
  private readonly waitsSince: Float64Array;
  private readonly submitters: number;
  private readonly wakeToRunNs: number;
  private readonly contextSwitchNs: number;
  private readonly random: SimRandom;
  private readonly trace: Trace | null;
  private readonly queue: EventQueue;
  /** CPU of the event that is happening, and whether it has another one by now. */
  private acting = -1;
  private hasNext = false;

  /** `homeOf`: by thread, the pool on whose CPUs alone it may run; -1 for any CPU. */
  constructor(scenario: Scenario, homeOf: Int32Array, random: SimRandom, trace: Trace | null) {
    const { machine, costs, submitters } = scenario;
    const threads = homeOf.length;
    this.cpus = new Cpus(scenario, homeOf);
    this.phase = new Uint8Array(threads);
    this.cpuOf = new Int32Array(threads);
    this.startNs = new Float64Array(threads);
    this.runQueueNs = new Float64Array(threads);
    this.hadTurn = new Uint8Array(threads);
    this.waitsSince = new Float64Array(threads);
    this.submitters = submitters.length;
    this.wakeToRunNs = costs.wakeToRun;
    this.contextSwitchNs = costs.contextSwitch;
    this.random = random;
    this.trace = trace;
    this.queue = new EventQueue(machine.cpus.length);
    for (const cpu of machine.cpus.keys()) this.queue.set(cpu, TICK_NS);
  }

  /** Goes on to the next event of a thread. Returns that thread. */
  advance(): number {
    const { queue, cpus } = this;
    for (;;) {
      // One change of the queue does for most events: the thread goes on to something else.
      if (!this.hasNext && this.acting >= 0) queue.set(this.acting, NEVER);
      const cpu = queue.first();
      this.now = queue.timeOf(cpu);
      if (cpus.allIdle) throw new Error('simulation: nothing is left that could happen');
      this.acting = cpu;
      this.hasNext = false;
      this.events++;
      const thread = cpus.running[cpu]!;
      if (thread >= 0) return thread;
      this.tick(cpu);
    }
  }

  /** The thread does something on its CPU, for a time. */
  spend(thread: number, phase: number, ns: number): void {
    const cpu = this.cpuOf[thread]!;
    this.phase[thread] = phase;
    this.setNext(cpu, this.now + ns);
    this.trace?.slice(cpu, PHASE_NAMES[phase]!, this.now, this.now + ns);
  }

  /** A time around its mean. */
  varied(ns: number): number {
    return varied(ns, this.random.next());
  }

  isAsleep(thread: number): boolean {
    return this.phase[thread] === PHASE.asleep;
  }

  /** Sends a thread to a CPU, and keeps that for it if it is idle. */
  place(thread: number, cpu: number): void {
    this.cpuOf[thread] = cpu;
    if (!this.cpus.isIdle(cpu)) return;
    this.occupy(cpu, thread);
    this.queue.set(cpu, NEVER);
  }

  /** The thread runs as soon as it can on the CPU it was placed on. */
  makeReady(thread: number, delayNs = 0): void {
    const cpu = this.cpuOf[thread]!;
    if (this.cpus.isIdle(cpu)) this.occupy(cpu, thread);
    if (this.cpus.running[cpu] === thread) {
      this.start(thread, delayNs + this.varied(this.wakeToRunNs));
    } else this.enqueue(thread, cpu, true);
  }

  /** Whether a thread, between two items, has to leave its CPU to one that waits for it. */
  mustYield(thread: number): boolean {
    const cpu = this.cpuOf[thread]!;
    const waiting = this.cpus.firstWaiting(cpu);
    if (waiting < 0) return false;
    const hasSlice = thread < this.submitters || this.hadTurn[waiting] === 1;
    return this.now - this.cpus.since[cpu]! >= (hasSlice ? SLICE_NS : YIELD_NS);
  }

  /** Leaves the CPU to those who wait for it, and waits for it. */
  yieldCpu(thread: number): void {
    const cpu = this.cpuOf[thread]!;
    if (thread < this.submitters) this.hadTurn[thread] = 1;
    this.enqueue(thread, cpu, false);
    this.leave(cpu);
  }

  sleep(thread: number): void {
    this.phase[thread] = PHASE.asleep;
    this.leave(this.cpuOf[thread]!);
  }

  /** Tells the timeline how long a thread has waited, doing nothing else. */
  traceWait(thread: number, since: number): void {
    const name = PHASE_NAMES[this.phase[thread]!]!;
    this.trace?.slice(this.cpuOf[thread]!, name, since, this.now);
  }

  private occupy(cpu: number, thread: number): void {
    this.cpus.occupy(cpu, thread, this.now);
    this.runQueueNs[thread] = 0;
    this.phase[thread] = PHASE.starting;
  }

  private enqueue(thread: number, cpu: number, hasSlept: boolean): void {
    this.phase[thread] = PHASE.waitsForCpu;
    this.waitsSince[thread] = this.now;
    this.cpus.enqueue(cpu, thread, hasSlept);
  }

  /** To the next of its run queue, to one of another CPU's, or to idleness. */
  private leave(cpu: number): void {
    const { cpus, now } = this;
    if (this.trace !== null) this.traceStay(cpu);
    cpus.leaves(cpus.running[cpu]!, now);
    let next = cpus.dequeue(cpu);
    if (next < 0) next = cpus.pull(cpu, now);
    if (next >= 0) {
      cpus.put(cpu, next, now);
      this.switchTo(next, cpu);
      return;
    }
    cpus.vacate(cpu, now);
    this.setNext(cpu, now + TICK_NS);
  }

  /** An idle CPU looks whether there is something to do by now. */
  private tick(cpu: number): void {
    const next = this.cpus.pull(cpu, this.now);
    if (next < 0) {
      this.setNext(cpu, this.now + TICK_NS);
      return;
    }
    this.cpus.occupy(cpu, next, this.now);
    this.switchTo(next, cpu);
  }

  private switchTo(thread: number, cpu: number): void {
    this.cpuOf[thread] = cpu;
    this.hadTurn[thread] = 0;
    this.runQueueNs[thread] = this.now - this.waitsSince[thread]!;
    this.start(thread, this.varied(this.contextSwitchNs));
  }

  private setNext(cpu: number, at: number): void {
    if (cpu === this.acting) this.hasNext = true;
    this.queue.set(cpu, at);
  }

  private start(thread: number, ns: number): void {
    this.startNs[thread] = ns;
    this.spend(thread, PHASE.starting, ns);
  }

  private traceStay(cpu: number): void {
    const thread = this.cpus.running[cpu]!;
    const kworker = thread - this.submitters;
    const name = kworker < 0 ? `submitter ${thread}` : `kworker ${kworker}`;
    this.trace!.slice(cpu, name, this.cpus.since[cpu]!, this.now);
  }
}
