import { meanInputPerW, meterOf } from '../../../../../models/facility/meter.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import { planRates } from '../../check/plan-rates.js';
import { resolvePlan } from '../../check/resolve-plan.js';
import { worstRoom } from '../../check/worst-room.js';
import type { TaskEntry, Waking } from './result.js';

/**
 * Nodes that wake at the start of an epoch, with upper bounds on what that costs. `lostTasks` is an upper bound, by
 * task type, on the number of tasks that these nodes do not complete while they wake.
 */
export interface WakingOfTasks extends Waking {
  readonly lostTasks: readonly number[];
}

/**
 * Returns the cost of waking nodes at the start of an epoch after the plan of the previous epoch; null if no node wakes
 * or waking takes no time.
 */
export type WakingAfter = (before: RewardRatePlan) => WakingOfTasks | null;

/**
 * Returns a function for the upper bound on the cost of waking nodes at the start of an epoch with this plan. In each
 * zone, the number of nodes that wake is the decrease of the number on standby since the previous plan.
 *
 * Nodes that are already on get the work that earns most. Waking nodes get the work that earns least. The heat of
 * waking counts as removed by the CRAC that needs most power per watt of heat.
 */
export function wakingInto(
  stated: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  evaluation: PlanEvaluation,
): WakingAfter {
  const instance = worstRoom(stated);
  const { facility, workload } = instance;
  const isOnStandby = nodesOnStandby(plan);
  const zones = matrix.zones.map(({ name, nodeType, nodeCount }) => ({
    name,
    nodeCount,
    asleep: isOnStandby.get(name) ?? 0,
    type: facility.nodeTypes.find((one) => one.name === nodeType)!,
  }));
  const works = new Map<string, readonly NodeWork[]>();
  const workOf = (zone: string): readonly NodeWork[] => {
    const known = works.get(zone) ?? workByWorth(instance, matrix, plan, zone);
    works.set(zone, known);
    return known;
  };
  return (before) => {
    const wasOnStandby = nodesOnStandby(before);
    const lostTasks = workload.taskTypes.map(() => 0);
    let [nodes, nodeJ, nodeW] = [0, 0, 0];
    for (const { name, nodeCount, asleep, type } of zones) {
      const { wakeTimeS = 0, wakeEnergyJ = 0 } = type;
      const woken = (wasOnStandby.get(name) ?? 0) - asleep;
      if (wakeTimeS === 0 || woken <= 0) continue;
      nodes += woken;
      nodeJ += atWallW(type, woken * wakeEnergyJ);
      nodeW += atWallW(type, (woken * wakeEnergyJ) / wakeTimeS);
      const rates = ratesOfLast(workOf(name), nodeCount - asleep, woken, lostTasks.length);
      for (const [i, rate] of rates.entries()) lostTasks[i]! += rate * wakeTimeS;
    }
    if (nodes === 0) return null;
    const perNodeW = meterPerNodeW(stated, evaluation, nodeW);
    const longestS = longestWakeS(instance);
    const lost = lostTasks.map((tasks, i) => {
      const servedPerS = Math.min(evaluation.ratePerS[i]!, workload.taskTypes[i]!.arrivalRatePerS);
      return Math.max(0, Math.min(tasks, servedPerS * longestS));
    });
    return {
      nodes,
      energyJ: nodeJ * perNodeW,
      rewardLost: workload.taskTypes.reduce((sum, { rewardPerTask }, i) => sum + rewardPerTask * lost[i]!, 0),
      mostW: evaluation.power.totalW + nodeW * perNodeW,
      lostTasks: lost,
    };
  };
}

/** Returns true if nodes of some type take time to wake, so that waking has a cost. */
export function takesTimeToWake({ facility }: Pick<RewardRateInstance, 'facility'>): boolean {
  return facility.nodeTypes.some(({ wakeTimeS = 0 }) => wakeTimeS > 0);
}

/**
 * Returns an upper bound on the meter power per watt that nodes draw beyond those of a plan, W/W, with UPS losses and
 * cooling by the CRAC that needs most power per watt of heat.
 *
 * @param moreW maximum power that the nodes draw beyond the plan, W
 */
export function meterPerNodeW(
  { facility }: Pick<RewardRateInstance, 'facility'>,
  evaluation: PlanEvaluation,
  moreW = 0,
): number {
  const nodesW = evaluation.power.idleW + evaluation.power.coresW;
  return meanInputPerW(meterOf(facility), nodesW, nodesW + moreW) + coolingPerW(evaluation);
}

/** Returns the numbers of tasks by type without the tasks not completed while nodes wake. */
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

/** Returns the number of nodes on standby by name of the zone, if not 0. */
export function nodesOnStandby({ standby = [] }: Pick<RewardRatePlan, 'standby'>): Map<string, number> {
  const nodes = new Map<string, number>();
  for (const one of standby) nodes.set(one.zone, (nodes.get(one.zone) ?? 0) + one.nodes);
  return nodes;
}

function longestWakeS({ facility }: RewardRateInstance): number {
  return facility.nodeTypes.reduce((most, { wakeTimeS = 0 }) => Math.max(most, wakeTimeS), 0);
}

/** Returns the largest power per watt of removed heat of any CRAC, W/W. */
function coolingPerW({ cracHeatW, cracPowerW }: PlanEvaluation): number {
  return cracHeatW.reduce((most, heatW, c) => (heatW > 0 ? Math.max(most, cracPowerW[c]! / heatW) : most), 0);
}

/**
 * Nodes of a plan with equal work. `ratePerS` is the completion rate of one node by task type, tasks/s; `worthPerS` is
 * its reward rate, reward/s.
 */
export interface NodeWork {
  readonly nodes: number;
  readonly ratePerS: readonly number[];
  readonly worthPerS: number;
}

/** Returns the working nodes of a zone, in descending order of reward rate. */
export function workByWorth(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  zone: string,
): NodeWork[] {
  const { taskTypes } = instance.workload;
  const own = plan.assignments.filter((one: NodeAssignment) => one.zone === zone);
  const works = own.map((assignment): NodeWork => {
    const resolved = resolvePlan(instance, matrix, { ...plan, assignments: [assignment] }, []);
    const { timeSliced } = planRates(instance, resolved.assignments, []);
    const ratePerS = timeSliced.map((rate) => rate / assignment.nodes);
    const worthPerS = taskTypes.reduce((sum, { rewardPerTask }, i) => sum + rewardPerTask * ratePerS[i]!, 0);
    return { nodes: assignment.nodes, ratePerS, worthPerS };
  });
  return works.sort((one, other) => other.worthPerS - one.worthPerS);
}

/**
 * Returns the total completion rates by task type, tasks/s, of the last `count` nodes that are on. Working nodes come
 * first, in the given order; the rest of the `on` nodes idle.
 */
function ratesOfLast(works: readonly NodeWork[], on: number, count: number, taskTypes: number): number[] {
  const total = Array.from({ length: taskTypes }, () => 0);
  let first = 0;
  for (const { nodes, ratePerS } of works) {
    const among = Math.max(0, first + nodes - Math.max(first, on - count));
    for (const [i, rate] of ratePerS.entries()) total[i]! += among * rate;
    first += nodes;
  }
  return total;
}
