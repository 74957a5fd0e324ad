import type { DaySeries } from '../../../../models/families/templates/online.js';
import type { TemplatesDay } from '../studies/day/record.js';
import { csvText } from '../../../reports/csv.js';

/** Megajoules per joule. */
const MJ = 1e-6;

/** Columns of a series, by the name of its field. */
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
 * Returns CSV text with one row per method, budget and interval. `startS` is its start; powers and counts are means
 * over it, the hottest outlet is that at its end, the hottest inlet that of all steps, the reward what was earned by
 * its end. Empty cells: no limit, or no temperature after the room stopped.
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
