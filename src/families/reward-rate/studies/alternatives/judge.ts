import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { PlanConstraint } from '../../../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { CheckerLimitError } from '../../../../check/limit-error.js';
import { evaluatedIn } from '../../check/check-plan.js';
import type { LimitCheck } from '../../check/limits.js';
import type { Measures } from '../../runs/alternatives.js';
import { ownViolations } from '../../runs/constraints.js';
import { type Placement, planOfPlacement, settingsOf } from './placement.js';

export interface AlternativesRoom {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  /** Model of the instance, with standby if nodes may be on standby. */
  readonly model: RewardRateModel;
  /** Best plan, for which alternatives are sought. It is feasible. */
  readonly plan: RewardRatePlan;
  readonly constraints: readonly PlanConstraint[];
  /** Checks of limits on the operation of plans; absent: the checker's own. */
  readonly limitChecks?: readonly LimitCheck[] | undefined;
}

/** Feasible plan that earns enough reward to be an alternative. `placement` says what every node does. */
export interface Candidate {
  readonly placement: Placement;
  readonly setPointsC: RewardRatePlan['setPointsC'];
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
  readonly measures: Measures;
}

/** Evaluates candidate plans with the checker. A placement says what every node does. */
export interface Judge {
  /**
   * Returns the evaluated candidate; null if it violates a limit, earns too little or cannot be evaluated, or if the
   * maximum number of evaluations is reached.
   */
  readonly judge: (placement: Placement, setPointsC: RewardRatePlan['setPointsC']) => Candidate | null;
  /** Returns true if the allowed evaluations are used up, or if the search is to stop. */
  readonly isSpent: () => boolean;
  readonly judged: () => number;
}

/**
 * Returns an object that evaluates at most `most` candidate plans and accepts those that earn at least
 * `leastRewardPerS`.
 *
 * @param stop returns true to end the search early
 */
export function judgeOf(room: AlternativesRoom, leastRewardPerS: number, most: number, stop: () => boolean): Judge {
  let count = 0;
  const isSpent = (): boolean => count >= most || stop();
  return {
    isSpent,
    judged: () => count,
    judge: (placement, setPointsC) => {
      if (isSpent()) return null;
      count += 1;
      const plan = planOfPlacement(room.plan, room.matrix, placement, setPointsC);
      const evaluation = evaluationOf(room, plan);
      if (evaluation === null || evaluation.rewardPerS < leastRewardPerS) return null;
      return { placement, setPointsC, plan, evaluation, measures: measuresOf(room, placement, evaluation) };
    },
  };
}

/**
 * Returns the checker's evaluation of a plan. Returns null if the plan breaks a limit or a user's constraint, or if the
 * checker cannot evaluate it.
 */
export function evaluationOf(room: AlternativesRoom, plan: RewardRatePlan): PlanEvaluation | null {
  try {
    const evaluation = evaluatedIn(room, plan);
    if (evaluation.violations.length > 0) return null;
    return ownViolations(room.matrix, plan.assignments, room.constraints).length > 0 ? null : evaluation;
  } catch (error) {
    if (error instanceof CheckerLimitError) return null;
    throw error;
  }
}

/** Returns the values of all criteria (such as the number of nodes on) for an evaluated plan. */
export function measuresOf(
  { matrix }: Pick<AlternativesRoom, 'matrix'>,
  placement: Placement,
  { zoneInletC, zoneNodePowerW }: Pick<PlanEvaluation, 'zoneInletC' | 'zoneNodePowerW'>,
): Measures {
  const settings = new Set<string>();
  let nodesOn = 0;
  for (const [b, runs] of placement.entries()) {
    for (const run of runs) {
      // Idling and standby are the same instruction on every type.
      const type = (key: string): string => (key.startsWith('[') ? `${matrix.zones[b]!.nodeType} ${key}` : key);
      for (const key of settingsOf(run)) settings.add(type(key));
      if (typeof run.doing !== 'string') nodesOn += run.nodes;
    }
  }
  const hottestInletC = zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  const rackSpreadW = spread([...rackPowersW(matrix, zoneNodePowerW).values()]);
  return { settings: settings.size, nodesOn, hottestInletC, rackSpreadW };
}

/** Returns the power of the nodes in each rack, W. */
export function rackPowersW({ zones }: InfluenceMatrix, zoneNodePowerW: readonly number[]): Map<string, number> {
  const powers = new Map<string, number>();
  for (const [b, { rack }] of zones.entries()) powers.set(rack, (powers.get(rack) ?? 0) + zoneNodePowerW[b]!);
  return powers;
}

/** Returns the population standard deviation of a list. */
export function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
