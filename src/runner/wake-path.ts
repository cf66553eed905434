import { ThreadTeam } from '../../native-free-bench/host.js';
import { type WakeCost, wakeCost } from '../results/wake-cost.js';
import { formatCpuList } from '../topology/cpu-list.js';

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

async function measureWakeCost(
  team: ThreadTeam,
  sleepers: readonly number[],
  rounds: number,
  deadlineMs: number,
): Promise<WakeCost> {
  const spec = { waker: 0, sleepers, rounds: rounds + WARM_UP_ROUNDS, deadlineMs };
  return wakeCost(await team.measureWakes(spec), sleepers.length, WARM_UP_ROUNDS);
}
