import type { RenderFunction } from '@observablehq/plot';

type Document = Parameters<RenderFunction>[4]['document'];

/** For what the marks of Plot cannot draw. */
export function svgShape(
  document: Document,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
) {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value));
  if (text !== undefined) shape.textContent = text;
  return shape;
}
