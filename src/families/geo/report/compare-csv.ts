import type { GeoComparisonRecord } from '../studies/compare/record.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';

export const GEO_COMPARE_CSV_COLUMNS = [
  'method',
  'trial',
  'seed',
  'termination',
  'feasible',
  'broken',
  'cost_usd',
  'bound_usd',
  'gap',
  'cost_by_cup_usd',
  'gap_by_cup',
  'energy_usd',
  'transition_usd',
  'demand_usd',
  'carbon_usd',
  'grid_kwh',
  'carbon_kg',
  'time_s',
  'cpu_s',
  'steps',
] as const;

/** One row per run; limits broken are joined by spaces. Empty fields: no rated plan, no feasible one where a gap is asked for, or no bound. */
export function geoCompareCsv({ runs }: Pick<GeoComparisonRecord, 'runs'>): string {
  const rows = runs.map((run): CsvLine => [
    run.method,
    run.trial,
    run.seed,
    run.termination,
    String(run.feasible),
    run.broken.join(' '),
    run.costUsd,
    run.bound,
    run.gap,
    run.costByCupUsd,
    run.gapByCup,
    run.energyUsd,
    run.transitionUsd,
    run.demandUsd,
    run.carbonUsd,
    run.gridKwh,
    run.carbonKg,
    run.timeS,
    run.cpuS,
    run.steps,
  ]);
  return csvText([GEO_COMPARE_CSV_COLUMNS, ...rows]);
}

export const GEO_COMPARE_EPOCHS_COLUMNS = ['epoch', 'begin_h', 'method', 'trial', 'seed', 'feasible', 'usd'] as const;

/** Cost of every epoch of every rated plan, and the bound's shares (method "bound"), which mean something in their sum alone. */
export function geoCompareEpochsCsv(record: GeoComparisonRecord): string {
  const { runs, bound, epochCount, epochS } = record;
  const lines: CsvLine[] = [GEO_COMPARE_EPOCHS_COLUMNS];
  const shares = bound?.byEpochUsd ?? null;
  for (let t = 0; t < epochCount; t++) {
    const beginH = (t * epochS) / 3600;
    for (const { method, trial, seed, feasible, costByEpochUsd } of runs) {
      if (costByEpochUsd === null) continue;
      lines.push([t, beginH, method, trial, seed, String(feasible), costByEpochUsd[t]!]);
    }
    if (shares !== null) lines.push([t, beginH, 'bound', null, null, null, shares[t]!]);
  }
  return csvText(lines);
}
