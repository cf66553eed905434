import type { WakePolicy } from '../../../native-free-bench/wake-policy.js';
import type { Cpus } from './cpus.js';
import type { Machine } from './machine.js';
import type { SimRandom } from './sim-random.js';

const FROM_WAKER: readonly WakePolicy[] = ['local', 'llc', 'any'];

/**
 * On which CPU a woken kworker starts, as `select_task_rq_fair` has it: the one it last ran on if
 * that is idle, else an idle one under that one's LLC, else there or at the waker. A CPU outside the
 * pod is no start: then it is any of the pod's. `local`, `llc` and `any` start from the waker
 * instead; `node` goes on to the other LLCs of the node in turn, and `any` to all.
 */
export class Placement {
  private readonly machine: Machine;
  private readonly cpus: Cpus;
  private readonly random: SimRandom;
  private readonly wake: WakePolicy;
  private readonly poolOf: Int32Array;
  private readonly pods: readonly Int32Array[];
  /** LLC that the next search through a node begins with. */
  private readonly turns: Int32Array;

  constructor(
    scenario: {
      readonly machine: Machine;
      readonly wake: WakePolicy;
      readonly poolOf: Int32Array;
      readonly pools: number;
    },
    cpus: Cpus,
    random: SimRandom,
  ) {
    const { machine, poolOf, pools } = scenario;
    this.machine = machine;
    this.cpus = cpus;
    this.random = random;
    this.wake = scenario.wake;
    this.poolOf = poolOf;
    this.turns = new Int32Array(machine.nodes.length);
    this.pods = Array.from({ length: pools }, (_, pool) =>
      Int32Array.from([...poolOf.keys()].filter((cpu) => poolOf[cpu] === pool)),
    );
  }

  /** First CPU of a new kworker of a pool. */
  birthplace(pool: number, nth: number): number {
    const pod = this.pods[pool]!;
    return pod[nth % pod.length]!;
  }

  choose(kworker: number, pool: number, previous: number, waker: number): number {
    const { cpus, machine } = this;
    const near = FROM_WAKER.includes(this.wake) ? waker : previous;
    const start = this.poolOf[near] === pool ? near : this.anyOf(pool);
    if (cpus.isIdle(start)) return start;
    const idle = cpus.findIdle(machine.llcOf[start]!, start, kworker);
    if (idle >= 0) return idle;
    const far = this.findFar(start, kworker);
    if (far >= 0) return far;
    return cpus.mayRun(kworker, waker) && this.random.next() < 0.5 ? waker : start;
  }

  /** For a submitter that is not bound: near where it ran last, or near its waker. */
  chooseFor(submitter: number, previous: number, waker: number): number {
    const { cpus, machine, random } = this;
    const start = random.next() < 0.5 ? previous : waker;
    if (cpus.isIdle(start)) return start;
    const idle = cpus.findIdle(machine.llcOf[start]!, start, submitter);
    return idle >= 0 ? idle : start;
  }

  private findFar(start: number, kworker: number): number {
    if (this.wake !== 'node' && this.wake !== 'any') return -1;
    const { machine, cpus, turns } = this;
    const node = machine.nodeOf[start]!;
    const own = machine.nodes[node]!;
    const turn = turns[node]!++ % own.length;
    for (let nth = 0; nth < own.length; nth++) {
      const found = cpus.findIdle(own[(turn + nth) % own.length]!, start, kworker);
      if (found >= 0) return found;
    }
    if (this.wake === 'node') return -1;
    for (let llc = 0; llc < machine.llcs.length; llc++) {
      const found = cpus.findIdle(llc, start, kworker);
      if (found >= 0) return found;
    }
    return -1;
  }

  private anyOf(pool: number): number {
    const pod = this.pods[pool]!;
    return pod[this.random.below(pod.length)]!;
  }
}
