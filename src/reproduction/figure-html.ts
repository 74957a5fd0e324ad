import type { FigurePicture, PictureChart, PictureLines, PictureRows } from './picture.js';
import { oneLine, significant } from '../reports/format.js';
import { interval } from '../reports/html/interval.js';
import { intervalChart } from '../reports/html/interval-chart.js';
import { figure, markup, NOTHING, typeset, type Markup } from '../reports/html/markup.js';
import { seriesColour } from '../reports/html/palette.js';
import type { SectionOptions } from '../reports/html/section.js';
import { seriesChart } from '../reports/html/series-chart.js';
import { studyPage } from '../reports/html/study-page.js';
import { table } from '../reports/html/table.js';

const shownNumber = (value: number | null | undefined): { digits: string; unit: string } | null =>
  value === null || value === undefined ? null : { digits: significant(value, 4), unit: '' };

/** Returns the HTML page of a reproduced figure: our results, the values printed in the source, and the verdicts. */
export function reproductionFigurePage(record: FigurePicture): string {
  return studyPage({
    name: record.title,
    kind: record.name,
    lead: markup`${oneLine(record.settings)} Means over ${String(record.trials)} trials, drawn with 95 % intervals (Student’s t). ${printedWords(record)}`,
    sections: [verdictSection(record), ...record.charts.map(chartSection)],
    record,
  });
}

function printedWords({ charts, source }: FigurePicture): string {
  if (source !== undefined)
    return 'Orders, ratios and shapes are compared, and printed numbers where a claim has some.';
  const isPrinted = charts.some((chart) => chart.kind === 'rows' && chart.rows.some(({ trials }) => trials === 0));
  return isPrinted
    ? 'Values marked “thesis” are those it prints.'
    : 'The thesis prints no numbers for this figure: orders, ratios and shapes are compared.';
}

/** Returns the section that lists the claims about a figure with their verdicts. */
export function verdictSection({ claims, source }: Pick<FigurePicture, 'claims' | 'source'>): SectionOptions {
  const regimes = [...new Set(claims.flatMap((claim) => claim.regimes.map(({ words }) => words)))];
  return {
    id: 'verdicts',
    title: 'Verdicts',
    body: [
      table({
        caption:
          source === undefined
            ? 'What the thesis says, judged in settings that meet every number it states; our own regimes are no part of it.'
            : `Claims, judged in settings that meet ${source.possessive} numbers; our own regimes are no part of it.`,
        columns: [
          { head: source?.says ?? 'The thesis says', wide: true },
          { head: 'Verdict', wide: true },
          ...regimes.map((words) => ({ head: `Ours: ${words}` })),
        ],
        rows: claims.map(({ id, says, verdict, regimes: own }) => [
          oneLine(says),
          markup`<span data-field="verdict.${id}">${oneLine(verdict)}</span>`,
          ...regimes.map((words) => own.find((one) => one.words === words)?.verdict ?? ''),
        ]),
      }),
    ],
  };
}

function chartSection(chart: PictureChart, n: number): SectionOptions {
  const id = `chart-${String(n)}`;
  const body = chart.kind === 'rows' ? rowsBody(chart, id) : linesBody(chart, id);
  return { id, title: oneLine(chart.title), body };
}

function rowsBody({ title, axis, range, rows }: PictureRows, id: string): Markup[] {
  return [
    intervalChart({
      id: `${id}-drawing`,
      title: `${title}. Points: means; bars: 95 % intervals.`,
      axis,
      rows,
      ...(range === undefined ? {} : { range }),
    }),
    table({
      caption: `${title}, ${axis}.`,
      columns: [
        { head: '' },
        { head: 'Mean', numeric: true },
        { head: '95 % interval', numeric: true },
        { head: 'Trials', numeric: true },
      ],
      rows: rows.map((row) => [
        row.name,
        figure(`${id}.${row.name}`, row.mean, shownNumber),
        row.trials > 1 ? interval(row, shownNumber) : NOTHING,
        row.trials === 0 ? 'printed' : String(row.trials),
      ]),
    }),
  ];
}

function linesBody({ title, axis, range, xName, series }: PictureLines, id: string): Markup[] {
  const lines = series.map(({ name, points }, n) => ({
    name,
    colour: seriesColour(n),
    dashed: n >= DISTINCT_COLOURS,
    points: points.map(({ x, mean }) => [x, mean] as const),
    whiskers: points.filter(({ trials }) => trials > 1).map(({ x, low, high }) => [x, low, high] as const),
  }));
  return [
    seriesChart({
      id: `${id}-drawing`,
      title: `${title}. Lines: means; bars: 95 % intervals.`,
      xName,
      yName: axis,
      series: lines,
      ...(range === undefined ? {} : { range }),
    }),
    markup`<details><summary>As a table</summary>
${table({
  caption: `${title}, ${axis}: means with 95 % intervals.`,
  columns: [
    { head: xName, numeric: true },
    { head: 'Method' },
    { head: 'Mean', numeric: true },
    { head: '95 % interval', numeric: true },
    { head: 'Trials', numeric: true },
  ],
  rows: series.flatMap(({ name, points }) =>
    points.map((point) => [
      typeset(String(point.x)),
      name,
      figure(`${id}.${name}.${String(point.x)}`, point.mean, shownNumber),
      point.trials > 1 ? interval(point, shownNumber) : NOTHING,
      String(point.trials),
    ]),
  ),
})}</details>\n`,
  ];
}

/** Number of distinct line colours; further lines reuse them, dashed. */
const DISTINCT_COLOURS = 6;
