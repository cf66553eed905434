import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { escapeHtml, html, trusted } from '../../../src/report/html/markup.js';
import { attribute, elementsIn, textOf } from './page.js';

const HOSTILE = fc.string({
  unit: fc.oneof(
    fc.constantFrom('<', '>', '&', '"', "'", '`', '=', '</script>', '<!--', '-->', '&lt;', ']]>'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('text stays text, in an element and in an attribute', () => {
  fc.assert(
    fc.property(HOSTILE, (text) => {
      const errors: string[] = [];
      const fragment = parseFragment(html`<p title="${text}">${text}</p>`.markup, {
        onParseError: ({ code }) => errors.push(code),
      });
      const [paragraph, ...others] = elementsIn(fragment);
      expect({ errors, others }).toEqual({ errors: [], others: [] });
      expect(textOf(paragraph!)).toBe(shown(text));
      expect(attribute(paragraph!, 'title')).toBe(shown(text));
    }),
  );
});

/** What HTML has no place for reads as a replacement sign. */
function shown(text: string): string {
  return text
    .replaceAll('\r', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}|\p{Noncharacter_Code_Point}/gu, '\ufffd');
}

test('half a surrogate pair is replaced', () => {
  expect(escapeHtml('a\ud800b')).toBe('a\ufffdb');
});

test('markup is taken as it is, alone and in lists', () => {
  const item = html`<li>${'a & b'}</li>`;
  expect(html`<ul>${[item, item]}</ul>`.markup).toBe(
    '<ul><li>a &amp; b</li>\n<li>a &amp; b</li></ul>',
  );
  expect(html`${trusted('<br>')}${3}`.markup).toBe('<br>3');
});
