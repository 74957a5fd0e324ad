import { oneLine, shorten } from '../../../../reports/format.js';
import { clockHour } from '../format.js';
import { FONT, type Size } from '../../../../reports/html/chart.js';
import { escapeHtml, markup, raw, type Markup } from '../../../../reports/html/markup.js';
import { INK, MUTED, SPARE, textOn, viridis, VIRIDIS_STOPS } from '../../../../reports/html/palette.js';

export interface HeatStrip {
  /** Identifier of the chart, unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly HeatRow[];
  /** Meaning of the colours: name with unit, range of values, and `write`, which formats the values at both ends. */
  readonly scale: {
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly write: (v: number) => string;
  };
  readonly epochHours: number;
}

export interface HeatRow {
  readonly name: string;
  /** Place of the row's data centres, such as a longitude; shown after the name if the width allows it. */
  readonly place?: string;
  /** Values by epoch; null if there is nothing to show. */
  readonly values: readonly (number | null)[];
  /** Local time of the row's data centre at the beginning of every epoch. */
  readonly localBeginnings: readonly string[];
}

/** Height of a row of a heat strip, px. */
const ROW = 20;
/** Margin above the first row of a heat strip, px. */
const TOP = 8;
/** Minimum horizontal distance between two hours of the day in a row, px, on wide and narrow screens. */
const HOUR_PX = { wide: 26, narrow: 28 } as const;
/** Candidate intervals between two hours of the day in a row, h; the first that keeps HOUR_PX is used. */
const HOUR_STEPS = [1, 2, 3, 6, 12, 24] as const;

/** Returns a chart with a row of coloured cells by epoch for each data centre, in a wide and a narrow version. */
export function heatStrip(strip: HeatStrip): Markup {
  const height = TOP + ROW * strip.rows.length + 62;
  const draw = (width: number, kind: 'wide' | 'narrow'): Markup =>
    raw(drawing(strip, { width, height }, kind === 'narrow'));
  return markup`<figure>${[draw(1000, 'wide'), draw(350, 'narrow')]}</figure>\n`;
}

function drawing(strip: HeatStrip, size: Size, narrow: boolean): string {
  const left = narrow ? 100 : 170;
  const widthPx = (size.width - left - 8) / Math.max(1, strip.rows[0]?.values.length ?? 1);
  const rows = strip.rows.map((row, n) => rowText(row, n, { strip, left, widthPx, narrow }));
  const label = escapeHtml(strip.title);
  return (
    `<svg class="chart ${narrow ? 'narrow' : 'wide'}" role="img" aria-label="${label}" viewBox="0 0 ${size.width} ${size.height}" ` +
    `style="max-width:${size.width}px" font-family="${escapeHtml(FONT)}" font-size="11" xmlns="http://www.w3.org/2000/svg"><title>${label}</title>` +
    `${rows.join('')}${scaleText(strip, narrow ? 8 : left, TOP + ROW * strip.rows.length + 14, narrow)}</svg>`
  );
}

interface Frame {
  readonly strip: HeatStrip;
  readonly left: number;
  readonly widthPx: number;
  readonly narrow: boolean;
}

function rowText({ name, place = '', values, localBeginnings }: HeatRow, n: number, frame: Frame): string {
  const { strip, left, widthPx, narrow } = frame;
  const y = TOP + ROW * n;
  const colours = values.map((value) => colourOf(strip, value));
  const cells: string[] = [];
  for (let from = 0; from < colours.length;) {
    let to = from + 1;
    while (to < colours.length && colours[to] === colours[from]) to++;
    // A hair wider than the cell, or the ground shows between two.
    const overlapPx = to < colours.length ? 0.4 : 0;
    cells.push(
      `<rect x="${px(left + from * widthPx)}" y="${y}" width="${px((to - from) * widthPx + overlapPx)}" height="${ROW - 2}" fill="${colours[from]!}"/>`,
    );
    from = to;
  }
  const stepHours = HOUR_STEPS.find(
    (hours) => (hours / strip.epochHours) * widthPx >= HOUR_PX[narrow ? 'narrow' : 'wide'],
  );
  const hours = localBeginnings.flatMap((local, t) => {
    const hour = clockHour(local);
    if (stepHours === undefined || hour % stepHours !== 0) return [];
    const ink = colours[t] === SPARE ? MUTED : textOn(colours[t]!);
    // Neither over the row's name nor cut off at the edge.
    const x = Math.max(left + t * widthPx + Math.min(widthPx / 2, 9), left + 7);
    if (x + 8 > left + values.length * widthPx + 8) return [];
    return [`<text x="${px(x)}" y="${y + 13}" font-size="10" text-anchor="middle" fill="${ink}">${hour}</text>`];
  });
  const beside = narrow || place === '' ? '' : ` ${place}`;
  const label = escapeHtml(`${shorten(name, (narrow ? 14 : 26) - beside.length)}${beside}`);
  return `<text x="${left - 6}" y="${y + 13}" font-size="${narrow ? 10 : 11}" text-anchor="end" fill="${INK}">${label}</text>${cells.join('')}${hours.join('')}`;
}

function colourOf({ scale: { min, max } }: HeatStrip, value: number | null): string {
  if (value === null) return SPARE;
  return viridis(max > min ? (value - min) / (max - min) : 0.5);
}

function scaleText({ id, scale }: HeatStrip, left: number, y: number, narrow: boolean): string {
  const gradient = `${id}-${narrow ? 'narrow' : 'wide'}-scale`;
  const width = narrow ? 300 : 360;
  const stops = VIRIDIS_STOPS.map(
    (colour, i) => `<stop offset="${i / (VIRIDIS_STOPS.length - 1)}" stop-color="${colour}"/>`,
  );
  const constant = !(scale.max > scale.min);
  const ends = constant
    ? `<text x="${left}" y="${y + 26}" fill="${MUTED}">${escapeHtml(`${scale.write(scale.min)} throughout`)}</text>`
    : `<text x="${left}" y="${y + 38}" fill="${MUTED}">${escapeHtml(scale.write(scale.min))}</text>` +
      `<text x="${left + width}" y="${y + 38}" text-anchor="end" fill="${MUTED}">${escapeHtml(scale.write(scale.max))}</text>`;
  const bar = constant
    ? ''
    : `<linearGradient id="${gradient}">${stops.join('')}</linearGradient><rect x="${left}" y="${y + 14}" width="${width}" height="10" fill="url(#${gradient})"/>`;
  return `<text x="${left}" y="${y + 8}" fill="${MUTED}">${escapeHtml(oneLine(scale.name))}</text>${bar}${ends}`;
}

function px(value: number): string {
  return String(Number(value.toFixed(1)));
}
