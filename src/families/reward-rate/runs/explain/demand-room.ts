import type { RewardRateInstance, TaskType } from '../../../../../models/problems/reward-rate/instance.js';
import type { GoalLimit } from './limit-bracket.js';
import type { Movable } from './movable.js';
import type { Demand } from './serve-words.js';

/**
 * Shares of demands that may be missing, all together, where service still counts as whole: engines and rounding need
 * as much.
 */
const MISSING_SHARES = 1e-6;

/**
 * Returns the instance in which a plan is worth, in reward/s, how many demands it serves, parts of them included: each
 * task type's arrivals are what is demanded of it, a task earns one over that, and others earn nothing. A plan serves
 * all demands exactly when it is worth their number there, so bounds there prove that none does.
 */
export function demandInstance(instance: RewardRateInstance, demands: readonly Demand[]): RewardRateInstance {
  const { knownOptimum: _, ...own } = instance;
  const taskTypes = instance.workload.taskTypes.map((one): TaskType => {
    const share = demands.find(({ taskType }) => taskType === one.name)?.share ?? 0;
    const arrivalRatePerS = share * one.arrivalRatePerS;
    return { ...one, arrivalRatePerS, rewardPerTask: arrivalRatePerS > 0 ? 1 / arrivalRatePerS : 0 };
  });
  return { ...own, workload: { ...instance.workload, taskTypes } };
}

/** Returns the worth of a plan that serves all demands, in their instance. */
export function worthOf(demands: readonly Demand[]): number {
  return demands.length - MISSING_SHARES;
}

/** Returns the demands as what may move, in the instance made of them: a share of all arrivals, down to none. */
export function movableDemands(demands: readonly Demand[]): Movable[] {
  return demands.map(({ taskType, share: from }): Movable => {
    const moved = (instance: RewardRateInstance, to: number): RewardRateInstance => {
      const taskTypes = instance.workload.taskTypes.map((one) =>
        one.name === taskType ? { ...one, arrivalRatePerS: (one.arrivalRatePerS * to) / from } : one,
      );
      return { ...instance, workload: { ...instance.workload, taskTypes } };
    };
    return { kind: 'arrivals', where: taskType, unit: 'share', from, loosest: 0, moved };
  });
}

/**
 * Returns a demand as a limit of the goal: what is given up of it counts as served, and what it would have earned is
 * not.
 */
export function demandLimit(movable: Movable, { workload }: RewardRateInstance): GoalLimit {
  const { where, from } = movable;
  const index = workload.taskTypes.findIndex(({ name }) => name === where);
  // One over the share of all arrivals: what a demand given up wholly is worth.
  const creditOf = (to: number): number => (from - to) / from;
  const slope: GoalLimit['slope'] = ({ marginal }) => {
    const demandedPerS = workload.taskTypes[index]!.arrivalRatePerS;
    const perTask = 1 / demandedPerS - marginal.arrivalPerTaskPerS[index]!;
    return (perTask * demandedPerS) / from;
  };
  const hasLines: (certificate: Parameters<GoalLimit['slope']>[0]) => boolean = ({ lines }) =>
    lines !== undefined && lines !== null;
  return {
    movable,
    credit: creditOf,
    slope,
    slopeAbove: (certificate) => (hasLines(certificate) ? slope(certificate) : null),
    joint: (certificate) => {
      if (!hasLines(certificate)) return null;
      return { below: slope(certificate), above: slope(certificate) };
    },
  };
}
