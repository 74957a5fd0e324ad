import { meanInputPerW } from '../../../../../models/facility/meter.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import type { OpenedModel } from '../../runs/open.js';

/**
 * Returns, for each task type, the power saved at the meter if its cores have no work, W. Set-points do not change. One
 * watt less in zone b saves the UPS's input per watt, averaged over node powers between busy and idle cores. It also
 * saves H_cb / CoP(T_c) at each CRAC c, as long as the CRAC has heat to remove. H_cb is the fraction of the heat of zone
 * b that reaches CRAC c.
 *
 * A CRAC that runs out of heat saves at most its own power. This saving is divided among task types in proportion to
 * the heat that each no longer releases. Hence the sum over task types is exact.
 *
 * @param evaluation the checker's figures of the plan, of which heat and power count
 */
export function coreMeterW(
  { instance, matrix, model }: OpenedModel,
  plan: RewardRatePlan,
  { cracHeatW, power }: Pick<PlanEvaluation, 'cracHeatW' | 'power'>,
): number[] {
  const { setPointsC, assignments } = resolvePlan(instance, matrix, plan, []);
  const { cooling } = model.budget;
  // By task type and zone, behind the power supply.
  const coresW = instance.workload.taskTypes.map(() => new Float64Array(matrix.zones.length));
  for (const { zone, nodes, nodeType, shares } of assignments) {
    for (const { count, slices } of shares) {
      for (const { task, fraction } of slices) {
        coresW[task.taskType]![zone]! += atWallW(nodeType, nodes * count * fraction * task.corePowerW);
      }
    }
  }
  const lessW = coresW.map((zoneW) => zoneW.reduce((sum, watts) => sum + watts, 0));
  const nodesW = power.idleW + power.coresW;
  const allW = lessW.reduce((sum, watts) => sum + watts, 0);
  const perNodeW = meanInputPerW(model.budget, nodesW - allW, nodesW);
  const savedW = lessW.map((watts) => watts * perNodeW);
  for (const [c, { index }] of model.cracs.entries()) {
    const row = model.thermal.cracHeatRow(c);
    const lessHeatW = coresW.map((zoneW) => zoneW.reduce((sum, watts, b) => sum + row[b]! * watts, 0));
    const all = lessHeatW.reduce((sum, watts) => sum + watts, 0);
    const heatW = Math.max(0, cracHeatW[index]!);
    const share = all > heatW ? heatW / all : 1;
    const performance = coefficientOfPerformance(cooling, setPointsC[index]!);
    for (const [i, watts] of lessHeatW.entries()) savedW[i]! += (share * watts) / performance;
  }
  return savedW;
}
