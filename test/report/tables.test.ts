import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column } from '../../src/report/text/columns.js';
import { renderCsv } from '../../src/report/text/csv.js';
import { renderMarkdownTable } from '../../src/report/text/markdown.js';
import { renderTextTable } from '../../src/report/text/text-table.js';

interface Row {
  readonly name: string;
  readonly ns: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'long name',
    align: 'left',
    text: ({ name }) => name,
    field: 'name',
    raw: ({ name }) => name,
  },
  {
    title: 'mean time',
    align: 'right',
    text: ({ ns }) => (ns === null ? '-' : `${ns} µs`),
    field: 'mean_ns',
    raw: ({ ns }) => ns,
  },
];

const ROWS: readonly Row[] = [
  { name: 'first of all the rows', ns: 12.5 },
  { name: 'second', ns: null },
];

const PLAIN = { colour: false, unicode: true, columns: undefined };

describe('renderTextTable', () => {
  test('as wide as its text', () => {
    expect(`\n${renderTextTable(COLUMNS, ROWS, PLAIN)}\n`).toBe(`
────────────────────────────────
long name              mean time
────────────────────────────────
first of all the rows    12.5 µs
second                         -
────────────────────────────────
`);
  });

  test('in ASCII', () => {
    const text = renderTextTable(COLUMNS, ROWS, { ...PLAIN, unicode: false });
    expect(text).toContain('first of all the rows    12.5 us');
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
  });

  test('narrow: titles break, then the first column wraps', () => {
    const narrow = renderTextTable(COLUMNS, ROWS, { ...PLAIN, columns: 20 });
    expect(`\n${narrow}\n`).toBe(`
────────────────────
long            mean
name            time
────────────────────
first of all 12.5 µs
the rows
second             -
────────────────────
`);
  });

  test('colour makes titles bold and nothing else different', () => {
    const coloured = renderTextTable(COLUMNS, ROWS, { ...PLAIN, colour: true });
    expect(coloured).toContain('\u001b[1mlong name\u001b[22m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is left must be the plain table
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderTextTable(COLUMNS, ROWS, PLAIN));
  });

  test('without rows it still has its head', () => {
    expect(renderTextTable(COLUMNS, [], PLAIN)).toContain('long name  mean time');
  });
});

test('renderMarkdownTable aligns columns and escapes what would end a cell', () => {
  const rows = [...ROWS, { name: 'a|b\n*c* `d`', ns: 1 }];
  expect(`\n${renderMarkdownTable(COLUMNS, rows)}\n`).toBe(`
| long name             | mean time |
| :-------------------- | --------: |
| first of all the rows |   12.5 µs |
| second                |         - |
| a\\|b \\*c\\* \\\`d\\\`      |      1 µs |
`);
});

describe('renderCsv', () => {
  test('raw figures under machine titles, nothing for null, CRLF', () => {
    expect(renderCsv(COLUMNS, ROWS)).toBe(
      'name,mean_ns\r\nfirst of all the rows,12.5\r\nsecond,\r\n',
    );
  });

  test('any text comes back from its cell', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const [, cell = ''] =
          /^name,mean_ns\r\n([\s\S]*),1\r\n$/.exec(renderCsv(COLUMNS, [{ name, ns: 1 }])) ?? [];
        const quoted = /^"([\s\S]*)"$/.exec(cell);
        expect(quoted ? quoted[1]?.replaceAll('""', '"') : cell).toBe(name);
        if (!quoted) expect(cell).not.toMatch(/[",\r\n]/);
      }),
    );
  });
});
