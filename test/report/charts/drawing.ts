import { XMLValidator } from 'fast-xml-parser';
import { parseHTML } from 'linkedom';
import { expect } from 'vitest';
import type { Chart } from '../../../src/report/charts/chart.js';

/** A chart's svg as read back. */
export interface Drawn {
  /** Shapes that stand for data under this name. */
  marks(name: string): Mark[];
  /** Texts that show. */
  readonly texts: string[];
  /** How far right a text of an axis stands, in px. */
  placeOf(text: string): number;
}

export interface Mark {
  readonly title: string;
  attribute(name: string): number;
  /** Of an attribute, its own or its group's. */
  text(name: string): string;
}

/** Reads a chart and asserts what holds for all of them. */
export function read(chart: Chart | null | undefined): Drawn {
  if (!chart) throw new Error('there is no chart');
  assertSound(chart);
  const { document } = parseHTML(chart.svg);
  return {
    marks: (name) => [...document.querySelectorAll(`[data-mark="${name}"]`)].map(markOf),
    placeOf: (text) => placeOf(document, text),
    texts: [...document.querySelectorAll('text')].map((text) => text.textContent),
  };
}

function placeOf(document: ReturnType<typeof parseHTML>['document'], text: string): number {
  const found = [...document.querySelectorAll('text')].find((one) => one.textContent === text);
  return Number(found?.getAttribute('transform')?.match(/translate\(([\d.]+)/)?.[1]);
}

function markOf(shape: ReturnType<typeof parseHTML>['document']): Mark {
  return {
    title: shape.querySelector('title')?.textContent ?? '',
    attribute: (name) => Number(shape.getAttribute(name)),
    text: (name) => shape.closest(`[${name}]`)?.getAttribute(name) ?? '',
  };
}

function assertSound({ id, svg, title, description }: Chart): void {
  expect(XMLValidator.validate(svg)).toBe(true);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|\bnull\b|\[object/);
  const { document } = parseHTML(svg);
  const root = document.querySelector('svg');
  expect(root.getAttribute('role')).toBe('img');
  const names = root.getAttribute('aria-labelledby').split(' ');
  expect(names.map((name: string) => document.getElementById(name)?.textContent)).toEqual([
    title,
    description,
  ]);
  for (const name of namesIn(svg)) expect(name).toMatch(new RegExp(`^wqbench-${id}(-|$)`));
  const untitled = [...document.querySelectorAll('[data-mark]')].filter(
    (shape) => !shape.querySelector('title')?.textContent,
  );
  expect(untitled).toEqual([]);
}

/** Ids and classes of elements, and what the style's rules start with. */
function namesIn(svg: string): string[] {
  const given = [...svg.matchAll(/\s(?:id|class)="([^"]*)"/g)].flatMap(([, names]) =>
    names!.split(' '),
  );
  const style = svg.match(/<style>(.*?)<\/style>/s)![1]!;
  const rules = [...style.matchAll(/([^{}@]+)\{[^{}]*\}/g)].map(([, selector]) => selector!.trim());
  expect(rules.length).toBeGreaterThan(2);
  return [...given, ...rules.map((rule) => rule.replace(/^\.([\w-]+).*$/s, '$1'))];
}
