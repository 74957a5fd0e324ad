import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';

/**
 * Units in which one busy node is worth, does and draws about 1, so that an LP engine's absolute tolerances mean the same
 * for second-long and month-long tasks, for rewards of micro-dollars and of millions.
 */
export interface LpScale {
  /** tasks/s per unit of rate. */
  readonly rate: number;
  /** reward per task, per unit of cost. */
  readonly reward: number;
  /** kW per unit of power. */
  readonly powerKW: number;
}

export function lpScale(problem: RewardRateProblem): LpScale {
  let rate = 0;
  let powerKW = 0;
  for (const type of problem.nodeTypes) {
    for (const task of type.tasks) {
      for (const [p, timeS] of task.timeS.entries()) {
        rate = Math.max(rate, type.cores / timeS);
        powerKW = Math.max(powerKW, (type.cores * task.powerW[p]!) / 1000);
      }
    }
  }
  const reward = problem.rewardPerTask.reduce((most, value) => Math.max(most, value), 0);
  return { rate: rate > 0 ? rate : 1, reward: reward > 0 ? reward : 1, powerKW: powerKW > 0 ? powerKW : 1 };
}
