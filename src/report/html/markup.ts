/** Markup that is safe to set into a page. Text becomes part of it only through {@link html}. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlPart = Html | string | number | readonly HtmlPart[];

/** Markup with values in it: text is escaped, markup and lists of it are taken as they are. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  const parts = values.map((value, index) => `${markupOf(value)}${strings[index + 1]}`);
  return new Html(`${strings[0]}${parts.join('')}`);
}

/** Markup that was made elsewhere and is known to be sound. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

function markupOf(value: HtmlPart): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(markupOf).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Fit for text and for quoted attributes. What HTML forbids (control characters) shows as `�`. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('\r', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}
