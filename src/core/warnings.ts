/** A doubt about a result, kept as data: `code` is stable, `message` has the figure and the advice. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}
