/**
 * Machine repairman: `customers` that each think and then queue for one server. Exact mean value
 * analysis (Reiser & Lavenberg 1980, J. ACM 27, 313) for exponential times; for others a close
 * approximation.
 */
export function repairman(
  customers: number,
  thinkNs: number,
  serviceNs: number,
): {
  /** Visits of all customers together. */
  readonly visitsPerNs: number;
  /** Of one visit, with the service, mean. */
  readonly residenceNs: number;
} {
  let queue = 0;
  let residenceNs = serviceNs;
  let visitsPerNs = 0;
  for (let n = 1; n <= customers; n++) {
    residenceNs = serviceNs * (1 + queue);
    visitsPerNs = n / (thinkNs + residenceNs);
    queue = visitsPerNs * residenceNs;
  }
  return { visitsPerNs, residenceNs };
}
