import { S_PER_H } from '../../../../models/units.js';
import type { CompareTexts } from '../../../reports/compare/report.js';
import { intervalColumn, intervalText, labelled } from '../../../reports/compare/words.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { gapPercent, plain, seconds, type Shown } from '../../../reports/format.js';
import type {
  GeoCommonBound,
  GeoCompareRun,
  GeoComparisonRecord,
  GeoDifference,
  GeoSummary,
} from '../studies/compare/comparison.js';
import {
  billColumn,
  feasibleText,
  kilogramColumn,
  kilowattHourColumn,
  sharePercent,
  showsCarbon,
  sourceText,
} from './compare-format.js';
import { usd } from './format.js';

/** Texts and tables of a comparison of geo methods. */
export function geoCompareReport(
  record: GeoComparisonRecord,
): CompareTexts<GeoCompareRun, GeoSummary, GeoDifference, GeoCommonBound> {
  const [bill, kwh, kg] = [billColumn(record), kilowattHourColumn(record), kilogramColumn(record)];
  const carbon = showsCarbon(record);
  return {
    head: boundLines(record),
    columns: [
      { head: 'method', width: 10, of: ({ method }) => method },
      { head: 'feasible', width: 10, of: (one) => feasibleText(one, record.runs) },
      { head: 'USD', width: 12, of: ({ objective }) => digits(bill(objective?.mean)) },
      intervalColumn(21, (value) => digits(bill(value))),
      { head: 'gap', width: 9, of: ({ gap }) => plain(gapPercent(gap?.mean)) },
      { head: 'with CUP', width: 9, of: ({ gapByCup }) => plain(gapPercent(gapByCup?.mean)) },
      { head: 'grid kWh', width: 12, of: ({ gridKwh }) => digits(kwh(gridKwh?.mean)) },
      { head: 'carbon kg', width: 12, of: ({ carbonKg }) => (carbon ? digits(kg(carbonKg?.mean)) : 'unknown') },
      { head: 'CPU', width: 9, of: ({ cpuS }) => plain(seconds(cpuS?.mean)) },
      { head: 'best', width: 5, of: ({ best }) => String(best) },
    ],
    difference: differenceText,
    csv: [
      { name: 'broken', of: (run) => run.broken.join(' ') },
      { name: 'cost_usd', of: (run) => run.costUsd },
      { name: 'bound_usd', of: (run) => run.bound },
      { name: 'gap', of: (run) => run.gap },
      { name: 'cost_by_cup_usd', of: (run) => run.costByCupUsd },
      { name: 'gap_by_cup', of: (run) => run.gapByCup },
      { name: 'energy_usd', of: (run) => run.energyUsd },
      { name: 'transition_usd', of: (run) => run.transitionUsd },
      { name: 'demand_usd', of: (run) => run.demandUsd },
      { name: 'carbon_usd', of: (run) => run.carbonUsd },
      { name: 'grid_kwh', of: (run) => run.gridKwh },
      { name: 'carbon_kg', of: (run) => run.carbonKg },
      { name: 'time_s', of: (run) => run.timeS },
      { name: 'cpu_s', of: (run) => run.cpuS },
      { name: 'steps', of: (run) => run.steps },
    ],
    files: [['compare-epochs.csv', () => geoCompareEpochsCsv(record)]],
    page: async () => (await import('./html/compare.js')).geoComparePage(record),
  };
}

function digits(shown: Shown | null): string {
  return shown?.digits ?? 'none';
}

function boundLines({ bounds: [bound] }: GeoComparisonRecord): string[] {
  if (bound === undefined) return [labelled('bound', 'not computed')];
  if (bound.infeasibility !== undefined) return [labelled('bound', 'none: no plan is feasible')];
  if (bound.bound === null) return [labelled('bound', 'none was proven')];
  const byCup =
    bound.boundByCupUsd === null ? '' : `; with the cooling of Eq. 43 (CUP) ${plain(usd(bound.boundByCupUsd))}`;
  return [
    labelled('bound', `${plain(usd(bound.bound))}, by ${sourceText(bound.source)}${byCup}`),
    labelled('', `its own run took ${plain(seconds(bound.cpuS))} of processor time`),
  ];
}

function differenceText({ objective, ofReference }: GeoDifference): string | null {
  if (objective === null) return null;
  const share = ofReference === null ? '' : ` (${plain(sharePercent(ofReference.mean))} of it)`;
  return (
    `${plain(usd(objective.mean))}${intervalText(objective.interval, (value) => usd(value)?.digits ?? '')}${share}; ` +
    `dearer in ${objective.wins}, cheaper in ${objective.losses}, the same in ${objective.ties}`
  );
}

/** Columns of compare-epochs.csv, in order; `begin_h` in h, `usd` in USD (ours). */
export const GEO_COMPARE_EPOCHS_COLUMNS = ['epoch', 'begin_h', 'method', 'trial', 'seed', 'feasible', 'usd'] as const;

/**
 * Text of compare-epochs.csv: cost of every epoch of every rated plan, and the bound's shares (method "bound"), of
 * which only the sum is proven.
 */
export function geoCompareEpochsCsv({ runs, bounds, epochCount, epochS }: GeoComparisonRecord): string {
  const lines: CsvLine[] = [GEO_COMPARE_EPOCHS_COLUMNS];
  const shares = bounds[0]?.byEpochUsd ?? null;
  for (let t = 0; t < epochCount; t++) {
    const beginH = (t * epochS) / S_PER_H;
    for (const { method, trial, seed, feasible, costByEpochUsd } of runs) {
      if (costByEpochUsd === null) continue;
      lines.push([t, beginH, method, trial, seed, String(feasible), costByEpochUsd[t]!]);
    }
    if (shares !== null) lines.push([t, beginH, 'bound', null, null, null, shares[t]!]);
  }
  return csvText(lines);
}
