import { countOf, inUnit, number } from '../../../../reports/format.js';
import { type Content, markup, quantity } from '../../../../reports/html/markup.js';
import { figureCharts } from '../../../../reports/sweep/charts.js';
import { cards, type SweepPage } from '../../../../reports/sweep/page.js';
import type { MonthPoint, MonthSweep } from '../../studies/sweep.js';
import { monthAxisShown, SWEPT } from '../sweep.js';

/** Returns the parts of the page of a month sweep that are special to jobs. */
export function monthPageOf(sweep: MonthSweep): Omit<SweepPage, 'record' | 'made'> {
  const { trials, points } = sweep;
  const axis = monthAxisShown(sweep);
  const means = `Means over ${countOf(trials, 'trial')}`;
  const same = trials > 1 ? '; all values run on the same trials' : '';
  return {
    kind: 'sweep of a month of jobs',
    first: [
      { id: 'best', title: 'Where the most is earned', body: bestBody(sweep) },
      {
        id: 'curves',
        title: `Over the ${axis.over}`,
        body: [
          figureCharts(SWEPT, points, axis),
          markup`<p class="caption">${means}${same}. The upright axes do not begin at 0.</p>\n`,
        ],
      },
    ],
    caption: `${means}.`,
  };
}

function bestBody(sweep: MonthSweep): Content[] {
  const { points, axes, mostValueAt, mostValuePerMJAt } = sweep;
  const { digits } = monthAxisShown(sweep);
  const isNodes = axes[0].field === 'nodes';
  const card = (label: string, field: string, place: number, note: Content): Parameters<typeof cards>[0][number] => {
    const text = isNodes ? countOf(place, 'node') : digits(place);
    return [label, markup`<data data-field="${field}" value="${String(place)}">${text}</data>`, note];
  };
  const mean = (place: number | null, key: 'objective' | 'valuePerMJ'): number | null => {
    return points.find(({ values: [at] }: MonthPoint) => at === place)?.[key]?.mean ?? null;
  };
  const most = markup`${quantity(number(mean(mostValueAt, 'objective')))} on average`;
  const perMJ = markup`${quantity(inUnit(mean(mostValuePerMJAt, 'valuePerMJ'), 'value/MJ'))} on average`;
  return [
    cards([
      card('Most value', 'mostValueAt', mostValueAt, most),
      ...(mostValuePerMJAt === null
        ? []
        : [card('Most value per energy', 'mostValuePerMJAt', mostValuePerMJAt, perMJ)]),
    ]),
    markup`<p>Of the values tried, on these trials; where the curves are flat another trial may choose another value.</p>\n`,
  ];
}
