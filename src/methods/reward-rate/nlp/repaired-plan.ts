import { averagedPlanRates } from '../../../../models/problems/reward-rate/averaged-rates.js';
import {
  assignmentsFromFractions,
  coreLayout,
  fractionsFromAssignments,
} from '../../../../models/problems/reward-rate/core-fractions.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import type { RandomStream } from '../../../random/stream.js';
import { repairByPStates } from '../genetic/repair.js';
import { commonSetPoint, type DraftPlan } from '../outcome.js';
import type { DiscretePlan } from './discrete-plan.js';
import { assignmentsOfPlan } from './node-layout.js';

/** maxIter of the thesis. */
const MOST_ITERATIONS = 2000;

export interface RepairedPlan {
  readonly draft: DraftPlan;
  /** By averaged features, reward/s: the measure Algorithm 3 is used with. */
  readonly rewardPerS: number;
}

/**
 * Algorithm 3 on a rounded plan that breaks limits (3.4.1, last paragraph of step 3): the hottest nodes are slowed down until
 * cap and red line hold at a common whole-degree set-point. Null where maxIter is not enough.
 */
export function repaired(problem: RewardRateProblem, plan: DiscretePlan, random: RandomStream): RepairedPlan | null {
  const cores = fractionsFromAssignments(problem, coreLayout(problem), assignmentsOfPlan(problem, plan));
  const { met, setPointC } = repairByPStates(problem, cores, random, {
    mostIterations: MOST_ITERATIONS,
    passOver: true,
  });
  if (!met) return null;
  return {
    draft: { setPointsC: commonSetPoint(problem, setPointC), assignments: assignmentsFromFractions(problem, cores) },
    rewardPerS: averagedPlanRates(problem, cores).rewardPerS,
  };
}
