import type { DaySeries } from '../../../../models/families/templates/online.js';
import type { TemplatesDay } from '../studies/day/record.js';
import { csvText } from '../../../reports/csv.js';

/** Conversion factor from J to MJ. */
const MJ = 1e-6;

/** Columns of a time series, named like the fields of `DaySeries`. */
const COLUMNS = [
  'totalPowerW',
  'nodePowerW',
  'cracPowerW',
  'setPointC',
  'hottestOutletC',
  'hottestInletC',
  'rewardSoFar',
  'runningCores',
  'waitingTasks',
] as const satisfies readonly (keyof DaySeries)[];

/**
 * Returns CSV text with one row per method, energy budget and interval of the time series.
 *
 * `startS` is the start of the interval. Powers and counts are means over the interval. The hottest outlet is that at
 * the end of the interval. The hottest inlet is the maximum over all steps in the interval. The reward is the total
 * earned from the start of the day to the end of the interval. A cell is empty if there is no energy limit, or no
 * temperature because the budget is exhausted.
 */
export function templatesSeriesCsv({ record, series }: TemplatesDay): string {
  const rows = record.methods.flatMap(({ name, budgets }, m) =>
    budgets.flatMap(({ outcome }, b) => {
      const one = series[m]![b]!;
      const budget = cell(outcome.energyBudgetJ * MJ);
      return Array.from(one.totalPowerW, (_, k) => [
        name,
        budget,
        cell(k * one.intervalS),
        ...COLUMNS.map((column) => cell(one[column][k]!)),
      ]);
    }),
  );
  return csvText([['method', 'energyBudgetMJ', 'startS', ...COLUMNS], ...rows]);
}

/** Returns a number as text with nine significant digits. */
function cell(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(9))) : '';
}
