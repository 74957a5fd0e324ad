import { meterPowerW } from '../../../../../models/facility/meter.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { coolingPowerW, cracHeatW, inletsC } from '../../../../../models/facility/room-state.js';
import { clampedSetPoints, zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { setPointWindow } from '../room-program/coupling.js';
import { firstBrokenLimit, rewardOf } from '../rounding/node-plan.js';
import { setPointToApply } from '../outcome.js';
import { type DiscretePlan, scaled, zonePowersW } from './discrete-plan.js';
import { layOverCores, timeSlicedRates } from './node-layout.js';

/** Plan that keeps all limits, with the checker's reward. Cores may divide their time over task types. */
export interface JudgedPlan {
  readonly plan: DiscretePlan;
  readonly rewardPerS: number;
  /** [task type]: completion rate of the whole plan, tasks/s. */
  readonly ratePerS: Float64Array;
}

/**
 * Returns the plan, with all shares (cores by task type and P-state) multiplied by the largest factor, at most 1, that
 * keeps every limit. Such a factor exists, because models in which idling violates limits are refused. Null if the
 * rates cannot be computed with literal co-location, Eq. 21 as printed (see timeSlicedRates).
 */
export function judged(model: RewardRateModel, plan: DiscretePlan): JudgedPlan | null {
  const smaller = scaled(plan, largestShare(model, plan));
  const setPointsC = feasibleSetPoints(model, smaller);
  const ratePerS = setPointsC === null ? null : planRates(model, smaller);
  if (setPointsC === null || ratePerS === null) return null;
  return { plan: { ...smaller, setPointsC }, rewardPerS: rewardOf(model, ratePerS), ratePerS };
}

/** Number of bisection steps in the search for the factor on all shares: 2^-34 is far below WHISKER. */
const HALVINGS = 34;
/** Fraction by which the factor on all shares is reduced as a margin for rounding error. */
const WHISKER = 1e-9;

/**
 * Returns the largest factor on all shares with which the plan keeps every limit, slightly reduced for rounding error.
 * Bisection finds it: power grows with the factor everywhere, so smaller factors keep the limits, too.
 */
function largestShare(model: RewardRateModel, plan: DiscretePlan): number {
  if (feasibleSetPoints(model, plan) !== null) return 1;
  let [kept, broken] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const share = (kept + broken) / 2;
    if (feasibleSetPoints(model, scaled(plan, share)) === null) broken = share;
    else kept = share;
  }
  return Math.max(0, kept - WHISKER);
}

/**
 * Returns a set-point for each working CRAC at which the plan keeps all limits, C. The plan's own set-points are tried
 * first, then a common set-point. Null if neither keeps the limits.
 */
function feasibleSetPoints(model: RewardRateModel, plan: DiscretePlan): readonly number[] | null {
  const powerW = zonePowersW(model, plan);
  const state = zoneState(model, powerW);
  const nodePowerW = powerW.reduce((sum, value) => sum + value, 0);
  const hottestC = state.riseC.reduce((most, rise) => Math.max(most, rise), 0);
  if (model.cracs.length > 1 && keepsLimits(model, powerW, state, plan.setPointsC)) return plan.setPointsC;
  if (firstBrokenLimit(model, powerW) !== null) return null;
  const { coldestC, warmestC } = setPointWindow(model, nodePowerW, hottestC);
  if (!(coldestC <= warmestC)) return null;
  return clampedSetPoints(model, setPointToApply(coldestC, warmestC));
}

function keepsLimits(
  model: RewardRateModel,
  powerW: Float64Array,
  state: ReturnType<typeof zoneState>,
  setPointsC: readonly number[],
): boolean {
  const { redLineC, budget, cracs } = model;
  const heatW = cracHeatW(model, state, setPointsC);
  if (cracs.some(({ capacityW }, c) => heatW[c]! > capacityW)) return false;
  if (cracs.some((_, c) => !(coefficientOfPerformance(budget.cooling, setPointsC[c]!) > 0))) return false;
  const withoutCooling = { ...model, coolingLimits: [] };
  if (firstBrokenLimit(withoutCooling, powerW) !== null) return false;
  if (inletsC(model, state, setPointsC).some((inletC) => inletC > redLineC)) return false;
  return meterPowerW(budget, state.nodePowerW, coolingPowerW(model, heatW, setPointsC)) <= budget.powerCapW;
}

/** Returns the completion rate of each task type, tasks/s; null if it cannot be computed. */
function planRates(model: RewardRateModel, plan: DiscretePlan): Float64Array | null {
  const total = new Float64Array(model.taskNames.length);
  for (const [c, { zone, nodes }] of plan.classes.entries()) {
    const type = model.nodeTypes[model.zones[zone]!.type]!;
    const rates = timeSlicedRates(type, layOverCores(type, plan.shares[c]!), total.length);
    if (rates === null) return null;
    for (let i = 0; i < total.length; i++) total[i]! += nodes * rates[i]!;
  }
  return total;
}
