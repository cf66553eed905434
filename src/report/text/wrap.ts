/** Prose is no wider than this even where there is room. */
export const WIDEST_PROSE = 100;

/** Breaks lines at spaces to keep within `width`; a longer word stays whole. */
export function wrap(text: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line].join('\n');
}
