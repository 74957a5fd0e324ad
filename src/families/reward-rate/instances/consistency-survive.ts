import type { RewardRateFacility, RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalProblem } from '../../../instances/problem.js';

/** Refusal of failures that no plan outlives: of the only CRAC at work. */
export function surviveProblems(
  facility: Draft<RewardRateFacility>,
  limits: Draft<RewardRateInstance['limits']>,
): LocalProblem[] {
  if (limits?.survive === undefined || facility?.cracs === undefined) return [];
  const atWork = facility.cracs.filter((crac) => crac?.coolingCapacityW !== 0).length;
  if (atWork >= 2) return [];
  return [
    {
      path: 'limits.survive',
      value: limits.survive,
      allowed: `rooms with two CRACs or more at work; this one has ${atWork}`,
      remedy:
        'Without its last CRAC a room warms without end: leave survive out, and let plenum check --failures say how many minutes there are.',
    },
  ];
}
