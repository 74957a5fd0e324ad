import { totalPowerW } from '../../../../models/physics/cooling/power-budget.js';
import { mustShareSetPoint } from '../../../../models/problems/reward-rate/common-set-point.js';
import { failedRoomsOf } from '../../../../models/problems/reward-rate/in-failed-room.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { outletsByCrac, type ZoneState, zoneState } from '../../../../models/problems/reward-rate/set-points.js';
import { warmestCommon } from './best-set-points.js';
import { coolingOf } from './set-point-merit.js';
import { loosened } from './idle-limits.js';
import { idleNodes, independentSetPoints, type NodeConfigurations, zonePowersW } from './rounding/node-plan.js';

/** Returns true if all CRACs at work have one set-point: there is only one CRAC, or they must. */
export function sharesSetPoint(problem: RewardRateProblem): boolean {
  return problem.cracs.length === 1 || mustShareSetPoint(problem);
}

/** Returns the coldest set-points that plans may have, by CRAC at work, C. */
export function coldestSetPointsC(problem: RewardRateProblem): readonly number[] {
  return problem.cracs.map((crac) => (sharesSetPoint(problem) ? problem.setPointMinC : crac.setPointMinC));
}

/**
 * Returns the set-points by CRAC of the matrix, C: the best found for an idle facility, none of whose inlets is too
 * warm at the coldest ones. If it has no conflict, it keeps the limits at these.
 */
export function idleSetPointsC(problem: RewardRateProblem): readonly number[] {
  const idle = idleNodes(problem);
  const powersW = zonePowersW(problem, idle);
  const state = zoneState(problem, powersW);
  const { setPointsC } = idleSetPoints(problem, idle, state, false);
  return outletsByCrac(problem, setPointsC, zoneOutletsC(problem, powersW, state, setPointsC));
}

/** Returns the set-points by CRAC at work, C; `found` is true if they keep red line, ranges and capacities. */
export function idleSetPoints(
  problem: RewardRateProblem,
  idle: NodeConfigurations,
  state: ZoneState,
  isHot: boolean,
): { readonly setPointsC: readonly number[]; readonly found: boolean } {
  const coldestC = coldestSetPointsC(problem);
  if (isHot) return { setPointsC: coldestC, found: false };
  if (sharesSetPoint(problem)) {
    const { setPointMinC, setPointMaxC } = problem;
    const warmestC = ({ redLineC }: { readonly redLineC: number }, { riseC }: ZoneState): number =>
      redLineC - riseC.reduce((most, value) => Math.max(most, value), -Infinity);
    const roomsC = failedRoomsOf(problem).map((room, f) => warmestC(room, state.failed[f]!));
    const setPointC = Math.max(setPointMinC, Math.min(setPointMaxC, warmestC(problem, state), ...roomsC));
    return { setPointsC: problem.cracs.map(() => setPointC), found: true };
  }
  const strict = independentSetPoints(problem, idle);
  const keepsCap = strict !== null && strict.totalW <= problem.budget.powerCapW;
  const own = keepsCap ? strict : (independentSetPoints(loosened(problem), idle) ?? strict);
  if (own !== null) return { setPointsC: problem.cracs.map(({ index }) => own.setPointsC[index]!), found: true };
  return { setPointsC: warmestCommon(loosened(problem), state)?.setPointsC ?? coldestC, found: false };
}

/** Returns the power at the meter for these zone powers, W, at set-points by CRAC at work. */
export function idleTotalW(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): number {
  const { budget } = problem;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  return sharesSetPoint(problem)
    ? totalPowerW(budget, nodePowerW, setPointsC[0]!)
    : nodePowerW / budget.upsEfficiency + budget.otherLoadW + coolingOf(problem, state, setPointsC).coolingW;
}

/** Returns the outlet temperatures by zone, C, at set-points by CRAC at work. */
export function zoneOutletsC(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): Float64Array {
  const supplied = problem.thermal.inletFromSetPointsC(setPointsC);
  return supplied.map((value, b) => value + state.riseC[b]! + powersW[b]! * problem.thermal.risePerW[b]!);
}
