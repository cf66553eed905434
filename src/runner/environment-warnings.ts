import type { Warning } from '../core/warnings.js';
import { parseCpuList } from '../topology/cpu-list.js';
import type { MachineEnvironment } from './environment.js';

export interface Demand {
  readonly threads: number;
  /** CPUs the threads run on. */
  readonly realCpus: number;
}

/** What of the environment casts doubt on a measurement; what is unknown casts none. */
export function environmentWarnings(environment: MachineEnvironment, demand: Demand): Warning[] {
  const { cgroupCpuQuota, loadAverage, governor, boost } = environment;
  const busyCpus = Math.min(demand.threads, demand.realCpus);
  return [
    ...(typeof cgroupCpuQuota === 'number' && cgroupCpuQuota < busyCpus
      ? [quotaBelowThreads(cgroupCpuQuota, busyCpus)]
      : []),
    ...(loadAverage !== null ? otherLoad(loadAverage[0], busyCpus, environment.onlineCpus) : []),
    ...(governor !== null && governor !== 'performance' ? [slowGovernor(governor)] : []),
    ...(boost === true ? [boosting()] : []),
  ];
}

function quotaBelowThreads(quota: number, busyCpus: number): Warning {
  return {
    code: 'cpu-quota',
    message: `the cgroup allows ${round(quota)} CPUs of time, but ${busyCpus} would be busy: the kernel throttles the threads; raise the quota or use --threads ${Math.max(1, Math.floor(quota))}`,
  };
}

/** Load is other work when it and the threads do not fit side by side, by half a CPU. */
function otherLoad(load: number, busyCpus: number, onlineCpus: string | null): Warning[] {
  const online =
    onlineCpus === null ? busyCpus : Math.max(parseCpuList(onlineCpus).length, busyCpus);
  if (load + busyCpus <= online + 0.5) return [];
  const message = `the load average was ${round(load)} before the run, with ${busyCpus} of ${online} CPUs needed: other work may have shared them`;
  return [{ code: 'high-load', message }];
}

function slowGovernor(governor: string): Warning {
  return {
    code: 'governor-not-performance',
    message: `the cpufreq governor is '${governor}': the CPUs may change frequency during the run; set it to 'performance'`,
  };
}

function boosting(): Warning {
  return {
    code: 'boost-enabled',
    message:
      'the CPUs may boost: their clock rate depends on heat and on how many are busy, so few pools and many may run at different rates; switch it off in /sys/devices/system/cpu',
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
