import { coefficientOfPerformance } from '../../../models/physics/cooling/crac.js';
import type { RewardRatePlan } from '../../../models/problems/reward-rate/plan.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import type { OpenedProblem } from '../../runs/open.js';

/**
 * By task type: what the meter would show less, W, if no core of the plan had work of that type. Set-points stay, so the heat
 * each CRAC removes is linear in the zones' powers: one watt less in zone b saves 1 / eta + sum_c H_cb / CoP(T_c).
 */
export function coreMeterW({ instance, matrix, problem }: OpenedProblem, plan: RewardRatePlan): number[] {
  const { setPointsC, assignments } = resolvePlan(instance, matrix, plan, []);
  const { cooling, upsEfficiency } = problem.budget;
  const perZoneW = new Float64Array(matrix.zones.length).fill(1 / upsEfficiency);
  for (const [c, { index }] of problem.cracs.entries()) {
    const heat = problem.thermal.cracHeatRow(c);
    const performance = coefficientOfPerformance(cooling, setPointsC[index]!);
    for (let b = 0; b < perZoneW.length; b++) perZoneW[b]! += heat[b]! / performance;
  }
  const savedW = instance.workload.taskTypes.map(() => 0);
  for (const { zone, nodes, nodeType, shares } of assignments) {
    const perW = (nodes * perZoneW[zone]!) / (nodeType.psuEfficiency ?? 1);
    for (const { count, slices } of shares) {
      for (const { task, fraction } of slices) savedW[task.taskType]! += perW * count * fraction * task.corePowerW;
    }
  }
  return savedW;
}
