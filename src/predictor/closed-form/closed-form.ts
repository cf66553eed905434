import type { Warning } from '../../core/warnings.js';
import type { TrialOutcome } from '../../runner/trial-executor.js';
import { outcomeOf } from '../outcome.js';
import type { Draw, Scenario } from '../scenario.js';
import { HOPS, hopBetween } from '../simulation/machine.js';
import { repairman } from './repairman.js';

const P50_ONLY: Warning = {
  code: 'no-percentiles',
  message:
    'a formula has no percentiles beyond p50, no wake-ups and no spread; pools of one CPU, and those over several LLCs, are beyond it, where it can be off by half: use --model simulation',
};

/**
 * Throughput and p50 pool by pool, at once: each pool is a repairman that every item visits twice,
 * to be queued and to be popped. A round of the pool has one wake-up under the lock, so a visit
 * takes h0 + w / n with n submitters. It knows neither percentiles nor CPUs that idle.
 */
export function closedForm(scenario: Scenario, draw: Draw): TrialOutcome {
  const { submitters, poolOf, pools, itemsPerThread, mostKworkers } = scenario;
  const members = Array.from({ length: pools }, (_, pool) =>
    submitters.filter((cpu) => poolOf[cpu] === pool),
  );
  const figures = members.map((cpus) => poolFigures(scenario, cpus));
  const rateOf = (cpu: number) => {
    const pool = poolOf[cpu]!;
    return figures[pool]!.itemsPerNs / members[pool]!.length;
  };
  const perNs = submitters.reduce((sum, cpu) => sum + rateOf(cpu), 0);
  const items = submitters.length * itemsPerThread;
  const each = (nsOf: (pool: number) => number) =>
    Uint32Array.from({ length: items }, (_, item) =>
      Math.round(nsOf(poolOf[submitters[Math.floor(item / itemsPerThread)]!]!)),
    );
  return outcomeOf(scenario, draw, {
    elapsedNs: items / perNs,
    queueNs: each((pool) => figures[pool]!.queueNs),
    roundTripNs: each((pool) => figures[pool]!.roundTripNs),
    workNs: each(() => scenario.work.ns),
    itemsOf: Float64Array.from(submitters, (cpu) => (rateOf(cpu) / perNs) * items),
    kworkers: mostKworkers && members.map((cpus) => [cpus.length * itemsPerThread]),
    poolCounters: null,
    busyPart: null,
    locks: null,
    events: 0,
    unfinished: null,
    warnings: [P50_ONLY],
    partNs: null,
  });
}

function poolFigures(scenario: Scenario, cpus: Int32Array) {
  const { costs, work, mostKworkers } = scenario;
  const n = cpus.length;
  if (n === 0) return { itemsPerNs: 0, queueNs: 0, roundTripNs: 0 };
  const visit = costs.section + meanHandOff(scenario, cpus);
  const sleeps = mostKworkers !== null;
  const wake = sleeps ? costs.wake / n : 0;
  const around = sleeps
    ? costs.complete + 2 * (costs.wakeToRun + costs.contextSwitch) + costs.think
    : costs.think;
  const thinkNs = around + work.ns;
  const { visitsPerNs, residenceNs } = repairman(n, thinkNs / 2, visit + wake);
  const itemsPerNs = visitsPerNs / 2;
  return { itemsPerNs, queueNs: residenceNs, roundTripNs: n / itemsPerNs - costs.think };
}

/** Between any two of the CPUs, and for one alone on the spot. */
function meanHandOff({ machine, costs }: Scenario, cpus: Int32Array): number {
  if (cpus.length < 2) return 0;
  let sum = 0;
  for (const a of cpus) {
    for (const b of cpus) if (a !== b) sum += costs.handOff[HOPS[hopBetween(machine, a, b)]!];
  }
  return sum / (cpus.length * (cpus.length - 1));
}
