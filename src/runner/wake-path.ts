import { ThreadTeam } from '../../native-free-bench/host.js';
import type { Warning } from '../core/warnings.js';
import type { Run } from '../results/file/run-file.js';
import { type WakeCost, wakeCost } from '../results/wake-cost.js';
import { formatCpuList } from '../topology/cpu-list.js';
import type { TrialOutcome } from './trial-executor.js';

/** Rounds of a look before a run: some ms. */
const ROUNDS = 40;

/** The first rounds compile the loops. */
const WARM_UP_ROUNDS = 10;

/** More sleepers say nothing new. */
const MOST_SLEEPERS = 8;

/** Sleepers of the table of costs. */
const TABLE_SLEEPERS = [1, 2, 4, MOST_SLEEPERS] as const;

/** About the time of a round, with its pause. */
const ROUND_MS = 0.5;

const DEADLINE_MS = 60_000;

/** On a team of its own on these CPUs, each number of sleepers for about `timeMs`. */
export async function measureWakeCosts(
  cpus: readonly number[],
  timeMs: number,
): Promise<WakeCost[]> {
  const names = ['the waker', ...Array.from({ length: MOST_SLEEPERS }, (_, n) => `sleeper ${n}`)];
  const all = formatCpuList(cpus);
  const bindTo = names.map((_, slot) => (slot === 0 ? String(cpus[0]) : all));
  const team = await ThreadTeam.start({ bindTo, names, deadlineMs: DEADLINE_MS });
  const rounds = Math.max(20, Math.round(timeMs / ROUND_MS));
  const costs: WakeCost[] = [];
  try {
    for (const count of TABLE_SLEEPERS) {
      const sleepers = Array.from({ length: count }, (_, index) => index + 1);
      costs.push(await measureWakeCost(team, sleepers, rounds, DEADLINE_MS + 10 * timeMs));
    }
  } finally {
    await team.close();
  }
  return costs;
}

/** Measures with the first thread of a team waking others, which come behind `submitters`. */
export async function measureWakePath(
  team: ThreadTeam,
  submitters: number,
  kworkers: number,
  deadlineMs: number,
): Promise<Run['wakePath']> {
  const sleepers = Array.from(
    { length: Math.min(kworkers, MOST_SLEEPERS) },
    (_, index) => submitters + index,
  );
  const cost = await measureWakeCost(team, sleepers, ROUNDS, deadlineMs);
  const { latencyP50Ns, latencyP90Ns, wakesPerSecond } = cost;
  return { sleepers: sleepers.length, latencyP50Ns, latencyP90Ns, wakesPerSecond };
}

export async function measureWakeCost(
  team: ThreadTeam,
  sleepers: readonly number[],
  rounds: number,
  deadlineMs: number,
): Promise<WakeCost> {
  const spec = { waker: 0, sleepers, rounds: rounds + WARM_UP_ROUNDS, deadlineMs };
  return wakeCost(await team.measureWakes(spec), sleepers.length, WARM_UP_ROUNDS);
}

/** Part of the wake path's rate from which on it shapes the figures. */
const BOUND_FROM = 0.5;

/** Wake-ups of a trial, of kworkers and of submitters, against what the wake path can do. */
export function wakePathWarnings(
  { pools, elapsedNs }: Pick<TrialOutcome, 'pools' | 'elapsedNs'>,
  wakePath: Run['wakePath'],
): Warning[] {
  if (wakePath === null) return [];
  const wakeUps = pools.reduce((sum, { kworkers }) => {
    if (kworkers === null) return sum;
    return sum + kworkers.wakeUps + kworkers.created + kworkers.submittersWoken;
  }, 0);
  const perSecond = (wakeUps * 1e9) / elapsedNs;
  const part = perSecond / wakePath.wakesPerSecond;
  if (part < BOUND_FROM) return [];
  const message = `${thousands(perSecond)} wake-ups a second, ${Math.round(part * 100)}% of the ${thousands(wakePath.wakesPerSecond)} that the engine wakes ${wakePath.sleepers} sleeping threads at: the figures are those of Atomics.notify more than of the pools; use longer items, or --kworkers inline`;
  return [{ code: 'wake-path-bound', message }];
}

function thousands(perSecond: number): string {
  return `${(perSecond / 1000).toFixed(perSecond < 10_000 ? 1 : 0)} k`;
}
