import { upsInputW } from '../../../../../models/facility/meter.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import type { OpenedModel } from '../../runs/open.js';

/**
 * Returns, for each task type, the power saved at the meter if its cores have no work, W. Set-points do not change. One
 * watt less in zone b saves 1 / eta at the nodes (eta: efficiency of power supply and UPS). It also saves H_cb /
 * CoP(T_c) at each CRAC c, as long as the CRAC has heat to remove. H_cb is the fraction of the heat of zone b that
 * reaches CRAC c.
 *
 * A CRAC that runs out of heat saves at most its own power. This saving is divided among task types in proportion to
 * the heat that each no longer releases. Hence the sum over task types is exact.
 *
 * @param cracHeatW heat removed by each CRAC of the influence matrix according to the checker, W
 */
export function coreMeterW(
  { instance, matrix, model }: OpenedModel,
  plan: RewardRatePlan,
  cracHeatW: readonly number[],
): number[] {
  const { setPointsC, assignments } = resolvePlan(instance, matrix, plan, []);
  const { cooling } = model.budget;
  // By task type and zone, behind the power supply.
  const coresW = instance.workload.taskTypes.map(() => new Float64Array(matrix.zones.length));
  for (const { zone, nodes, nodeType, shares } of assignments) {
    for (const { count, slices } of shares) {
      for (const { task, fraction } of slices) {
        coresW[task.taskType]![zone]! += (nodes * count * fraction * task.corePowerW) / (nodeType.psuEfficiency ?? 1);
      }
    }
  }
  const savedW = coresW.map((zoneW) =>
    upsInputW(
      model.budget,
      zoneW.reduce((sum, watts) => sum + watts, 0),
    ),
  );
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
