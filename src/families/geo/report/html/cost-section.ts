import { S_PER_H, currencyOf } from '../../../../../models/units.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { oneLine } from '../../../../reports/format.js';
import { costByEpochUsd } from '../sums.js';
import { clockText, moneyColumn, startText } from '../format.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { figure, markup, nameOf, NOTHING, quantity } from '../../../../reports/html/markup.js';
import { BLUE, seriesColour, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import { stepped } from './small-panels.js';

/** Maximum number of methods drawn in the chart of costs. Our choice: more lines cannot be told apart. */
const MAX_METHODS = 5;

/** Returns the report section on the cost of every epoch, with other methods and the lower bound (thesis, Fig. 4.2). */
export function costSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const { model, record, compared, series } = input;
  const boundUsd = record.result.boundByEpochUsd;
  const head = { id: 'cost', title: `Cost by epoch${boundUsd === null ? '' : ', with the bound'}` };
  const own =
    evaluation === null
      ? []
      : [
          {
            method: record.result.method,
            feasible: record.result.feasible,
            costUsd: evaluation.costUsd,
            costByEpochUsd: costByEpochUsd(model.instance, evaluation),
          },
        ];
  const methods = [...own, ...compared].slice(0, MAX_METHODS);
  if (methods.length === 0 && boundUsd === null) return { ...head, body: [absent('there is neither plan nor bound')] };
  const left = own.length + compared.length - methods.length;
  const boundsH = epochBoundsH(input);
  const lines: Series[] = [
    ...methods.map(({ method, feasible, costByEpochUsd: byEpoch }, n) => ({
      name: `${oneLine(method)}${feasible ? '' : ' (not feasible)'}`,
      colour: n === 0 ? BLUE : seriesColour(n + 1),
      plain: true,
      points: stepped(boundsH, byEpoch),
    })),
    ...(boundUsd === null
      ? []
      : [
          {
            name: 'the bound’s share of the epoch',
            colour: VERMILLION,
            dashed: true,
            plain: true,
            points: stepped(boundsH, boundUsd),
          },
        ]),
  ];
  const currency = currencyOf(model.instance);
  const money = moneyColumn([...methods.flatMap((one) => one.costByEpochUsd), ...(boundUsd ?? [])]);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const demandUsd = evaluation?.demandUsd ?? 0;
  return {
    ...head,
    body: [
      seriesChart({
        id: 'cost-by-epoch',
        title: `Steps: cost of every epoch${compared.length > 0 ? ' by method' : ''}${boundUsd === null ? '' : '; dashed: the parts of the proven bound'}.`,
        xName: `hours since ${startText(model.instance)}`,
        yName: `${currency} per epoch`,
        fromZero: true,
        series: lines,
      }),
      markup`<p class="caption">Energy, starts and stops, and carbon; ${demandUsd === 0 ? 'there are no demand charges' : `demand charges belong to no epoch and are left out of the plans’ lines${boundUsd === null ? '' : ', not of the bound’s'}`}. ${boundUsd === null ? 'The bound of this run is not given by epoch.' : 'The parts of the bound count for their sum only: epochs are tied together by starts and stops, and a plan may be cheaper than its part in some.'}${left > 0 ? ` ${String(left)} more methods are not drawn.` : ''}</p>\n`,
      compared.length === 0
        ? NOTHING
        : table({
            caption: 'Whole cost by method.',
            columns: [{ head: 'Method' }, { head: 'Feasible' }, { head: currency, numeric: true }],
            rows: [...own, ...compared].map(({ method, feasible, costUsd }) => [
              nameOf(method),
              feasible ? 'yes' : 'no',
              quantity(moneyColumn([...own, ...compared].map((one) => one.costUsd))(costUsd)),
            ]),
          }),
      markup`<details><summary>Cost by epoch as a table</summary>
${table({
  caption: `${currency} by epoch; begins by the clock of ${oneLine(model.instance.dataCentres[0]!.name)}.`,
  columns: [
    { head: 'Begin' },
    ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true })),
    ...(boundUsd === null ? [] : [{ head: 'Bound’s part', numeric: true }]),
  ],
  rows: series.centres[0]!.localBeginnings.map((begin, t) => [
    clockText(begin),
    ...methods.map((one, n) =>
      n === 0 && own.length > 0
        ? figure(`costByEpochUsd.${String(t)}`, one.costByEpochUsd[t], money)
        : quantity(money(one.costByEpochUsd[t])),
    ),
    ...(boundUsd === null ? [] : [quantity(money(boundUsd[t]))]),
  ]),
  foot: [
    'Sum',
    ...methods.map((one) => quantity(money(sum(one.costByEpochUsd)))),
    ...(boundUsd === null ? [] : [quantity(money(sum(boundUsd)))]),
  ],
})}</details>\n`,
    ],
  };
}

/** Returns the boundaries of the epochs in hours from the start: each beginning, and the end of the last. */
export function epochBoundsH({ model: { epochCount, epochS } }: Pick<GeoReportRequest, 'model'>): number[] {
  return Array.from({ length: epochCount + 1 }, (_, t) => (t * epochS) / S_PER_H);
}
