import type { GeoComparisonRecord, GeoMethodDifference, GeoMethodSummary } from '../studies/compare/record.js';
import { intervalText, limitsText, meansNote, row, trialsText } from '../../../reports/compare-summary.js';
import { gapPercent, oneLine, plain, seconds, type Shown } from '../../../reports/format.js';
import {
  billColumn,
  feasibleText,
  kilogramColumn,
  kilowattHourColumn,
  sharePercent,
  sourceText,
  showsCarbon,
} from './compare-format.js';
import { usd } from './format.js';

/** What a comparison of geo methods found, for a terminal. Ends with a newline. */
export function geoCompareText(record: GeoComparisonRecord): string {
  const { summary, differences, warnings } = record;
  const lines = [
    `${oneLine(record.instance)}: ${trialsText(record)}`,
    labelled('limits', limitsText(record)),
    ...boundLines(record),
    '',
    row(WIDTHS, [
      'method',
      'feasible',
      'USD',
      '95 % interval',
      'gap',
      'with CUP',
      'grid kWh',
      'carbon kg',
      'CPU',
      'best',
    ]),
    ...summary.map((one) => methodRow(one, record)),
    ...meansNote(summary),
    '',
    ...differences.map(differenceText),
    ...warnings.map((warning) => labelled('warning', oneLine(warning))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

const WIDTHS = [10, 10, 12, 21, 9, 9, 12, 12, 9, 5];

function methodRow(one: GeoMethodSummary, record: GeoComparisonRecord): string {
  const bill = billColumn(record);
  const digits = (shown: Shown | null): string => shown?.digits ?? 'none';
  return row(WIDTHS, [
    one.method,
    feasibleText(one, record.runs),
    digits(bill(one.objective?.mean)),
    intervalText(one.objective?.interval ?? null, (value) => digits(bill(value))).trim(),
    plain(gapPercent(one.gap?.mean)),
    plain(gapPercent(one.gapByCup?.mean)),
    digits(kilowattHourColumn(record)(one.gridKwh?.mean)),
    showsCarbon(record) ? digits(kilogramColumn(record)(one.carbonKg?.mean)) : 'unknown',
    plain(seconds(one.cpuS?.mean)),
    String(one.best),
  ]);
}

function boundLines({ bound }: GeoComparisonRecord): string[] {
  if (bound === null) return [labelled('bound', 'not computed')];
  if (bound.infeasibility !== undefined) return [labelled('bound', 'none: no plan is feasible')];
  if (bound.bound === null) return [labelled('bound', 'none was proven')];
  const byCup =
    bound.boundByCupUsd === null ? '' : `; with the cooling of Eq. 43 (CUP) ${plain(usd(bound.boundByCupUsd))}`;
  return [
    labelled('bound', `${plain(usd(bound.bound))}, by ${sourceText(bound.source)}${byCup}`),
    labelled('', `its own run took ${plain(seconds(bound.cpuS))} of processor time`),
  ];
}

function differenceText({ method, reference, objective, ofReference, unpaired }: GeoMethodDifference): string {
  const found =
    objective === null
      ? 'no common trial'
      : `${plain(usd(objective.mean))}${intervalText(objective.interval, (value) => usd(value)?.digits ?? '')}` +
        `${ofReference === null ? '' : ` (${plain(sharePercent(ofReference.mean))} of it)`}; ` +
        `dearer in ${objective.wins}, cheaper in ${objective.losses}, the same in ${objective.ties}`;
  return `${method} less ${reference}: ${found}${unpaired > 0 ? `; ${unpaired} trials without a pair` : ''}`;
}

function labelled(label: string, text: string): string {
  return `${label.padEnd(12)}  ${text}`;
}
