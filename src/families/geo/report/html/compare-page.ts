import type { GeoComparisonRecord, GeoMethodSummary } from '../../studies/compare/record.js';
import { limitsText, trialsText } from '../../../../reports/compare-summary.js';
import { gapPercent, oneLine, seconds } from '../../../../reports/format.js';
import {
  billColumn,
  feasibleText,
  kilogramColumn,
  kilowattHourColumn,
  showsCarbon,
  sourceText,
} from '../compare-format.js';
import { absent } from '../../../../reports/html/section.js';
import { interval } from '../../../../reports/html/interval.js';
import {
  counted,
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  type Content,
  type Markup,
} from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { type Column, table } from '../../../../reports/html/table.js';
import { geoConvergenceSection, geoEpochSection } from './compare-charts.js';
import { geoDifferenceSection, geoRunsSection } from './compare-tables.js';
import { costBars } from './cost-bars.js';

/** The page of `plenum compare` for a geo instance. */
export function geoComparePage(record: GeoComparisonRecord): string {
  return studyPage({
    name: record.instance,
    kind: 'geo methods compared',
    lead: markup`${counted(record.methods.length, 'method')} side by side over ${counted(record.epochCount, 'epoch')}: ${trialsText(record)}; ${limitsText(record)}.`,
    sections: [
      resultSection(record),
      geoEpochSection(record),
      geoConvergenceSection(record),
      geoDifferenceSection(record),
      geoRunsSection(record),
    ],
    record,
  });
}

function resultSection(record: GeoComparisonRecord): SectionOptions {
  const { termination, trials, trialsAsked, warnings, boundScope, bound } = record;
  const interrupted =
    termination === 'interrupted'
      ? markup`<div class="callout"><p>Interrupted: ${String(trials)} of ${counted(trialsAsked, 'trial')} are whole; the figures hold for what was finished.</p></div>\n`
      : NOTHING;
  const warned =
    warnings.length === 0
      ? NOTHING
      : markup`<div class="callout"><strong>Warnings</strong><ul>${warnings.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul></div>\n`;
  return {
    id: 'result',
    title: 'Result',
    body: [
      interrupted,
      warned,
      barsOf(record),
      record.summary.length === 0 ? absent('no run came to its end') : methodTable(record),
      markup`<p class="caption">Every plan is judged by the independent checker: “feasible” means that it found every task served and no limit violated, and costs are what it bills, cooling by the rooms’ own temperatures. The bound is the greatest of all certificates found, here by ${bound === null ? 'nobody' : sourceText(bound.source)}; gaps are shares of it. With CUP: cost against bound with the cooling of Eq. 43. ${boundScope === '' ? '' : `The bound covers ${oneLine(boundScope)}.`} CPU: processor time of the whole run, its share of the checker included; the linear program proves its bounds in that time. Methods that draw nothing are run once. “Best” counts the trials in which no other plan is cheaper.</p>\n`,
    ],
  };
}

/** Whole bills against the bound. */
function barsOf({ summary, bound }: GeoComparisonRecord): Markup {
  const bars = summary.flatMap(({ method, objective }) =>
    objective === null ? [] : [{ name: oneLine(method), usd: objective.mean }],
  );
  if (bars.length === 0) return absent('no run ended with a feasible plan');
  const usd = bound?.bound ?? null;
  return costBars({
    id: 'whole-cost',
    title: `Bars: cost of the horizon by method, feasible plans alone${usd === null ? '' : '; dashed line: the proven lower bound on all of them'}.`,
    axis: 'USD over the horizon',
    bars,
    bound: usd === null ? null : { name: 'proven lower bound', usd },
  });
}

function methodTable(record: GeoComparisonRecord): Markup {
  const { summary } = record;
  const numeric = (head: string): Column => ({ head, numeric: true });
  const hasIntervals = summary.some(({ objective }) => objective?.interval != null);
  const carbon = showsCarbon(record);
  return table({
    caption: 'Means over the feasible plans of each method, and what is proven of all plans.',
    columns: [
      { head: 'Method' },
      { head: 'Feasible (checked)' },
      numeric('Cost, USD'),
      ...(hasIntervals ? [numeric('95 % interval')] : []),
      numeric('Gap'),
      numeric('Gap with CUP'),
      numeric('Grid, kWh'),
      ...(carbon ? [numeric('Carbon, kg')] : []),
      numeric('CPU'),
      numeric('Best'),
    ],
    rows: summary.map((one) => [nameOf(one.method), ...methodCells(one, record, hasIntervals, carbon)]),
    foot: [
      'Proven bound',
      '',
      figure('bound', record.bound?.bound, billColumn(record), whyNoBound(record)),
      ...(hasIntervals ? [''] : []),
      '',
      '',
      '',
      ...(carbon ? [''] : []),
      quantity(seconds(record.bound?.cpuS)),
      '',
    ],
  });
}

function whyNoBound({ bound }: GeoComparisonRecord): string {
  return bound?.infeasibility === undefined ? 'none' : 'no plan is feasible';
}

function methodCells(
  one: GeoMethodSummary,
  record: GeoComparisonRecord,
  hasIntervals: boolean,
  carbon: boolean,
): Content[] {
  const { method, objective, gap, gapByCup, gridKwh, carbonKg, cpuS, best } = one;
  const bill = billColumn(record);
  return [
    feasibleText(one, record.runs),
    figure(`objective.${method}`, objective?.mean, bill),
    ...(hasIntervals ? [interval(objective?.interval ?? null, bill)] : []),
    figure(`gap.${method}`, gap?.mean, gapPercent),
    figure(`gapByCup.${method}`, gapByCup?.mean, gapPercent),
    figure(`gridKwh.${method}`, gridKwh?.mean, kilowattHourColumn(record)),
    ...(carbon ? [figure(`carbonKg.${method}`, carbonKg?.mean, kilogramColumn(record))] : []),
    quantity(seconds(cpuS?.mean)),
    String(best),
  ];
}
