import type { Mapping } from '../../../../../models/problems/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import type { RobustProblem } from '../../../../../models/problems/robust/problem.js';
import type { RandomStream } from '../../../../random/stream.js';
import { minEnergyMapping } from '../greedy/min-energy.js';
import { minMinBalanceSchedule } from '../greedy/min-min-balance.js';
import { minMinMapping } from '../greedy/min-min.js';

/** Min-Energy, Min-Min Pmin and Pmax, and the goal's Min-Min Balance (2.5.6.1). */
export function greedySeeds(problem: RobustProblem, goal: RobustGoal, random: RandomStream): Mapping[] {
  return [
    minEnergyMapping(problem),
    minMinMapping(problem, 'pmin'),
    minMinMapping(problem, 'pmax'),
    minMinBalanceSchedule(problem, goal, random.fork('min-min-balance')),
  ];
}
