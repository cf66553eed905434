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

/** A column of words. */
export function wordColumn<Row>(title: string, field: string, word: (row: Row) => string) {
  return { title, align: 'left', text: word, field, raw: word } satisfies Column<Row>;
}

/** A column of numbers; `format` gives those for people, who get a dash for none. */
export function numberColumn<Row>(
  title: string,
  field: string,
  value: (row: Row) => number | null,
  format: (value: number) => string,
): Column<Row> {
  const text = (row: Row) => {
    const number = value(row);
    return number === null ? '-' : format(number);
  };
  return { title, align: 'right', text, field, raw: value };
}

/** A column each for fields that are shown as they are, numbers to the right. */
export function fieldColumns<Row>(
  fields: readonly (keyof Row & string)[],
  numbers: readonly (keyof Row & string)[] = [],
): Column<Row>[] {
  return fields.map((field) => ({
    title: field,
    align: numbers.includes(field) ? 'right' : 'left',
    text: (row) => String(row[field]),
    field,
    raw: (row) => row[field] as string | number,
  }));
}
