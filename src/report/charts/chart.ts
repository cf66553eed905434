/** A drawing with all it needs inside: it may be set into any page. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly svg: string;
}
