import { meanColumns, type PageColumn, tableOf } from '../compare/page.js';
import { type ComparedFigure, headOf, meanIn, type MeanInterval, notationOf } from '../compare/report.js';
import { oneLine } from '../format.js';
import type { SweptRow } from '../sweep.js';
import { type Content, markup, type Markup, NOTHING } from './markup.js';
import type { SectionOptions } from './section.js';
import { type Series, seriesChart, type SeriesChart } from './series-chart.js';
import { studyPage, type StudyPage } from './study-page.js';

/** Table of the rows of a sweep on a page. */
export function sweptTable(
  caption: string,
  head: string,
  rows: readonly (SweptRow & { readonly shown?: Content })[],
  figures: readonly ComparedFigure[],
): Markup {
  const first: PageColumn<(typeof rows)[number]> = {
    ...{ head, numeric: false },
    of: ({ method, shown = oneLine(method) }) => shown,
  };
  const flat = rows.map((row) => ({ ...row.means, ...row }));
  return tableOf(caption, flat, [
    first,
    ...figures.flatMap((one) => meanColumns<(typeof flat)[number]>(one, flat, { named: '', hasInterval: true })),
  ]);
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
  const shown = notationOf(one, [largest])(largest);
  const scale = SCALES[one.unit] ?? 1;
  const yName = shown === null || shown.unit === '' ? headOf(one) : `${one.label}, ${shown.unit}`;
  const { colour, over, ...axis } = look;
  return seriesChart({
    ...axis,
    ...{ id: `${one.key}-chart`, title: `A line over the ${over}: ${yName}.`, yName },
    series: [sweptLine({ name: yName, colour }, points, scale)],
  });
}

/** Scales of axes whose cells are in another unit than records. */
const SCALES: Readonly<Record<string, number>> = { share: 100, gap: 100, J: 1e-6 };

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
