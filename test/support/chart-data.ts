import type { Page } from 'playwright-core';
import { type Axis, axesOf, middle } from './chart-axes.js';
import { type Drawing, isStraight, type Label, type Mark, type Point, shownDrawings } from './chart-marks.js';
import { numberOf } from './chart-scales.js';

/** Drawing in the row of a category, or above its place on the axis. */
export interface ChartRow {
  readonly name: string;
  /** Bars, from their beginning to their end, in the order of the drawing. */
  readonly bars: readonly { readonly colour: string; readonly from: number; readonly to: number }[];
  /** Ends of lines along the row, such as those of an interval. */
  readonly intervals: readonly (readonly [low: number, high: number])[];
  /** Values of round dots. */
  readonly dots: readonly number[];
}

export interface ChartLine {
  readonly colour: string;
  readonly dashed: boolean;
  readonly strokeWidth: number;
  /** Points in the units of the axes; those of the upper edge for an area. */
  readonly points: readonly Point[];
}

/** One pair of axes of a chart, read from the drawing: positions of marks against those of the axes' labels. */
export interface ChartPanel {
  /** Name above the panel; '' for a chart of one panel. */
  readonly name: string;
  /** Titles of the axes, with their units. */
  readonly xName: string;
  readonly yName: string;
  readonly lines: readonly ChartLine[];
  /** Lines and areas by their names in the legend. */
  readonly series: Readonly<Record<string, readonly Point[]>>;
  readonly rows: readonly ChartRow[];
  /** Values where dashed lines from edge to edge stand across the rows. */
  readonly levels: readonly number[];
  /** Boxes: upright bars over a scale of numbers. */
  readonly boxes: readonly { readonly colour: string; readonly x: Point; readonly height: number }[];
  /** Conversion from a value of the left axis to the right one; null where there is no right axis. */
  readonly toRight: ((left: number) => number) | null;
}

/** The panels of the one shown chart whose accessible name holds `title`. */
export async function readPanels(page: Page, title: string | RegExp): Promise<readonly ChartPanel[]> {
  return panelsOf(await drawingCalled(page, title));
}

/**
 * Drawing of the one shown chart whose accessible name holds `title`; throws with the names of all where it is not one.
 */
export async function drawingCalled(page: Page, title: string | RegExp): Promise<Drawing> {
  const shown = await shownDrawings(page);
  const found = shown.filter((one) => (typeof title === 'string' ? one.title.includes(title) : title.test(one.title)));
  if (found.length === 1) return found[0]!;
  const names = shown.map((one) => one.title).join(' | ');
  throw new Error(`${found.length} charts are called ${String(title)}, of: ${names}`);
}

/** The one pair of axes of a chart. */
export async function readChart(page: Page, title: string | RegExp): Promise<ChartPanel> {
  const panels = await readPanels(page, title);
  if (panels.length !== 1) throw new Error(`${String(title)} has ${panels.length} panels`);
  return panels[0]!;
}

interface LegendEntry {
  readonly name: string;
  readonly colour: string;
  readonly dashed: boolean;
}

/** All pairs of axes of a drawing: one of categories has rows, one of two scales has lines. */
export function panelsOf(drawing: Drawing): readonly ChartPanel[] {
  const { lefts, rights, belows } = axesOf(drawing);
  const legend = legendOf(drawing);
  if (lefts.length === 0) {
    if (belows.length === 0) throw new Error(`No axis was found in: ${drawing.title}`);
    return belows.map((x) => rowPanel(drawing, x, legend, belows.length === 1));
  }
  return lefts.map((y) => {
    const alone = lefts.length === 1;
    const x = rowBelow(belows, y);
    if (x === null) return columnPanel(drawing, y);
    const right = rights.find(
      (one) => one.first > y.first - 3 && one.last < y.last + 3 && one.edge > y.edge && one.edge < x.last + 30,
    );
    return scalePanel(drawing, { x, y, right: right ?? null, legend, alone });
  });
}

/** The nearest horizontal axis under a vertical one. */
function rowBelow(belows: readonly Axis[], y: Axis): Axis | null {
  const under = belows.filter(({ edge, first }) => edge > y.last && first > y.edge - 3);
  return [...under].sort((a, b) => a.edge - b.edge || a.first - b.first)[0] ?? null;
}

function legendOf({ labels, marks }: Drawing): LegendEntry[] {
  return labels.flatMap((label) => {
    if (label.turned || numberOf(label.text) !== null) return [];
    const icons = marks.filter(
      (mark) =>
        mark.right <= label.left - 1 &&
        mark.right > label.left - 14 &&
        Math.abs((mark.top + mark.bottom) / 2 - middle(label)[1]) < 4 &&
        mark.right - mark.left > 5 &&
        mark.right - mark.left < 40 &&
        mark.bottom - mark.top < 20 &&
        colourOf(mark) !== 'none',
    );
    const icon = icons.find(({ stroke }) => stroke !== 'none') ?? icons[0];
    if (icon === undefined) return [];
    // A dashed icon is a dashed line, or two dashes that are filled.
    return [{ name: label.text, colour: colourOf(icon), dashed: icon.dashed || icon.stretches.length > 1 }];
  });
}

function colourOf({ stroke, fill }: Mark): string {
  return stroke !== 'none' && stroke !== GROUND ? stroke : fill;
}

/** Colour of the page's background, as written in src/reports/html/palette.ts. */
const GROUND = '#ffffff';
/** Colour of grid lines, as written in src/reports/html/palette.ts. */
const GRID = '#cbd2d9';
/** Colour of axes and of intervals, as written in src/reports/html/palette.ts. */
const MUTED = '#52606d';

/** Bars along a scale below, a row for each category. */
function rowPanel(drawing: Drawing, x: Axis, legend: readonly LegendEntry[], alone: boolean): ChartPanel {
  const { labels, marks } = drawing;
  const top = legend.length === 0 ? 0 : Math.max(...legendLabels(labels, legend).map(({ bottom }) => bottom));
  const names = labels.filter(
    (label) => !label.turned && label.right < x.first + 3 && middle(label)[1] < x.edge - 8 && label.top > top - 1,
  );
  const value = (px: number): number => x.scale.value(px);
  const right = alone ? Infinity : x.last + 62;
  const inside = marks.filter((mark) => mark.left > x.first - 12 && mark.right <= right && mark.top >= top - 1);
  const rows = names.map((label) => {
    const own = inside.filter(
      (mark) =>
        Math.abs((mark.top + mark.bottom) / 2 - middle(label)[1]) < 8 &&
        mark.bottom - mark.top < 40 &&
        mark.left > label.right,
    );
    return {
      name: label.text,
      bars: own
        .filter(isBox)
        .map((mark) => ({ colour: mark.fill, from: value(leftOf(mark)), to: value(rightOf(mark)) })),
      intervals: own
        .filter((mark) => isStraight(mark, 0) && mark.stroke !== GRID)
        .map((mark): Point => [value(leftOf(mark)), value(rightOf(mark))]),
      dots: own.filter(isDot).map((mark) => value((mark.left + mark.right) / 2)),
    };
  });
  const dashed = inside.filter((mark) => mark.dashed && isStraight(mark, 1) && mark.bottom - mark.top > 20);
  return {
    name: alone ? '' : headOf(labels, x.first, x.edge),
    xName: nameBelow(labels, x),
    yName: '',
    lines: [],
    series: {},
    rows: rows.filter(({ bars, intervals, dots }) => bars.length + intervals.length + dots.length > 0),
    levels: dashed.map((mark) => value(leftOf(mark))),
    boxes: [],
    toRight: null,
  };
}

/** Panel of upright bars over categories. */
function columnPanel({ labels, marks }: Drawing, y: Axis): ChartPanel {
  const names = labels.filter((label) => label.top > y.last - 2 && label.left > y.edge);
  const rows = names.map((label) => {
    const own = marks.filter((mark) => isBox(mark) && mark.left < middle(label)[0] && mark.right > middle(label)[0]);
    const ends = own.map((mark) => ({
      colour: mark.fill,
      ends: [y.scale.value(bottomOf(mark)), y.scale.value(topOf(mark))],
    }));
    const bars = ends.map(({ colour, ends: [from, to] }) => ({ colour, from: from!, to: to! }));
    return { name: label.text, bars, intervals: [], dots: [] };
  });
  const nothing = { lines: [], series: {}, levels: [], boxes: [], toRight: null };
  return {
    name: '',
    xName: '',
    yName: nameBeside(labels, y),
    rows: rows.filter(({ bars }) => bars.length > 0),
    ...nothing,
  };
}

interface Scales {
  readonly x: Axis;
  readonly y: Axis;
  readonly right: Axis | null;
  readonly legend: readonly LegendEntry[];
  readonly alone: boolean;
}

/** Lines and upright bars over two scales. */
function scalePanel({ labels, marks }: Drawing, { x, y, right, legend, alone }: Scales): ChartPanel {
  const legendBottom = Math.max(0, ...legendLabels(labels, legend).map(({ bottom }) => bottom));
  const [top, bottom] = alone ? [legendBottom - 1, x.edge] : [y.first - 14, y.last + 3];
  const end = alone ? Infinity : x.last + 3;
  const inside = marks.filter(
    (mark) => topOf(mark) >= top && bottomOf(mark) <= bottom && leftOf(mark) >= y.edge - 1 && rightOf(mark) <= end,
  );
  const at = ([px, py]: Point): Point => [x.scale.value(px), y.scale.value(py)];
  const lines = inside
    .filter(isLine)
    .map(({ stroke, dashed, strokeWidth, stretches }) => ({
      colour: stroke,
      dashed,
      strokeWidth,
      points: stretches.flatMap((points) => points.map(at)),
    }));
  const series = legend.flatMap(({ name, colour, dashed }) => {
    const own = lines.filter((line) => line.colour === colour && line.dashed === dashed);
    const thick = own.find(({ strokeWidth }) => strokeWidth === Math.max(...own.map((line) => line.strokeWidth)));
    return thick === undefined ? [] : [[name, thick.points] as const];
  });
  const boxes = inside
    .filter((mark) => isBox(mark) && mark.bottom - mark.top > 8)
    .map((mark) => ({
      colour: mark.fill,
      x: [x.scale.value(leftOf(mark)), x.scale.value(rightOf(mark))] as const,
      height: y.scale.value(topOf(mark)),
    }));
  return {
    name: alone ? '' : headOf(labels, y.edge, y.first),
    xName: nameBelow(labels, x),
    yName: nameBeside(labels, y),
    lines,
    series: Object.fromEntries(series),
    rows: [],
    levels: [],
    boxes,
    toRight: right === null ? null : (value) => right.scale.value(y.scale.place(value)),
  };
}

function legendLabels(labels: readonly Label[], legend: readonly LegendEntry[]): readonly Label[] {
  return labels.filter(({ text }) => legend.some(({ name }) => name === text));
}

/** Text that stands just above a panel and begins near its left edge; '' for none. */
function headOf(labels: readonly Label[], left: number, top: number): string {
  const above = labels.filter(
    (label) => numberOf(label.text) === null && label.bottom < top && Math.abs(label.left - left) < 60,
  );
  return [...above].sort((a, b) => b.bottom - a.bottom)[0]?.text ?? '';
}

/** Name in the middle below an axis, or the unit that the last label bears. */
function nameBelow(labels: readonly Label[], { edge, first, last, labels: own }: Axis): string {
  const below = labels.filter(
    (label) =>
      !own.includes(label) &&
      numberOf(label.text) === null &&
      middle(label)[1] > edge + 6 &&
      middle(label)[1] < edge + 40 &&
      label.left < last &&
      label.right > first,
  );
  return below[0]?.text ?? /[^\d]*$/.exec(own.at(-1)!.text)![0].trim();
}

function nameBeside(labels: readonly Label[], { edge, first, last }: Axis): string {
  const near = labels.filter(
    (label) => label.turned && label.left < edge && middle(label)[1] > first - 3 && middle(label)[1] < last + 3,
  );
  return [...near].sort((a, b) => b.left - a.left)[0]?.text ?? '';
}

const cornersOf = ({ stretches }: Mark, axis: 0 | 1): number[] =>
  stretches.flatMap((one) => one.map((point) => point[axis]));
const leftOf = (mark: Mark): number => Math.min(...cornersOf(mark, 0));
const rightOf = (mark: Mark): number => Math.max(...cornersOf(mark, 0));
const topOf = (mark: Mark): number => Math.min(...cornersOf(mark, 1));
const bottomOf = (mark: Mark): number => Math.max(...cornersOf(mark, 1));

function isLine(mark: Mark): boolean {
  if (mark.fill !== 'none' || mark.stroke === 'none' || mark.stroke === GROUND || mark.stroke === GRID) return false;
  return mark.stroke !== MUTED || mark.dashed || !(isStraight(mark, 0) || isStraight(mark, 1));
}

/** Test for a filled rectangle with sides along the axes, but for the marks at the ends of an interval. */
function isBox(mark: Mark): boolean {
  if (mark.fill === 'none' || mark.fill === GROUND) return false;
  const isEnd = mark.fill === MUTED && mark.right - mark.left < 3;
  if (mark.tag === 'rect') return true;
  const [points = []] = mark.stretches;
  const sides = (axis: 0 | 1): number => new Set(points.map((point) => point[axis].toFixed(0))).size;
  return !isEnd && mark.stretches.length === 1 && points.length === 4 && sides(0) <= 2 && sides(1) <= 2;
}

function isDot({ fill, left, right, top, bottom, stretches }: Mark): boolean {
  const corners = stretches[0]?.length ?? 0;
  return (
    fill !== 'none' && corners < 4 && right - left > 4 && right - left < 16 && Math.abs(right - left - bottom + top) < 1
  );
}
