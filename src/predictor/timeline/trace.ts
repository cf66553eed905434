/** Takes note of what a simulation does. */
export interface Trace {
  /** A CPU, by the machine's index, did something from one time to another, in ns. */
  slice(cpu: number, name: string, fromNs: number, toNs: number): void;
}
