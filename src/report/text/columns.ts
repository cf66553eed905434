/** A column of a table as a value: what it shows of a row to people, and to programs. */
export interface Column<Row> {
  /** Heading for people. */
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Cell for people, with unit. */
  text(row: Row): string;
  /** Heading for programs, unit last: `queue_p50_ns`. */
  readonly field: string;
  /** Cell for programs, in base units; null where there is nothing. */
  raw(row: Row): string | number | null;
}
