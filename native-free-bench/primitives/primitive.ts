export const GROUPS = ['clock', 'atomics', 'lock', 'pool', 'histogram'] as const;

export type PrimitiveGroup = (typeof GROUPS)[number];

/** One thing that the measured loop is made of. */
export interface Primitive {
  readonly group: PrimitiveGroup;
  readonly name: string;
  /** Does it `times` times in a row and returns something that depends on them. */
  run(times: number): number;
}
