import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/problems/reward-rate/outcome.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../../models/problems/reward-rate/plan.js';
import { planRates } from '../../check/plan-rates.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import { worstRoom } from '../../check/worst-room.js';
import type { TaskEntry, Waking } from './result.js';

/** Waking with the tasks that are not completed meanwhile, by task type. */
export interface WakingOfTasks extends Waking {
  readonly lostTasks: readonly number[];
}

/**
 * Cost of the nodes that wake at the start of an epoch, at most: of each zone as many as fewer are on standby than in the plan before, those
 * that earn most, and their energy cooled by the CRAC that needs most for it. Null where no node wakes that takes time for it.
 */
export function wakingOf(
  stated: RewardRateInstance,
  matrix: InfluenceMatrix,
  before: RewardRatePlan,
  plan: RewardRatePlan,
  evaluation: PlanEvaluation,
): WakingOfTasks | null {
  const instance = worstRoom(stated);
  const { facility, workload } = instance;
  const lostTasks = workload.taskTypes.map(() => 0);
  const [wasOnStandby, isOnStandby] = [onStandby(before), onStandby(plan)];
  let [nodes, nodeJ, nodeW] = [0, 0, 0];
  for (const { name, nodeType } of matrix.zones) {
    const type = facility.nodeTypes.find((one) => one.name === nodeType)!;
    const { wakeTimeS = 0, wakeEnergyJ = 0, psuEfficiency = 1 } = type;
    const woken = (wasOnStandby.get(name) ?? 0) - (isOnStandby.get(name) ?? 0);
    if (wakeTimeS === 0 || woken <= 0) continue;
    nodes += woken;
    nodeJ += (woken * wakeEnergyJ) / psuEfficiency;
    nodeW += (woken * wakeEnergyJ) / wakeTimeS / psuEfficiency;
    const own = plan.assignments.filter(({ zone }) => zone === name);
    for (const [i, rate] of mostRates(instance, matrix, plan, own, woken).entries()) lostTasks[i]! += rate * wakeTimeS;
  }
  if (nodes === 0) return null;
  const perNodeW = 1 / (facility.upsEfficiency ?? 1) + coolingPerW(evaluation);
  const lost = lostTasks.map((tasks, i) => Math.max(0, Math.min(tasks, evaluation.ratePerS[i]! * longest(instance))));
  return {
    nodes,
    energyJ: nodeJ * perNodeW,
    rewardLost: workload.taskTypes.reduce((sum, { rewardPerTask }, i) => sum + rewardPerTask * lost[i]!, 0),
    mostW: evaluation.power.totalW + nodeW * perNodeW,
    lostTasks: lost,
  };
}

/** Entries less the tasks that are not completed while nodes wake. */
export function withoutWaking(entries: readonly TaskEntry[], { lostTasks }: WakingOfTasks): TaskEntry[] {
  return entries.map(({ arrived, completed, reward }, i) => {
    const lost = Math.min(completed, lostTasks[i]!);
    const left = completed - lost;
    return {
      arrived,
      completed: left,
      lost: arrived - left,
      reward: completed > 0 ? reward * (left / completed) : reward,
    };
  });
}

function onStandby({ standby = [] }: RewardRatePlan): Map<string, number> {
  const nodes = new Map<string, number>();
  for (const one of standby) nodes.set(one.zone, (nodes.get(one.zone) ?? 0) + one.nodes);
  return nodes;
}

/** Longest time that a node takes to wake, s. */
function longest({ facility }: RewardRateInstance): number {
  return facility.nodeTypes.reduce((most, { wakeTimeS = 0 }) => Math.max(most, wakeTimeS), 0);
}

/** Greatest power of a CRAC per heat that it removes, W/W. */
function coolingPerW({ cracHeatW, cracPowerW }: PlanEvaluation): number {
  return cracHeatW.reduce((most, heatW, c) => (heatW > 0 ? Math.max(most, cracPowerW[c]! / heatW) : most), 0);
}

/** Rates of so many nodes of a zone, those that earn most, tasks/s by task type. */
function mostRates(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  assignments: readonly NodeAssignment[],
  count: number,
): number[] {
  const { taskTypes } = instance.workload;
  const worth = (ratePerS: readonly number[]): number =>
    taskTypes.reduce((sum, { rewardPerTask }, i) => sum + rewardPerTask * ratePerS[i]!, 0);
  const perNode = assignments.map((assignment) => {
    const resolved = resolvePlan(instance, matrix, { ...plan, assignments: [assignment] }, []);
    const { timeSliced } = planRates(instance, resolved.assignments, []);
    return { nodes: assignment.nodes, ratePerS: timeSliced.map((rate) => rate / assignment.nodes) };
  });
  perNode.sort((one, other) => worth(other.ratePerS) - worth(one.ratePerS));
  const total = taskTypes.map(() => 0);
  let left = count;
  for (const { nodes, ratePerS } of perNode) {
    const taken = Math.min(left, nodes);
    left -= taken;
    for (let i = 0; i < total.length; i++) total[i]! += taken * ratePerS[i]!;
  }
  return total;
}
