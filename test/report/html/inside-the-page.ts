/**
 * These run in the browser, so each stands alone. Of the DOM only what they use is declared: with
 * all of it in scope, code that runs in Node could use it unnoticed.
 */

interface Element {
  readonly id: string;
  readonly tagName: string;
  readonly ariaLabel: string | null;
  readonly textContent: string;
  checkVisibility(): boolean;
  closest(selector: string): Element | null;
  /** In CSS pixels. */
  getBoundingClientRect(): Box;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

interface Picture {
  src: string;
  readonly width: number;
  readonly height: number;
  decode(): Promise<void>;
}

interface Canvas {
  getContext(kind: '2d'): {
    drawImage(image: Picture, x: number, y: number): void;
    getImageData(x: number, y: number, w: number, h: number): { readonly data: Uint8ClampedArray };
  };
}

declare const document: Element & {
  readonly activeElement: Element | null;
  readonly documentElement: { readonly scrollWidth: number };
};
declare const innerWidth: number;
declare const Image: new () => Picture;
declare const OffscreenCanvas: new (width: number, height: number) => Canvas;

/** What is wrong with the drawings of a page, in words; texts that are not shown have no box. */
export function drawingProblems(): string[] {
  const mostOverlap = 2;
  const mostBeyond = 1;
  const problems: string[] = [];
  for (const svg of document.querySelectorAll('figure svg')) {
    const name = svg.closest('figure')?.id ?? 'a figure';
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0 || frame.height === 0) problems.push(`${name} has no size`);
    if (svg.querySelector('[data-mark]') === null) problems.push(`${name} shows no data`);
    const texts = [...svg.querySelectorAll('text')]
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    for (const { text, box } of texts) {
      const inside =
        box.left >= frame.left - mostBeyond &&
        box.right <= frame.right + mostBeyond &&
        box.top >= frame.top - mostBeyond &&
        box.bottom <= frame.bottom + mostBeyond;
      if (!inside) problems.push(`${name} cuts '${text}'`);
    }
    for (const [index, one] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        const [a, b] = [one.box, other.box];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (Math.min(across, down) > mostOverlap) {
          problems.push(`${name}: '${one.text}' lies on '${other.text}'`);
        }
      }
    }
  }
  return problems;
}

/** 1 for `<h1>`, in the page's order. */
export function headingLevels(): number[] {
  return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) =>
    Number(tagName.slice(1)),
  );
}

/** Everything that the tab key is to reach, in order, named as {@link focusedName} names it. */
export function reachableNames(): string[] {
  const all = document.querySelectorAll('a[href], summary, [tabindex="0"]');
  return [...all]
    .filter((element) => element.checkVisibility())
    .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent}`);
}

export function focusedName(): string {
  const element = document.activeElement;
  return `${element?.tagName} ${element?.ariaLabel ?? element?.textContent}`;
}

/** By how much the page is wider than the window; 0 where it fits. */
export function overflow(): number {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth);
}

/** Mean of red, green and blue over an image, from 0 to 255. */
export async function meanBrightness(png: string): Promise<number> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += data[at]! + data[at + 1]! + data[at + 2]!;
  return sum / (3 * image.width * image.height);
}
