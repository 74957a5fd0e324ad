import type { RewardRateInstance, TaskType } from '../../../../../models/families/reward-rate/instance.js';
import type { GoalLimit } from './limit-bracket.js';
import type { Movable } from './movable.js';
import type { Demand } from './serve-words.js';

/** All demands count as served if their unserved fractions add up to at most this. Ours: LP engines' rounding error. */
const MISSING_SHARES = 1e-6;

/**
 * Returns an instance in which a plan's reward, in reward/s, is the number of demands that it serves, with fractions
 * for those served in part. Arrival rates are the demanded rates. A task earns 1 / its demanded rate, and tasks without
 * a demand earn nothing. So a bound below the number of demands proves that no plan serves all.
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

/**
 * Returns the wanted reward for the instance from `demandInstance`, reward/s. A plan that earns at least this counts as
 * serving all demands.
 */
export function worthOf(demands: readonly Demand[]): number {
  return demands.length - MISSING_SHARES;
}

/** Returns the demands as changeable limits: demanded fractions of a task type's arrivals, which can fall to 0. */
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

/** Returns a demand as a changeable limit. The fraction by which a demand is lowered counts as served (`credit`). */
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
