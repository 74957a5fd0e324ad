import type { RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import type { GoalLimit } from './limit-bracket.js';
import type { Movable } from './movable.js';
import type { Demand } from './serve-words.js';

/**
 * Sum of the missing shares of all demands at which service counts as complete. Our choice: the rounding of engines.
 */
const MISSING_SHARES = 1e-6;

/**
 * Returns an instance in which the reward of a plan, in reward/s, is the number of demands it serves, fractions
 * included: arrivals are the demands, a task earns one over its demanded rate, other tasks nothing. A bound below the
 * number of demands proves that no plan serves all.
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

/** Returns the reward, in that instance, of a plan that serves all demands. */
export function worthOf(demands: readonly Demand[]): number {
  return demands.length - MISSING_SHARES;
}

/** Returns the demands as limits that may be changed: each is a share of all arrivals that can be lowered to 0. */
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

/** Returns a demand as a changeable limit of the goal: a part that is given up counts as served. */
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
