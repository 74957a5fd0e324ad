import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { cracHeatW, zoneState } from '../../../../models/problems/reward-rate/set-points.js';
import { drawnW, redLineConflicts } from './broken-limits.js';
import { roomFor, roomyFailedRooms } from './idle-limits.js';
import { idleSetPoints, idleTotalW } from './idle-set-points.js';
import { idleNodes, measure, zonePowersW } from './rounding/node-plan.js';

/**
 * Returns a model whose limits leave room for idling if an idle facility has no conflict: limits that idling exceeds by
 * no more than the tolerance, or meets except for rounding, are raised to its need. Bounds of it hold for the given
 * model, whose plans are among its own; its LPs have an answer.
 */
export function withIdleRoom(problem: RewardRateProblem): RewardRateProblem {
  const idle = idleNodes(problem);
  if (measure(problem, idle).feasible) return problem;
  const powersW = zonePowersW(problem, idle);
  const state = zoneState(problem, powersW);
  const { setPointsC } = idleSetPoints(problem, idle, state, redLineConflicts(problem, state).length > 0);
  const inletC = problem.thermal.inletFromSetPointsC(setPointsC).map((value, b) => value + state.riseC[b]!);
  const hottestC = inletC.reduce((most, value) => Math.max(most, value), -Infinity);
  const heatW = cracHeatW(problem, state, setPointsC);
  return {
    ...problem,
    redLineC: roomFor(hottestC, problem.redLineC),
    budget: {
      ...problem.budget,
      powerCapW: roomFor(idleTotalW(problem, powersW, state, setPointsC), problem.budget.powerCapW),
    },
    powerLimits: problem.powerLimits.map((limit) => ({
      ...limit,
      limitW: roomFor(drawnW(limit.zones, powersW), limit.limitW),
    })),
    coolingLimits: problem.coolingLimits.map((limit) => ({
      ...limit,
      capacityW: roomFor(heatW[limit.crac]!, limit.capacityW),
    })),
    ...(problem.failedRooms === undefined ? {} : { failedRooms: roomyFailedRooms(problem, state, setPointsC) }),
  };
}
