import { columnOf, type ComparedFigure, meanIn, type MeanInterval } from '../compare/report.js';
import { oneLine, unitFor } from '../format.js';
import { sweptColumns, type SweptRow } from '../sweep.js';
import { type Content, markup, type Markup, NOTHING } from './markup.js';
import type { SectionOptions } from './section.js';
import { type Series, seriesChart, type SeriesChart } from './series-chart.js';
import { studyPage, type StudyPage } from './study-page.js';
import { tableOf } from './table.js';

/** Table of the rows of a sweep on a page. */
export function sweptTable(
  caption: string,
  head: string,
  given: readonly SweptRow[],
  figures: readonly ComparedFigure[],
): Markup {
  const { rows, columns } = sweptColumns(head, given, figures);
  return tableOf(caption, rows, columns);
}

/** A line of a chart of a sweep: means over the axis with their intervals as whiskers. */
export function sweptLine(
  look: Pick<Series, 'name' | 'colour' | 'dashed'>,
  points: readonly (readonly [at: number, mean: MeanInterval | null])[],
  scale = 1,
): Series {
  const known = points.flatMap(([at, mean]) => (mean === null ? [] : [{ at, mean }]));
  return {
    ...look,
    points: known.map(({ at, mean }) => [at, scale * mean.mean] as const),
    whiskers: known.flatMap(({ at, mean: { interval } }) =>
      interval === null ? [] : [[at, scale * interval.low, scale * interval.high] as const],
    ),
  };
}

/** Chart of one figure over the axis of a sweep; nothing where no row has it. */
export function sweptChart(
  one: ComparedFigure,
  rows: readonly { readonly at: number; readonly means: object }[],
  look: Pick<SeriesChart, 'xName' | 'marks'> & { readonly colour: string; readonly over: string },
): Content {
  const points = rows.map(({ at, means }) => [at, meanIn(means, one.key)] as const);
  const largest = points.reduce((most, [, mean]) => Math.max(most, Math.abs(mean?.mean ?? 0)), 0);
  if (points.every(([, mean]) => mean === null)) return NOTHING;
  // The axis is in the unit of the table's cells.
  const { head, write } = columnOf(one, [largest]);
  const shown = write(largest);
  const scale = one.unit === 'share' ? 100 : 1 / unitFor(one.unit, largest).size;
  const yName = shown === null || shown.unit === '' ? head : `${one.label}, ${shown.unit}`;
  const { colour, over, ...axis } = look;
  return seriesChart({
    ...axis,
    id: `${one.key}-chart`,
    title: `A line over the ${over}: ${yName}.`,
    yName,
    series: [sweptLine({ name: yName, colour }, points, scale)],
  });
}

/** Page of a sweep: its sections, then how it was made. */
export function sweepPage(
  page: Pick<StudyPage, 'name' | 'kind' | 'lead' | 'sections' | 'record'>,
  sha256: string,
): string {
  const made: SectionOptions = {
    id: 'provenance',
    title: 'How this was made',
    body: [
      markup`<dl class="facts">\n<div><dt>Instance file, SHA-256</dt><dd><code>${oneLine(sha256)}</code></dd></div>\n</dl>\n`,
    ],
  };
  return studyPage({ ...page, sections: [...page.sections, made] });
}
