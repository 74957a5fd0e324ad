import type { SweepPoint, SweepResult } from '../studies/sweep/result.js';
import { type CsvColumn, csvOf } from '../../../reports/csv.js';
import { csvColumns } from '../../../reports/figures.js';
import { figures } from '../figures.js';
import { firstLimit } from '../../../reports/wording.js';

/** Text of one record per point: the fields varied, then the figures of its run. Empty where there is none. W, C and reward/s. */
export function sweepCsv({ axes, points, frontier }: SweepResult): string {
  const cracs = [...new Set(points.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const hasMoney = points.some(({ money }) => money !== undefined);
  const column = (name: string, of: CsvColumn<SweepPoint>['of']): CsvColumn<SweepPoint> => ({ name, of });
  const steps = new Map(frontier?.steps.map((step) => [points[step.point], step]));
  const least = new Map(points.map((point, n) => [point, frontier?.leastPowerW[n] ?? null]));
  return csvOf(points, [
    ...axes.map(({ field, factors }, a) =>
      column(factors ? `factor of ${field}` : field, ({ values }) => values[a] ?? null),
    ),
    column('termination', ({ termination }) => termination),
    column('feasible', ({ feasible }) => String(feasible)),
    ...csvColumns(figures).filter(({ name }) => hasMoney || !name.startsWith('money_')),
    column('non_dominated', ({ nonDominated }) => String(nonDominated)),
    ...cracs.map((crac) => column(`set_point_c ${crac}`, ({ setPointsC }) => setPointsC?.[crac] ?? null)),
    ...axes.flatMap(({ field }, a) => [
      column(`marginal ${field}`, ({ marginal }) => marginal[a]?.perUnit ?? null),
      column(`proven_below ${field}`, ({ marginal }) => marginal[a]?.below ?? null),
      column(`proven_above ${field}`, ({ marginal }) => marginal[a]?.above ?? null),
    ]),
    ...(frontier === undefined
      ? []
      : [
          column('step_from_w', (point) => steps.get(point)?.fromW ?? null),
          column('step_to_w', (point) => steps.get(point)?.toW ?? null),
          column('step_bound', (point) => steps.get(point)?.boundRewardPerS ?? null),
          column('frontier_least_power_w', (point) => least.get(point) ?? null),
        ]),
    column('infeasible_because', ({ infeasibility, failure }) => firstLimit(infeasibility) ?? failure ?? null),
    column('plan_from', ({ planFrom }) => planFrom ?? null),
  ]);
}
