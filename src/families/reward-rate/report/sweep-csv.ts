import type { Frontier, SweepResult } from '../studies/sweep/result.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { MONEY_COLUMNS, moneyCells } from './money-cells.js';
import { firstLimit } from '../../../reports/wording.js';

/** Text of one record per point: the fields varied, then the results. Empty where there is none. W, C and reward/s. */
export function sweepCsv({ axes, points, frontier }: SweepResult): string {
  const cracs = [...new Set(points.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const hasMoney = points.some(({ money }) => money !== undefined);
  const header = [
    ...axes.map(({ field, factors }) => (factors ? `factor of ${field}` : field)),
    'termination',
    'feasible',
    'objective',
    'bound',
    'gap',
    'non_dominated',
    'total_w',
    'idle_w',
    'cores_w',
    'cooling_w',
    'ups_loss_w',
    'other_w',
    'hottest_inlet_c',
    ...cracs.map((crac) => `set_point_c ${crac}`),
    ...axes.flatMap(({ field }) => [`marginal ${field}`, `proven_below ${field}`, `proven_above ${field}`]),
    'least_power_w',
    'power_gap',
    ...(hasMoney ? MONEY_COLUMNS : []),
    ...(frontier === undefined ? [] : ['step_from_w', 'step_to_w', 'step_bound', 'frontier_least_power_w']),
    'infeasible_because',
    'plan_from',
  ];
  const lines = points.map((point, n): CsvLine => {
    const { power } = point;
    return [
      ...point.values,
      point.termination,
      String(point.feasible),
      point.objective,
      point.bound,
      point.gap,
      String(point.nonDominated),
      power?.totalW ?? null,
      power?.idleW ?? null,
      power?.coresW ?? null,
      power?.coolingW ?? null,
      power?.upsLossW ?? null,
      power?.otherW ?? null,
      point.hottestInletC,
      ...cracs.map((crac) => point.setPointsC?.[crac] ?? null),
      ...point.marginal.flatMap(({ perUnit, below, above }) => [perUnit, below, above]),
      point.leastPower?.boundW ?? null,
      point.leastPower?.gap ?? null,
      ...(hasMoney ? moneyCells(point) : []),
      ...(frontier === undefined ? [] : stepCells(frontier, n)),
      firstLimit(point.infeasibility) ?? point.failure ?? null,
      point.planFrom ?? null,
    ];
  });
  return csvText([header, ...lines]);
}

/** Step that a point's cap ends, and what its plan's reward needs at least. */
function stepCells({ steps, leastPowerW }: Frontier, n: number): (number | null)[] {
  const step = steps.find(({ point }) => point === n);
  return [step?.fromW ?? null, step?.toW ?? null, step?.boundRewardPerS ?? null, leastPowerW[n] ?? null];
}
