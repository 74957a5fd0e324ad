import type { GeoComparisonRecord } from '../../studies/compare/record.js';
import { gapPercent, oneLine, seconds } from '../../../../reports/format.js';
import {
  billColumn,
  kilogramColumn,
  kilowattHourColumn,
  runFeasibleText,
  sharePercent,
  showsCarbon,
  sourceText,
  stepCount,
} from '../compare-format.js';
import { moneyColumn, usd } from '../format.js';
import { TERMINATIONS } from '../../../../reports/wording.js';
import { absent } from '../../../../reports/html/section.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import { interval } from '../../../../reports/html/interval.js';
import { figure, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Each method less the reference: what the thesis calls a reduction, with its sign turned. */
export function geoDifferenceSection({ differences, reference }: GeoComparisonRecord): SectionOptions {
  const head = { id: 'differences', title: `Against ${oneLine(reference)}` };
  if (differences.length === 0) return { ...head, body: [absent('only one method was run')] };
  const money = moneyColumn(differences.map(({ objective }) => objective?.mean));
  const rows = differences.flatMap(({ method, ofReference }) => {
    if (ofReference === null) return [];
    const { low, high } = ofReference.interval ?? { low: ofReference.mean, high: ofReference.mean };
    return [{ name: oneLine(method), mean: 100 * ofReference.mean, low: 100 * low, high: 100 * high }];
  });
  return {
    ...head,
    body: [
      rows.length === 0
        ? NOTHING
        : intervalChart({
            id: 'paired-differences',
            title:
              'Points: mean difference of each method to the reference, with 95 % intervals where methods draw; the dashed line is no difference.',
            axis: `% of the cost of ${oneLine(reference)} more`,
            rows,
            mark: 0,
          }),
      table({
        caption: `Cost less that of ${oneLine(reference)} in the same trial, negative where cheaper, with 95 % intervals. Trials in which only one of the two has a feasible plan are left out and counted.`,
        columns: [
          { head: 'Method' },
          { head: 'USD', numeric: true },
          { head: '95 % interval', numeric: true },
          { head: 'Share', numeric: true },
          { head: 'Dearer / cheaper / same', numeric: true },
          { head: 'Left out', numeric: true },
        ],
        rows: differences.map(({ method, objective, ofReference, unpaired }) => [
          nameOf(method),
          figure(`difference.${method}`, objective?.mean, money),
          interval(objective?.interval ?? null, money),
          quantity(sharePercent(ofReference?.mean)),
          objective === null ? 'none' : `${objective.wins} / ${objective.losses} / ${objective.ties}`,
          String(unpaired),
        ]),
      }),
    ],
  };
}

/** The bound and every run. */
export function geoRunsSection(record: GeoComparisonRecord): SectionOptions {
  return { id: 'runs', title: 'Bound and runs', body: [boundTable(record), runTable(record)] };
}

function boundTable({ bound }: GeoComparisonRecord): Markup {
  if (bound === null) return absent('the run was stopped before the bound');
  const none = bound.infeasibility === undefined ? 'none' : 'no plan is feasible';
  return table({
    caption: 'The proven bound, whose certificate it is, and how long its own run took.',
    columns: [
      { head: 'Certificate of' },
      { head: 'Lower bound', numeric: true },
      { head: 'With CUP', numeric: true },
      { head: 'Time', numeric: true },
      { head: 'CPU', numeric: true },
    ],
    rows: [
      [
        sourceText(bound.source),
        quantity(usd(bound.bound), none),
        quantity(usd(bound.boundByCupUsd), none),
        quantity(seconds(bound.timeS)),
        quantity(seconds(bound.cpuS)),
      ],
    ],
  });
}

function runTable(record: GeoComparisonRecord): Markup {
  const carbon = showsCarbon(record);
  const bill = billColumn(record);
  const kwh = kilowattHourColumn(record);
  const kg = kilogramColumn(record);
  return markup`<details><summary>Every run</summary>
${table({
  caption: 'Every run. Costs and energies are those of the plan returned, whether it keeps the limits or not.',
  columns: [
    { head: 'Method' },
    { head: 'Seed', numeric: true },
    { head: 'Feasible (checked)' },
    { head: 'Cost, USD', numeric: true },
    { head: 'Gap', numeric: true },
    { head: 'Grid, kWh', numeric: true },
    ...(carbon ? [{ head: 'Carbon, kg', numeric: true }] : []),
    { head: 'Time', numeric: true },
    { head: 'CPU', numeric: true },
    { head: 'Steps', numeric: true },
    { head: 'Ended' },
  ],
  rows: record.runs.map((run) => [
    nameOf(run.method),
    String(run.seed),
    runFeasibleText(run),
    quantity(bill(run.costUsd)),
    quantity(gapPercent(run.gap)),
    quantity(kwh(run.gridKwh)),
    ...(carbon ? [quantity(kg(run.carbonKg))] : []),
    quantity(seconds(run.timeS)),
    quantity(seconds(run.cpuS)),
    quantity(stepCount(run.steps)),
    run.failure === undefined ? TERMINATIONS[run.termination] : `broke down: ${oneLine(run.failure)}`,
  ]),
})}</details>\n`;
}
