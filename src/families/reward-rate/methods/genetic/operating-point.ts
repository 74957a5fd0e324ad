import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import type { PlanState } from './plan-state.js';
import type { PlanTables, WeightedLimit } from './plan-tables.js';

/** Relative excess over a limit that counts as rounding error. (The checker tolerates 1e-3 W and 1e-6 C.) */
const ROUNDING = 1e-12;

/**
 * Kinds of violations in the order of Score.violations. The last counts genes (core and task type) without a positive
 * task time; the others are relative to their limits.
 */
export const VIOLATIONS = ['powerCap', 'redLine', 'otherLimits', 'colocationModel'] as const;

/**
 * Returns the common set-point of a plan, C: the warmest that keeps the red line. With rule 'wholeDegrees' it must also
 * be a whole number of degrees below the red line. If the range has no such set-point, its lower end is returned.
 *
 * @param greatestRiseC largest difference between an inlet temperature and the set-point, K
 */
export function setPointOf({ model, setPointRule }: PlanTables, greatestRiseC: number): number {
  const { redLineC, setPointMinC, setPointMaxC } = model;
  const warmestC = Math.min(setPointMaxC, redLineC - greatestRiseC);
  if (setPointRule === 'warmest') return Math.max(setPointMinC, warmestC);
  const wholeC = redLineC - Math.max(0, Math.ceil(redLineC - warmestC - ROUNDING));
  return Math.min(setPointMaxC, Math.max(setPointMinC, wholeC));
}

export function greatestRise(riseC: Float64Array): number {
  let greatest = 0;
  for (let k = 0; k < riseC.length; k++) if (riseC[k]! > greatest) greatest = riseC[k]!;
  return greatest;
}

/**
 * Returns true if the cap and red line (line 1 of Algorithm 3) and the limits of racks, PDUs and cooling capacities
 * hold.
 *
 * @param nodePowerW sum of zonePowerW
 */
export function limitsMet(
  tables: PlanTables,
  zonePowerW: Float64Array,
  nodePowerW: number,
  greatestRiseC: number,
): boolean {
  const setPointC = setPointOf(tables, greatestRiseC);
  if (redLineShare(tables, greatestRiseC, setPointC) > 0 || capShare(tables, nodePowerW, setPointC) > 0) return false;
  for (const limit of tables.limits) if (overShare(limit, zonePowerW) > 0) return false;
  return true;
}

/** Writes the plan's violations to `violations`, in the order of VIOLATIONS. */
export function violationsInto(violations: Float64Array, tables: PlanTables, state: PlanState): void {
  const greatestRiseC = greatestRise(state.riseC);
  const setPointC = setPointOf(tables, greatestRiseC);
  violations[0] = capShare(tables, sumOf(state.zonePowerW), setPointC);
  violations[1] = redLineShare(tables, greatestRiseC, setPointC);
  violations[2] = 0;
  for (const limit of tables.limits) violations[2] += overShare(limit, state.zonePowerW);
  violations[3] = 0;
  if (tables.literal) violations[3] = sumOf(state.nodeUnphysical);
}

export function sumOf(values: Float64Array | Uint16Array): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++) sum += values[n]!;
  return sum;
}

function capShare({ model }: PlanTables, nodePowerW: number, setPointC: number): number {
  const { budget } = model;
  const over = (totalPowerW(budget, nodePowerW, setPointC) - budget.powerCapW) / Math.max(1, budget.powerCapW);
  return over > ROUNDING ? over : 0;
}

function redLineShare({ model }: PlanTables, greatestRiseC: number, setPointC: number): number {
  const over = (setPointC + greatestRiseC - model.redLineC) / Math.max(1, Math.abs(model.redLineC));
  return over > ROUNDING ? over : 0;
}

function overShare({ zones, weights, limitW }: WeightedLimit, zonePowerW: Float64Array): number {
  let powerW = 0;
  for (let n = 0; n < zones.length; n++) powerW += weights[n]! * zonePowerW[zones[n]!]!;
  const over = (powerW - limitW) / Math.max(1, limitW);
  return over > ROUNDING ? over : 0;
}
