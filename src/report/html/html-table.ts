import type { Column } from '../text/columns.js';
import { type Html, html } from './markup.js';

/** A table in a group of its own that scrolls where the window is narrow. The first column names the row. */
export function renderHtmlTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  caption: string,
  kind: 'figures' | 'facts' = 'figures',
): Html {
  const heads = columns.map(
    (column) => html`<th scope="col" class="${column.align}"><span>${column.title}</span></th>`,
  );
  const lines = rows.map(
    (row) => html`<tr>${columns.map((column, at) => cell(column, row, at))}</tr>`,
  );
  return html`<div class="scroll" role="group" aria-label="${caption}" tabindex="0">
<table class="${kind}">
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}
</tbody>
</table>
</div>`;
}

function cell<Row>({ align, text }: Column<Row>, row: Row, index: number): Html {
  return index === 0
    ? html`<th scope="row" class="${align}">${text(row)}</th>`
    : html`<td class="${align}">${text(row)}</td>`;
}

/** What is known by a name. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Facts one below the other. */
export function renderFacts(facts: readonly Fact[], caption: string): Html {
  return renderHtmlTable(FACT_COLUMNS, facts, caption, 'facts');
}

const FACT_COLUMNS: readonly Column<Fact>[] = [
  {
    title: 'property',
    align: 'left',
    text: ({ name }) => name,
    field: 'property',
    raw: ({ name }) => name,
  },
  {
    title: 'value',
    align: 'left',
    text: ({ value }) => value,
    field: 'value',
    raw: ({ value }) => value,
  },
];
