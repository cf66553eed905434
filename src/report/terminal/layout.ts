import { type Names, shortLabels } from '../run/short-labels.js';
import { bold, type Colour, type Style, showable } from '../text/style.js';
import { type Axis, drawAxis } from './axis.js';
import { type Drawing, paint } from './bar.js';

/** Lines over a common axis, with their figures. */
export interface Plot {
  /** Titles of the figures. */
  readonly titles: readonly string[];
  readonly groups: readonly PlotGroup[];
  /** Null where no line has anything to draw. */
  readonly axis: Axis | null;
}

export interface PlotGroup {
  /** Stands above the lines; null for none. */
  readonly heading: Names | null;
  readonly lines: readonly PlotLine[];
}

export interface PlotLine {
  readonly names: Names;
  readonly colour: Colour;
  /** One a title. */
  readonly figures: readonly string[];
  draw(width: number): Drawing;
}

/** Width to keep within where the place has none of its own. */
const USUAL_WIDTH = 100;

/** Below that no plot can be read; a place so narrow breaks the lines itself. */
const NARROWEST = 40;

/** Of the width, for the drawing, unless labels are short. */
const PART_FOR_DRAWING = 0.4;

/** A label cut shorter than that no longer tells much: the drawing goes below it. */
const SHORTEST_LABEL = 12;

const GAP = 2;

export function layOut(plot: Plot, style: Style): string[] {
  const showableGroups = plot.groups.map((group) => withShowableNames(group, style));
  const frame = chooseFrame({ ...plot, groups: showableGroups }, style);
  const lines = showableGroups.flatMap(({ heading, lines }, group) => [
    ...(heading ? [bold(shortLabels([heading], frame.width, style.unicode)[0]!, style)] : []),
    ...lines.flatMap((line, index) => renderLine(line, frame.labels[group]![index]!, frame, style)),
  ]);
  const head = bold(besideFigures('', plot.titles, frame), style);
  const axis = plot.axis ? drawAxis(plot.axis, frame.drawingWidth, style.unicode) : [];
  const left = ' '.repeat(frame.drawingStart);
  const all = [head, ...lines, ...axis.map((line) => left + showable(line, style))];
  return all.map((line) => line.trimEnd());
}

interface Frame {
  readonly width: number;
  /** Drawings stand below their labels. */
  readonly stacked: boolean;
  /** One a line, in groups. */
  readonly labels: readonly (readonly string[])[];
  readonly labelWidth: number;
  readonly drawingStart: number;
  readonly drawingWidth: number;
  readonly figureWidths: readonly number[];
}

function chooseFrame({ titles, groups }: Plot, { columns, unicode }: Style): Frame {
  const width = Math.max(columns || USUAL_WIDTH, NARROWEST);
  const lines = groups.flatMap((group) => group.lines);
  const figureWidths = titles.map((title, column) =>
    Math.max(title.length, ...lines.map(({ figures }) => figures[column]!.length)),
  );
  const figuresWidth = figureWidths.reduce((sum, each) => sum + GAP + each, 0);
  const indent = groups.some(({ heading }) => heading) ? GAP : 0;
  const left = width - figuresWidth - indent;
  const budget = left - GAP - Math.ceil(width * PART_FOR_DRAWING);
  const stacked = budget < SHORTEST_LABEL;
  const short = shortLabels(
    lines.map(({ names }) => names),
    stacked ? left : budget,
    unicode,
  ).map((label) => ' '.repeat(indent) + label);
  const labelWidth = stacked
    ? width - figuresWidth
    : short.reduce((most, { length }) => Math.max(most, length), 0);
  const drawingStart = stacked ? indent : labelWidth + GAP;
  const drawingWidth = stacked ? width - indent : width - figuresWidth - drawingStart;
  const labels = groups.map((group) => short.splice(0, group.lines.length));
  return { width, stacked, labels, labelWidth, drawingStart, drawingWidth, figureWidths };
}

function renderLine(line: PlotLine, label: string, frame: Frame, style: Style): string[] {
  const drawn = paint(line.draw(frame.drawingWidth), line.colour, style);
  const figures = line.figures.map((figure) => showable(figure, style));
  if (!frame.stacked) {
    const gap = ' '.repeat(frame.drawingStart - frame.labelWidth);
    return [label.padEnd(frame.labelWidth) + gap + drawn + figuresOf(figures, frame)];
  }
  return [besideFigures(label, figures, frame), ' '.repeat(frame.drawingStart) + drawn];
}

/** A line that leaves the place of the drawing empty. */
function besideFigures(label: string, figures: readonly string[], frame: Frame): string {
  const { stacked, labelWidth, drawingStart, drawingWidth } = frame;
  const width = stacked ? labelWidth : drawingStart + drawingWidth;
  return label.padEnd(width) + figuresOf(figures, frame);
}

function figuresOf(figures: readonly string[], { figureWidths }: Frame): string {
  return figures
    .map((figure, column) => ' '.repeat(GAP) + figure.padStart(figureWidths[column]!))
    .join('');
}

function withShowableNames({ heading, lines }: PlotGroup, style: Style): PlotGroup {
  const showableNames = (names: Names) => names.map((name) => showable(name, style));
  return {
    heading: heading && showableNames(heading),
    lines: lines.map((line) => ({ ...line, names: showableNames(line.names) })),
  };
}
