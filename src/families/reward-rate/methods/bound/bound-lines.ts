import { W_PER_KW } from '../../../../../models/units.js';
import { availableW, isLinear } from '../../../../../models/facility/meter.js';
import {
  greatestNodePowerW,
  coldestAffordableSetPointC,
  tangentOfColdestSetPoint,
} from '../../../../../models/facility/power-budget.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { Prices } from '../room-program/bound.js';
import { type CouplingRow, idlePowerW } from '../room-program/coupling.js';
import type { BoundLines } from '../outcome.js';

/**
 * Returns how the reward bound changes with the power cap, as lines (docs/reward-rate/sweeps.md); null with several
 * CRACs. Its field `cap` is null if the lines are not proven.
 *
 * Notation: A = cap - other load; S = node power; T = common set-point; h = the lowest T that the cap allows as a
 * function of S / A; y = dual values of the cap's tangent rows.
 *
 * The tangent of T >= h(S / A) at u = S / A is valid for every other A' as T >= h(u) + h'(u) (S / A' - u). With y
 * scaled by A' / A, the coefficient of S stays, so the value V of the nodes stays. The bound then changes by (A' / A -
 * 1) (K + Y T), with K = sum y (h' u - h) and Y = sum y. T lies anywhere between the coldest and the warmest set-point
 * of any plan. The lines are proven if h is convex from the coldest set-point on.
 */
export function boundLines(model: RewardRateModel, rows: readonly CouplingRow[], prices: Prices): BoundLines | null {
  const { budget, setPointMinC, setPointMaxC } = model;
  const leftW = availableW(budget);
  // With several set-points the bound is that of the worst of many boxes, each with prices of its own.
  if (model.cracs.length !== 1) return null;
  // The argument scales node power with A, which a UPS whose efficiency depends on the load does not allow.
  if (leftW <= 0 || !isLinear(budget)) return { cap: null };
  const idleW = idlePowerW(model);
  let linear = 0;
  let atZeroC = 0;
  let perC = 0;
  for (const [r, row] of rows.entries()) {
    const y = prices.coupling[r] ?? 0;
    if (row.constraint !== 'powerCap' || y === 0) continue;
    if (row.rhsPerLimitAt !== undefined) return { cap: null };
    if (row.side.length === 0) linear += y * row.rhsPerLimit;
    else {
      // rhs = h' u - h less the idle power's share of h' u.
      atZeroC += y * (row.rhs + (row.zoneCoefficient[0]! / W_PER_KW) * idleW);
      perC += y;
    }
  }
  if (perC > 0 && !convexFrom(model)) return { cap: null };
  // The floor under every plan, whichever nodes must be on.
  const riseC = model.thermal.inletRiseC(Float64Array.from(model.zones, (zone) => zone.idleW));
  const warmestC = Math.min(setPointMaxC, model.redLineC - Math.max(0, ...riseC));
  const coldestC = Math.max(setPointMinC, coldestAffordableSetPointC(budget, idleW));
  const perW = (setPointC: number): number => linear + (atZeroC + perC * setPointC) / leftW;
  return { cap: { belowPerW: perW(coldestC), abovePerW: perW(warmestC), aboveAnyRedLinePerW: perW(setPointMaxC) } };
}

/**
 * Returns true if the curve h (lowest set-point that the cap allows, as a function of node power) is convex. The curve
 * is considered from the coldest set-point on.
 */
function convexFrom({ budget, setPointMinC }: RewardRateModel): boolean {
  return tangentOfColdestSetPoint(budget, greatestNodePowerW(budget, setPointMinC), 0, setPointMinC) !== null;
}
