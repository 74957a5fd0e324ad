import { S_PER_H } from '../../../../models/units.js';
import { type ComparedFigure, type CompareTexts, GAP, type Notation } from '../../../reports/compare/report.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { significant } from '../../../reports/format.js';
import type { GeoComparisonRecord } from '../studies/compare/comparison.js';
import { moneyColumn } from './format.js';

/** Notation of a share with its sign, "-14.2 %"; shares below 1e-10, left by rounding, read 0. */
const signedShare: Notation = (value) =>
  value === null || value === undefined
    ? null
    : { digits: significant(Math.abs(value) < 1e-10 ? 0 : 100 * value, 3), unit: '%' };

/** Figures of the runs of a comparison. */
function figuresOf({ runs }: GeoComparisonRecord): readonly ComparedFigure[] {
  const money = { unit: 'USD', notation: moneyColumn };
  const csv = (key: string, name: string): ComparedFigure => ({ key, label: name, unit: '', csv: name, in: ['csv'] });
  const showsCarbon = runs.some(({ carbonKg }) => (carbonKg ?? 0) > 0);
  return [
    {
      ...money,
      key: 'objective',
      label: 'cost, USD',
      hasInterval: true,
      bound: 'bound',
      in: ['text', 'methods', 'differences'],
    },
    csv('broken', 'broken'),
    { ...money, key: 'costUsd', label: 'cost, USD', csv: 'cost_usd', in: ['runs', 'csv'] },
    csv('bound', 'bound_usd'),
    GAP,
    csv('costByCupUsd', 'cost_by_cup_usd'),
    { ...money, key: 'boundByCupUsd', label: 'with the cooling of Eq. 43 (CUP), USD', in: ['bounds'] },
    { key: 'gapByCup', label: 'gap with CUP', unit: 'gap', csv: 'gap_by_cup', in: ['text', 'methods', 'csv'] },
    {
      key: 'ofReference',
      label: 'share of the reference',
      unit: 'share',
      notation: () => signedShare,
      in: ['differences'],
    },
    csv('energyUsd', 'energy_usd'),
    csv('transitionUsd', 'transition_usd'),
    csv('demandUsd', 'demand_usd'),
    csv('carbonUsd', 'carbon_usd'),
    { key: 'gridKwh', label: 'grid', unit: 'kWh', csv: 'grid_kwh', in: ['text', 'methods', 'runs', 'csv'] },
    {
      key: 'carbonKg',
      label: 'carbon',
      unit: 'kg',
      csv: 'carbon_kg',
      in: showsCarbon ? ['text', 'methods', 'runs', 'csv'] : ['csv'],
    },
    { key: 'cpuS', label: 'CPU', unit: 's', csv: 'cpu_s', in: ['text', 'methods', 'runs', 'bounds', 'csv'] },
  ];
}

/** Words and figures of a comparison of geo methods. */
export function geoCompareReport(record: GeoComparisonRecord): CompareTexts {
  return {
    figures: figuresOf(record),
    files: [['compare-epochs.csv', () => geoCompareEpochsCsv(record)]],
    page: async () => (await import('./html/compare.js')).geoComparePage(record),
  };
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
