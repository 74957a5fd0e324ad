import { oneLine, shorten, significant } from '../../../../reports/format.js';
import { FONT } from '../../../../reports/html/chart.js';
import { escapeHtml, markup, raw, type Markup } from '../../../../reports/html/markup.js';
import {
  INK,
  LINE,
  MUTED,
  PURPLE,
  SPARE,
  SURFACE,
  textOn,
  VERMILLION,
  viridis,
  VIRIDIS_STOPS,
} from '../../../../reports/html/palette.js';
import type { Gantt, GanttBar } from '../../runs/gantt.js';

export interface GanttChart {
  readonly id: string;
  /** Sentence that says what the chart shows, for screen readers. */
  readonly title: string;
  readonly gantt: Gantt;
  /** Name of the time unit on the axis. */
  readonly unit: string;
  /** Length of the axis' time unit, s. */
  readonly unitS: number;
}

/** Height of a row, and gap between the rows of two pools, px. */
const [ROW, GAP] = [9, 5];
/** Space above the first row, and space below the last row for the axis and the colour scale, px. */
const [TOP, BELOW] = [6, 78];
/** Number of equal intervals into which marks divide the axis. Our choice: marks every ten minutes of an hour. */
const SPANS = 6;
/** Minimum width of a bar that has a number written in it, px. */
const NUMBER_PX = 16;

/** Returns a Gantt chart of one hour, the rows of each pool below each other, and a version for narrow screens. */
export function ganttChart(chart: GanttChart): Markup {
  return markup`<figure>${[raw(drawing(chart, 1000, false)), raw(drawing(chart, 350, true))]}</figure>\n`;
}

function drawing(chart: GanttChart, width: number, narrow: boolean): string {
  const { pools, bars } = chart.gantt;
  const left = narrow ? 92 : 150;
  const plotPx = width - left - 12;
  const tops = new Map<number, number>();
  let y = TOP;
  const lines: string[] = [];
  for (const { name, firstRow, rows } of pools) {
    const label = escapeHtml(shorten(oneLine(name), narrow ? 13 : 22));
    const middle = y + (rows * ROW) / 2 + 4;
    lines.push(
      `<text x="${left - 6}" y="${px(middle)}" font-size="${narrow ? 10 : 11}" text-anchor="end" fill="${INK}">${label}</text>`,
      `<rect x="${left}" y="${y}" width="${plotPx}" height="${rows * ROW}" fill="${SPARE}" fill-opacity="0.35"/>`,
    );
    for (let r = 0; r < rows; r++) tops.set(firstRow + r, y + r * ROW);
    y += rows * ROW + GAP;
  }
  const height = y + BELOW;
  const drawn = bars.map((bar) => barText(bar, tops.get(bar.row)!, { chart, left, plotPx, narrow }));
  const label = escapeHtml(chart.title);
  return (
    `<svg class="chart ${narrow ? 'narrow' : 'wide'}" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" ` +
    `style="max-width:${width}px" font-family="${escapeHtml(FONT)}" font-size="11" xmlns="http://www.w3.org/2000/svg"><title>${label}</title>` +
    `${lines.join('')}${drawn.join('')}${axisText(chart, left, plotPx, y)}${scaleText(`${chart.id}-${narrow ? 'narrow' : 'wide'}`, left, y + 44, narrow)}</svg>`
  );
}

interface Frame {
  readonly chart: GanttChart;
  readonly left: number;
  readonly plotPx: number;
  readonly narrow: boolean;
}

function barText(bar: GanttBar, y: number, { chart, left, plotPx, narrow }: Frame): string {
  const { fromS, toS } = chart.gantt;
  const xOf = (atS: number): number => left + ((Math.min(toS, Math.max(fromS, atS)) - fromS) / (toS - fromS)) * plotPx;
  const [x, end] = [xOf(bar.startS), xOf(bar.endS)];
  const widthPx = Math.max(0.6, end - x);
  const colour = bar.share === null ? SPARE : viridis(bar.share);
  const edge = (at: number, of: string): string =>
    `<rect x="${px(at)}" y="${y}" width="1.6" height="${ROW - 1}" fill="${of}"/>`;
  const marks = [
    ...(bar.isResumed && bar.startS >= fromS ? [edge(x, PURPLE)] : []),
    ...(bar.isPreempted && bar.endS <= toS ? [edge(Math.max(x, end - 1.6), VERMILLION)] : []),
  ];
  const number =
    bar.nodes > 1 && widthPx >= NUMBER_PX
      ? `<text x="${px(x + widthPx / 2)}" y="${y + 7}" font-size="7" text-anchor="middle" fill="${bar.share === null ? INK : textOn(colour)}">${bar.nodes}</text>`
      : '';
  // The narrow drawing is for screens that are touched: nothing is pointed at there.
  const told = narrow ? '' : `<title>${escapeHtml(wordsOf(bar, chart))}</title>`;
  const shape = `x="${px(x)}" y="${y}" width="${px(widthPx)}" height="${ROW - 1}" fill="${colour}" stroke="${SURFACE}" stroke-width="0.4"`;
  return `${told === '' ? `<rect ${shape}/>` : `<rect ${shape}>${told}</rect>`}${marks.join('')}${number}`;
}

function wordsOf({ task, startS, endS, nodes, pState, utility, share }: GanttBar, { unit, unitS }: GanttChart): string {
  const moment = (atS: number): string => String(Number((atS / unitS).toPrecision(6)));
  const many = nodes > 1 ? `, ${nodes} nodes` : '';
  const part = share === null ? '' : ` (${significant(100 * share, 3)} % of its start)`;
  return `${oneLine(task)}: ${moment(startS)} to ${moment(endS)} ${unit}${many}, P-state ${pState}, utility ${significant(utility, 3)}${part}`;
}

function axisText({ gantt: { fromS, toS }, unit, unitS }: GanttChart, left: number, plotPx: number, y: number): string {
  const marks = Array.from({ length: SPANS + 1 }, (_, k) => {
    const x = left + (k / SPANS) * plotPx;
    const minutes = Number((((toS - fromS) * k) / SPANS / 60).toPrecision(3));
    return (
      `<line x1="${px(x)}" y1="${TOP}" x2="${px(x)}" y2="${y}" stroke="${LINE}" stroke-width="0.6"/>` +
      `<text x="${px(x)}" y="${y + 12}" text-anchor="middle" fill="${MUTED}">${minutes}</text>`
    );
  });
  const from = Number((fromS / unitS).toPrecision(4));
  return `${marks.join('')}<text x="${px(left + plotPx / 2)}" y="${y + 28}" text-anchor="middle" fill="${MUTED}">minutes after ${from} ${unit}</text>`;
}

function scaleText(id: string, left: number, y: number, narrow: boolean): string {
  const [x, width] = narrow ? [8, 330] : [left, 360];
  const stops = VIRIDIS_STOPS.map(
    (colour, i) => `<stop offset="${i / (VIRIDIS_STOPS.length - 1)}" stop-color="${colour}"/>`,
  );
  const text = (at: number, anchor: string, words: string): string =>
    `<text x="${at}" y="${y + 26}" text-anchor="${anchor}" fill="${MUTED}">${words}</text>`;
  return (
    `<linearGradient id="${id}-scale">${stops.join('')}</linearGradient><rect x="${x}" y="${y}" width="${width}" height="10" fill="url(#${id}-scale)"/>` +
    text(x, 'start', '0 % of its starting utility') +
    text(x + width, 'end', '100 %')
  );
}

function px(value: number): string {
  return String(Number(value.toFixed(1)));
}
