import { type PlotOptions, plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { WIDEST_PROSE, wrap } from '../../text/wrap.js';
import type { Chart, ChartSource } from '../chart.js';
import { chartClass, chartStyle, FONT_SIZE, MUTED, PAPER } from './chart-style.js';
import { provenanceOf } from './provenance.js';

/** Of every chart; it shrinks to the page it is set into. */
export const WIDTH = 900;

/** What a chart is made of; `panels` are placed below its heading. */
export interface Drawing {
  readonly id: string;
  readonly title: string;
  /** Stands below the title: which figures of what. */
  readonly subtitle: string;
  readonly description: string;
  /** All that is drawn, whose notes (predicted, modelled) the heading and description get. */
  readonly sources: readonly ChartSource[];
  readonly panels: readonly [Panel, ...Panel[]];
}

/** A plot at a place; x and y count from the left edge and the end of the heading. */
export interface Panel {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height: number;
  readonly options: Omit<PlotOptions, 'document' | 'className' | 'width' | 'height'>;
}

/**
 * The panels under a heading as one svg that needs nothing from the page it is set into, and changes
 * nothing there: its ids and classes begin with the chart's, its style reaches no further.
 */
export function drawChart({ panels, sources, ...drawing }: Drawing): Chart {
  const { id, title } = drawing;
  const provenance = provenanceOf(sources);
  const description = [drawing.description, ...provenance].join(' ');
  const heading = [drawing.subtitle, ...provenance].filter((text) => text !== '');
  const lines = heading.flatMap((text) => wrap(text, WIDEST_PROSE + LETTERS_MORE).split('\n'));
  const top = TITLE_HEIGHT + lines.length * LINE_HEIGHT + GAP;
  const height = top + Math.max(...panels.map((panel) => (panel.y ?? 0) + panel.height));
  const sheet = new Sheet(id, height, title, description);
  sheet.write(title, LEFT, TITLE_HEIGHT - 6, { 'font-size': '16', 'font-weight': '600' });
  lines.forEach((line, index) => {
    sheet.write(line, LEFT, TITLE_HEIGHT + (index + 1) * LINE_HEIGHT - 4, { fill: MUTED });
  });
  for (const panel of panels) sheet.place(panel, top);
  return { id, title, description, svg: sheet.markup() };
}

const LEFT = 8;
const TITLE_HEIGHT = 26;
const LINE_HEIGHT = FONT_SIZE + 5;
const GAP = 8;
const LETTERS_MORE = 20;

/** What is used of linkedom's elements. */
interface Shape {
  readonly children: Iterable<Shape>;
  readonly localName: string;
  readonly outerHTML: string;
  textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  append(...children: Shape[]): void;
  querySelectorAll(selector: string): Iterable<Shape>;
}

class Sheet {
  readonly #document = parseHTML('<!DOCTYPE html><html></html>').document;
  readonly #svg: Shape;
  readonly #className: string;

  constructor(id: string, height: number, title: string, description: string) {
    const name = chartClass(id);
    this.#className = name;
    this.#svg = this.#make('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      class: name,
      width: String(WIDTH),
      height: String(height),
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
      'aria-labelledby': `${name}-title ${name}-desc`,
      fill: 'currentColor',
    });
    this.#svg.append(
      this.#make('title', { id: `${name}-title` }, title),
      this.#make('desc', { id: `${name}-desc` }, description),
      this.#make('style', {}, chartStyle(id)),
      this.#make('rect', { width: '100%', height: '100%', fill: PAPER }),
    );
  }

  write(text: string, x: number, y: number, attributes: Record<string, string>): void {
    this.#svg.append(this.#make('text', { x: String(x), y: String(y), ...attributes }, text));
  }

  place({ x = 0, y = 0, width = WIDTH, height, options }: Panel, top: number): void {
    const document = this.#document;
    const drawn: Shape = plot({ ...options, document, className: this.#className, width, height });
    const group = this.#make('g', { transform: `translate(${x},${top + y})` });
    group.setAttribute('text-anchor', 'middle');
    group.append(...[...drawn.children].filter((child) => child.localName !== 'style'));
    this.#svg.append(group);
  }

  markup(): string {
    for (const shape of this.#svg.querySelectorAll('[d], [transform], [x], [y], [x1], [cx]')) {
      for (const name of COORDINATES) roundCoordinates(shape, name);
    }
    return `${withoutControls(this.#svg.outerHTML)}\n`;
  }

  #make(name: string, attributes: Record<string, string>, text?: string): Shape {
    const shape: Shape = this.#document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    if (text !== undefined) shape.textContent = text;
    return shape;
  }
}

const COORDINATES = 'd transform x y width height x1 x2 y1 y2 cx cy r'.split(' ');

/** A hundredth of a pixel is as fine as it shows. */
function roundCoordinates(shape: Shape, name: string): void {
  const value = shape.getAttribute(name);
  if (value === null || !value.includes('.')) return;
  const rounded = value.replace(
    /-?\d*\.\d+(e-?\d+)?/g,
    (number) => `${+Number(number).toFixed(2)}`,
  );
  shape.setAttribute(name, rounded);
}

/** XML has no way to write most control characters, not even as entities. */
function withoutControls(markup: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return markup.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
}
