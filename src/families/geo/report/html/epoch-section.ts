import { currencyOf, S_PER_H } from '../../../../../models/units.js';
import { oneLine } from '../../../../reports/format.js';
import { type Content, markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import { INK, seriesColour } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { numeric, type RowColumn, tableOf } from '../../../../reports/html/table.js';
import { meanIn } from '../../../../reports/html/figure-columns.js';
import type { ComparisonRecord } from '../../../../studies/compare/compare.js';
import { sharesOf } from '../sums.js';
import { moneyColumn } from '../format.js';
import { stepped } from './small-panels.js';

/** Record of a comparison of geo methods, whose runs and summaries have the series `costByEpochUsd`. */
export type GeoComparisonRecord = ComparisonRecord & { readonly epochCount: number; readonly epochS: number };

/** Returns the comparison's section on the cost of each epoch by method, with the lower bound (thesis, Fig. 4.2). */
export function epochSection(record: GeoComparisonRecord): SectionOptions {
  const head = { id: 'epochs', title: 'Cost by epoch', isFolded: true };
  const costs = record.summary.map(({ method, plans, series }) => {
    return { method, plans, costByEpochUsd: series?.['costByEpochUsd'] as readonly number[] | null };
  });
  const methods = costs.flatMap(({ costByEpochUsd, ...one }) =>
    costByEpochUsd === null ? [] : [{ ...one, costByEpochUsd }],
  );
  if (methods.length === 0) return { ...head, body: [] };
  const shares = sharesOf(record.bounds);
  const currency = currencyOf(record);
  const { epochCount, epochS } = record;
  const boundsH = Array.from({ length: epochCount + 1 }, (_, t) => (t * epochS) / S_PER_H);
  const money = moneyColumn([...methods.flatMap((one) => one.costByEpochUsd), ...(shares ?? [])]);
  const column = (head: Content, values: readonly number[]): RowColumn<number> => {
    const sum = values.reduce((total, value) => total + value, 0);
    return numeric(head, (_, t) => quantity(money(values[t])), quantity(money(sum)));
  };
  const lines: Series[] = methods.map(({ method, costByEpochUsd }) => ({
    name: oneLine(method),
    colour: seriesColour(record.methods.indexOf(method)),
    plain: true,
    points: stepped(boundsH, costByEpochUsd),
  }));
  const left = costs.filter(({ costByEpochUsd }) => costByEpochUsd === null);
  const hasDemand = record.runs.some((run) => (meanIn(run, 'demandUsd')?.mean ?? 0) !== 0);
  return {
    ...head,
    body: [
      seriesChart({
        id: 'cost-by-epoch',
        title: `Steps: cost of every epoch by method${shares === null ? '' : '; dashed: the bound’s shares of the epochs, whose sum is the proven bound'}.`,
        xName: 'hours since the start',
        yName: `${currency} per epoch`,
        fromZero: true,
        series: [
          ...lines,
          ...(shares === null
            ? []
            : [
                {
                  name: 'the bound’s share of the epoch',
                  colour: INK,
                  dashed: true,
                  plain: true,
                  points: stepped(boundsH, shares),
                },
              ]),
        ],
      }),
      markup`<p class="caption">${methods.some(({ plans }) => plans > 1) ? 'Means over the feasible plans of a method. ' : ''}Energy, starts and stops, and carbon${hasDemand ? '; demand charges belong to no epoch and are left out' : ''}. ${shares === null ? 'The bound is not known by epoch.' : 'Only the sum of the bound’s shares is proven: epochs are tied together by starts and stops, and a plan may cost less than the share in some of them, but not in all together.'}${left.length === 0 ? '' : ` Not drawn for want of a feasible plan: ${left.map(({ method }) => oneLine(method)).join(', ')}.`}</p>\n`,
      tableOf(
        `${currency} by epoch; the sums are bills${hasDemand ? ' without demand charges' : ''}, and the bound${hasDemand ? ' with them' : ''}.`,
        boundsH.slice(1),
        [
          { head: 'Epoch', of: (_, t) => String(t), foot: 'Sum' },
          ...methods.map(({ method, costByEpochUsd }) => column(nameOf(method), costByEpochUsd)),
          ...(shares === null ? [] : [column('Bound’s share', shares)]),
        ],
      ),
    ],
  };
}
