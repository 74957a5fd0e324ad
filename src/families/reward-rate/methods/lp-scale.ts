import { W_PER_KW } from '../../../../models/units.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/**
 * Units of an LP in which the reward, rates and power of one busy node are about 1. LP engines have absolute
 * tolerances. With these units they are equally strict for tasks of seconds or months, and for rewards of micro-dollars
 * or millions.
 */
export interface LpScale {
  /** [task type]: size of one LP unit of rate, tasks/s. */
  readonly rate: Float64Array;
  /** [task type]: size of one LP unit of reward for a task, in the instance's unit of reward. */
  readonly reward: Float64Array;
  /** Size of one unit of the LP's objective, reward/s. */
  readonly worth: number;
  /** Size of one LP unit of power, kW. */
  readonly powerKW: number;
}

/** Largest ratio of rates for which all task types share one unit of rate. Ours: LP engines handle it well. */
const ALIKE = 1e3;

/** Maximum rate of a node for a task type, in LP units. Larger coefficients would lose too much to rounding. */
const MAX_PER_NODE = 1e8;

export function lpScale(model: RewardRateModel): LpScale {
  const { rewardPerTask, arrivalRatePerS } = model;
  const fastest = new Float64Array(rewardPerTask.length);
  let powerKW = 0;
  for (const type of model.nodeTypes) {
    for (const task of type.tasks) {
      for (const [p, timeS] of task.timeS.entries()) {
        fastest[task.task] = Math.max(fastest[task.task]!, type.cores / timeS);
        powerKW = Math.max(powerKW, (type.cores * task.powerW[p]!) / W_PER_KW);
      }
    }
  }
  // What a node can do of a task type, or all that arrives of it where that is less: unserved arrivals then show in the objective
  // however short the tasks are.
  const own = fastest.map((rate, i) => {
    const most = arrivalRatePerS[i]! > 0 ? Math.min(rate, arrivalRatePerS[i]!) : rate;
    return most > 0 ? Math.max(most, rate / MAX_PER_NODE) : 1;
  });
  const unit = powerKW > 0 ? powerKW : 1;
  const most = fastest.reduce((one, other) => Math.max(one, other), 0) || 1;
  const least = own.reduce((one, other) => Math.min(one, other), Infinity);
  if (most <= ALIKE * least) {
    const reward = rewardPerTask.reduce((one, other) => Math.max(one, other), 0) || 1;
    return { rate: own.fill(most), reward: own.map(() => reward), worth: most * reward, powerKW: unit };
  }
  const worth = rewardPerTask.reduce((one, reward, i) => Math.max(one, reward * own[i]!), 0) || 1;
  return { rate: own, reward: own.map((rate) => worth / rate), worth, powerKW: unit };
}

/** Returns sentences that explain the units of a master LP, for files read by other solvers. */
export function scaleNotes(model: RewardRateModel): string[] {
  const { rate, worth, powerKW } = lpScale(model);
  return [
    `objective x ${worth} = reward per second`,
    ...model.taskNames.map((name, i) => `column ${i + 1} x ${rate[i]!} = tasks per second of task type ${name}`),
    `columns S and Q_... x ${powerKW} = kW of busy cores, of all nodes and of a group of them`,
    'columns z_... are nodes, set-points are in C',
  ];
}
