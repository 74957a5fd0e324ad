import { S_PER_DAY } from '../../../../../models/units.js';
import { oneLine, shorten, significant } from '../../../../reports/format.js';
import {
  escapeHtml,
  markup,
  nameOf,
  NOTHING,
  quantity,
  raw,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import {
  DARK_TEXT,
  GREEN,
  LINE,
  ORANGE,
  PURPLE,
  SPARE,
  SURFACE,
  VERMILLION,
} from '../../../../reports/html/palette.js';
import { absent } from '../../../../reports/html/section.js';
import { drawing, line, px, text, ticks } from '../../../../reports/html/svg-text.js';
import { table } from '../../../../reports/html/table.js';
import type { Gantt, GanttBox } from '../../runs/page/gantt.js';
import { clockFor, dayText, type JobsReportRequest, key, momentText, timeText } from './page-input.js';

/** Maximum height of all rows together (`PLOT_PX`) and of one row, a core (`ROW_PX`), px. */
const [PLOT_PX, ROW_PX] = [620, 9];
/**
 * Vertical spaces between two nodes (`GAP`), above the first (`TOP`) and below the last, for the axis (`BELOW`), px.
 */
const [GAP, TOP, BELOW] = [6, 4, 24];
/** Width of a letter, and minimum height of a box that shows a name, px. */
const [LETTER_PX, TEXT_PX] = [5.2, 10];

/** Colours and labels for the outcomes of jobs. */
const OUTCOMES = {
  inTime: { colour: GREEN, text: 'ends in time' },
  late: { colour: ORANGE, text: 'ends late, with some value' },
  worthless: { colour: VERMILLION, text: 'ends worth nothing' },
  dropped: { colour: SPARE, text: 'dropped' },
} as const satisfies Record<GanttBox['outcome'], { readonly colour: string; readonly text: string }>;

/** Returns the Gantt chart of one week: which job runs on which node. */
export function ganttBody({ figures: { gantt, firstDay } }: JobsReportRequest): Content[] {
  if (gantt === null) return [absent('there is no schedule')];
  const clock = clockFor(gantt.toS);
  const span = `${momentText(gantt.fromS, firstDay, clock)} to ${momentText(gantt.toS, firstDay, clock)}`;
  if (gantt.boxes.length === 0) return [absent(`no job runs from ${span}`)];
  const { boxes, left, moreNodes, nodes } = gantt;
  const seen = (['inTime', 'late', 'worthless'] as const).filter((one) => boxes.some(({ outcome }) => outcome === one));
  const moved = boxes.some(({ isMovedHere, isMovedAway }) => isMovedHere || isMovedAway);
  return [
    markup`<figure>${(['wide', 'narrow'] as const).map((kind) => raw(ganttDrawing(gantt, firstDay, kind)))}</figure>\n`,
    markup`<p class="caption">${seen.map((one) => key(OUTCOMES[one].colour, OUTCOMES[one].text))}${moved ? [key(PURPLE, 'edge at the left: came from other cores'), key(DARK_TEXT, 'edge at the right: goes on on others')] : NOTHING}</p>\n`,
    markup`<p class="caption">From ${span}, the week in which most jobs wait or run, or all of a shorter time. A row is a core, a box a job on as many cores as it is high; cores of a node are alike, so that which ones a job has is not said.${left === 0 ? NOTHING : ` ${left} pieces of run are left out for want of room: plan.csv has all.`}${moreNodes === 0 ? NOTHING : ` ${moreNodes} more nodes are not shown.`} Point at a box for its job.</p>\n`,
    table({
      caption: 'Nodes in the time drawn.',
      columns: [
        { head: 'Node' },
        { head: 'Cores', numeric: true },
        { head: 'Held by jobs', numeric: true },
        { head: 'Boxes', numeric: true },
      ],
      rows: nodes.map(({ name, cores, busy }, n): Content[] => [
        nameOf(oneLine(name)),
        String(cores),
        quantity({ digits: (100 * busy).toFixed(1), unit: '%' }),
        String(boxes.filter(({ node }) => node === n).length),
      ]),
    }),
    tableOfBoxes(gantt, firstDay),
  ];
}

/** Maximum number of boxes listed in the table below the chart; the first ones are listed. */
const MAX_TABLE = 60;

function tableOfBoxes({ boxes, nodes, toS }: Gantt, firstDay: number): Markup {
  const clock = clockFor(toS);
  const momentIn = (atS: number): Content =>
    clock.unit === 'days' ? momentText(atS, firstDay, clock) : quantity(timeText(clock, atS));
  return markup`<details><summary>Boxes as a table</summary>
${table({
  caption: `${boxes.length > MAX_TABLE ? `The first ${MAX_TABLE} of ${boxes.length} boxes` : 'All boxes'} by their beginning.`,
  columns: [
    { head: 'Job' },
    { head: 'Type' },
    { head: 'Node' },
    { head: 'Cores', numeric: true },
    { head: 'From', numeric: true },
    { head: 'To', numeric: true },
    { head: 'Value of the job', numeric: true },
  ],
  rows: boxes
    .slice(0, MAX_TABLE)
    .map((box): Content[] => [
      nameOf(oneLine(box.job)),
      nameOf(oneLine(box.type)),
      nameOf(oneLine(nodes[box.node]!.name)),
      String(box.cores),
      momentIn(box.startS),
      momentIn(box.endS),
      quantity({ digits: significant(box.value), unit: '' }),
    ]),
})}</details>\n`;
}

function ganttDrawing(gantt: Gantt, firstDay: number, kind: 'wide' | 'narrow'): string {
  const { nodes, boxes, fromS, toS } = gantt;
  const narrow = kind === 'narrow';
  const width = narrow ? 350 : 1000;
  const left = narrow ? 76 : 130;
  const plotPx = width - left - (narrow ? 12 : 20);
  const rows = nodes.reduce((sum, { cores }) => sum + cores, 0);
  const rowPx = Math.min(ROW_PX, PLOT_PX / rows);
  const tops: number[] = [];
  let y = TOP;
  for (const { cores } of nodes) {
    tops.push(y);
    // Names of nodes of few cores stay apart.
    y += Math.max(cores * rowPx, 13) + GAP;
  }
  const xOf = (atS: number): number => left + ((Math.min(toS, Math.max(fromS, atS)) - fromS) / (toS - fromS)) * plotPx;
  const parts = [
    ...nodes.map(({ name, cores }, n) => {
      const high = cores * rowPx;
      return (
        text(left - 6, tops[n]! + Math.max(high, 13) / 2 + 4, shorten(name, narrow ? 11 : 18), {
          anchor: 'end',
          size: 11,
        }) +
        `<rect x="${left}" y="${px(tops[n]!)}" width="${px(plotPx)}" height="${px(high)}" fill="${SPARE}" fill-opacity="0.4"/>`
      );
    }),
    ...axisParts(gantt, firstDay, narrow, xOf, y - GAP),
    ...boxes.flatMap((box) => boxParts(box, { top: tops[box.node]!, rowPx, xOf, gantt, firstDay, narrow })),
  ];
  const title = `Boxes over time, node by node: jobs on its cores from ${momentText(fromS, firstDay, clockFor(toS))} on, coloured by whether they end in time.`;
  return drawing(title, kind, { width, height: y - GAP + BELOW }, parts);
}

interface Frame {
  readonly top: number;
  readonly rowPx: number;
  readonly xOf: (atS: number) => number;
  readonly gantt: Gantt;
  readonly firstDay: number;
  readonly narrow: boolean;
}

function boxParts(box: GanttBox, { top, rowPx, xOf, gantt, firstDay, narrow }: Frame): string[] {
  const { colour } = OUTCOMES[box.outcome];
  const [x, end] = [xOf(box.startS), xOf(box.endS)];
  const widthPx = Math.max(0.8, end - x);
  // The narrow drawing is for screens that are touched: nothing is pointed at there.
  const told = narrow ? '' : `<title>${escapeHtml(wordsOf(box, gantt, firstDay))}</title>`;
  return box.rows.map(([first, rows]) => {
    const [y, high] = [top + first * rowPx, rows * rowPx];
    const edge = (at: number, of: string): string =>
      `<rect x="${px(at)}" y="${px(y)}" width="1.8" height="${px(high)}" fill="${of}"/>`;
    const marks = [
      ...(box.isMovedHere && box.startS >= gantt.fromS ? [edge(x, PURPLE)] : []),
      ...(box.isMovedAway && box.endS <= gantt.toS ? [edge(Math.max(x, end - 1.8), DARK_TEXT)] : []),
    ];
    const letters = Math.floor((widthPx - 8) / LETTER_PX);
    // Types mostly differ at the end: a name that is cut tells nothing.
    const name = Array.from(oneLine(box.type)).length <= letters ? oneLine(box.type) : '';
    const inside =
      high >= TEXT_PX && name !== ''
        ? `<text x="${px(x + widthPx / 2)}" y="${px(y + high / 2 + 3)}" font-size="9" text-anchor="middle" fill="${DARK_TEXT}">${escapeHtml(name)}</text>`
        : '';
    return (
      `<rect x="${px(x)}" y="${px(y)}" width="${px(widthPx)}" height="${px(high)}" fill="${colour}" stroke="${SURFACE}" stroke-width="0.6"` +
      `${told === '' ? '/>' : `>${told}</rect>`}${marks.join('')}${inside}`
    );
  });
}

function wordsOf(
  { job, type, cores, startS, endS, outcome, value }: GanttBox,
  { toS }: Gantt,
  firstDay: number,
): string {
  const clock = clockFor(toS);
  const many = cores === 1 ? '1 core' : `${cores} cores`;
  return `${oneLine(job)} (${oneLine(type)}): ${momentText(startS, firstDay, clock)} to ${momentText(endS, firstDay, clock)}, ${many}; ${OUTCOMES[outcome].text}, value ${significant(value, 4)}`;
}

function axisParts(
  { fromS, toS }: Gantt,
  firstDay: number,
  narrow: boolean,
  xOf: (atS: number) => number,
  bottom: number,
): string[] {
  const clock = clockFor(toS);
  const mark = (atS: number, words: string, anchor: 'start' | 'middle' | 'end' = 'middle'): string =>
    line(xOf(atS), TOP, xOf(atS), bottom, LINE, ' stroke-width="0.8"') +
    (words === '' ? '' : text(xOf(atS), bottom + 14, words, { anchor, size: 11, quiet: true }));
  if (clock.unit === 'days') {
    const days = Math.floor((toS - fromS) / S_PER_DAY + 1e-9);
    return Array.from({ length: days + 1 }, (_, k) => {
      const atS = fromS + k * S_PER_DAY;
      // The text of a midnight at the right edge has no room.
      const isNamed = toS - atS > 0.4 * S_PER_DAY && (!narrow || k % 2 === 0);
      return mark(atS, isNamed ? dayText(Math.round(atS / S_PER_DAY), firstDay) : '');
    });
  }
  const found = ticks(fromS / clock.seconds, toS / clock.seconds, narrow ? 3 : 6);
  return found.map((at, k) =>
    mark(
      at * clock.seconds,
      `${at}${k === found.length - 1 ? ` ${clock.unit}` : ''}`,
      k === found.length - 1 ? 'end' : 'middle',
    ),
  );
}
