import type { MarkOptions } from '@observablehq/plot';

type Render = NonNullable<MarkOptions['render']>;

/**
 * Makes each shape of a mark carry `data-mark="name"`, so that a reader of the drawing can tell data
 * from axes and count it: `Plot.dot(trials, { x, y, title, render: named('trial') })`.
 */
export function named(name: string): Render {
  return (index, scales, values, dimensions, context, next) => {
    const group = next!(index, scales, values, dimensions, context);
    for (const shape of group?.children ?? []) shape.setAttribute('data-mark', name);
    return group;
  };
}
