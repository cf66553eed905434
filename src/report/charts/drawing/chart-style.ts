/**
 * Colours as custom properties: those of Okabe and Ito (without yellow, which paper swallows), told
 * apart by every kind of colour vision, a shade darker on white and lighter on black so that thin
 * lines show. Charts tell their series apart by label or dashes besides, for paper without colour.
 */
const LIGHT = {
  paper: '#fdfdfc',
  ink: '#1d2125',
  muted: '#565d64',
  rule: '#d7dadc',
  series: ['#0072b2', '#d55e00', '#009e73', '#b9558f', '#b37b00', '#2f9bd6', '#1d2125'],
} as const;

const DARK: Palette = {
  paper: '#16191c',
  ink: '#e4e6e8',
  muted: '#a2a9b0',
  rule: '#363c42',
  series: ['#3f9ae0', '#f0843c', '#2fc79a', '#dd95bd', '#e69f00', '#a5dcff', '#e4e6e8'],
};

const PRINT: Palette = { ...LIGHT, paper: '#fff', ink: '#000', muted: '#444', rule: '#bbb' };

interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly series: readonly string[];
}

export const INK = 'var(--ink)';
export const MUTED = 'var(--muted)';
export const RULE = 'var(--rule)';
export const PAPER = 'var(--paper)';

export const FONT_SIZE = 12;

/** Keeps a text legible where it lies over lines. */
export const HALO = {
  fill: INK,
  stroke: PAPER,
  strokeWidth: 4,
  paintOrder: 'stroke',
} as const;

/** Of the series with this number; after the last colour they start again, with other dashes. */
export function seriesColour(index: number): string {
  return `var(--series-${index % LIGHT.series.length})`;
}

const DASHES = [[], [7, 3], [2, 3], [10, 3, 2, 3]] as const;

/** Lines of neighbouring series differ in dashes, too; both together repeat only after 28 series. */
export function seriesDash(index: number): string | undefined {
  const dash = DASHES[index % DASHES.length]!;
  return dash.length === 0 ? undefined : dash.join(' ');
}

/** Class of a chart's svg, which all its rules start with, so that charts share a page. */
export function chartClass(id: string): string {
  return `wqbench-${id}`;
}

export function chartStyle(id: string): string {
  const chart = `.${chartClass(id)}`;
  return `
${chart} { ${properties(LIGHT)} display: block; max-width: 100%; height: auto; color: var(--ink); font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; font-size: ${FONT_SIZE}px; }
${chart} text { white-space: pre; }
@media (prefers-color-scheme: dark) { ${chart} { ${properties(DARK)} } }
@media print { ${chart} { ${properties(PRINT)} print-color-adjust: exact; } }
`;
}

function properties({ paper, ink, muted, rule, series }: Palette): string {
  const colours = series.map((colour, index) => `--series-${index}: ${colour};`);
  return `--paper: ${paper}; --ink: ${ink}; --muted: ${muted}; --rule: ${rule}; ${colours.join(' ')}`;
}
