/** Which real CPU each thread is bound to. */
export interface Placement {
  /** By thread. */
  readonly boundCpus: readonly number[];
  /** Real CPUs that any thread may get. */
  readonly realCpus: readonly number[];
  /** More threads than real CPUs. */
  readonly oversubscribed: boolean;
}

/** On the machine itself a CPU's thread runs on that CPU. */
export function placeOnOwnCpus(cpus: readonly number[]): Placement {
  return { boundCpus: cpus, realCpus: cpus, oversubscribed: false };
}

/**
 * Modelled CPUs are dealt to the real ones in turn: neighbours, and so most CPUs of a pod, then run
 * on different real CPUs and do contend, as they would on the modelled machine.
 */
export function placeModelled(threads: number, realCpus: readonly number[]): Placement {
  return {
    boundCpus: Array.from({ length: threads }, (_, thread) => realCpus[thread % realCpus.length]!),
    realCpus,
    oversubscribed: threads > realCpus.length,
  };
}
