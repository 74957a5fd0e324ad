import type { RandomStream } from '../../../../random/stream.js';
import { variates, type Variates } from '../../../../random/variates.js';
import type { SimulatedPlan, SimulatedWorkload, SliceClass, Uncertainty } from './model.js';
import type { RenewalLaw } from './renewal.js';
import type { Scenario } from './scenarios.js';

/**
 * Up to this expected number of completions per epoch, completions of a class of cores are drawn core by core. A class
 * is all cores with the same task type and node type. With more completions, one normal distribution is used for the
 * whole class. The number is multiplied by the squared coefficient of variation of task times if that is above 1.
 */
export const EXACT_BELOW = 100;

export interface EpochDraw {
  readonly rewardPerS: number;
  readonly meterW: number;
}

/**
 * Results of one epoch, [task type]. The arrays are overwritten in each epoch. `served` is the number of tasks that
 * earn reward.
 */
export interface EpochCounts {
  readonly completions: Float64Array;
  /** Fraction of completed tasks that meet their deadline. */
  readonly onTime: Float64Array;
  readonly served: Float64Array;
}

export function epochCounts(taskTypes: number): EpochCounts {
  const empty = (): Float64Array => new Float64Array(taskTypes);
  return { completions: empty(), onTime: empty(), served: empty() };
}

/**
 * Returns a function that draws one epoch of a plan after another and writes into `counts`.
 *
 * @param random stream that all plans share, so that they get common random numbers
 */
export function epochDrawer(
  plan: SimulatedPlan,
  workload: SimulatedWorkload,
  uncertainty: Uncertainty,
  law: RenewalLaw,
  random: RandomStream,
): (scenario: Scenario, sample: number, counts: EpochCounts) => EpochDraw {
  const { horizonS, deadlines, idleCores, taskTimeCov } = uncertainty;
  const { rewardPerTask, deadlineS, nodeTypeCount } = workload;
  const spread = Math.max(1, taskTimeCov * taskTimeCov);
  const exact = plan.classes.map(({ ratePerS }) => ratePerS * horizonS < EXACT_BELOW * spread);
  return (scenario, sample, counts) => {
    counts.completions.fill(0);
    counts.onTime.fill(0);
    for (const [n, one] of plan.classes.entries()) {
      const place = one.taskType * nodeTypeCount + one.nodeType;
      const factor = scenario.timeFactor[place]!;
      const completed = exact[n]
        ? drawnCoreByCore(one, factor, horizonS, law, variates(random.fork(`cores ${place}`).fork(`sample ${sample}`)))
        : drawnTogether(one, factor, horizonS, law, scenario.completionNormal[place]!);
      counts.completions[one.taskType]! += completed;
      counts.onTime[one.taskType]! +=
        completed * (deadlines ? onTimeShare(one, factor, deadlineS[one.taskType]!, law) : 1);
    }
    let reward = 0;
    let meterW = plan.totalW;
    for (let i = 0; i < rewardPerTask.length; i++) {
      const completed = counts.completions[i]!;
      const arrived = scenario.arrivals[i]!;
      const share = completed > 0 ? counts.onTime[i]! / completed : 0;
      counts.onTime[i] = share;
      counts.served[i] = Math.min(completed, arrived);
      if (deadlines && share < 1) counts.served[i] = onTime(counts.served[i]!, share, random, i, sample);
      reward += rewardPerTask[i]! * counts.served[i]!;
      if (idleCores === 'drop' && completed > arrived) meterW -= plan.coreMeterW[i]! * (1 - arrived / completed);
    }
    return { rewardPerS: reward / horizonS, meterW };
  };
}

/**
 * Draws the number of completions of a class of cores from one normal number. The distribution has the exact mean and
 * variance.
 */
function drawnTogether(
  { groups }: SliceClass,
  factor: number,
  horizonS: number,
  law: RenewalLaw,
  normal: number,
): number {
  let mean = 0;
  let variance = 0;
  for (const { cores, fraction, meanTimeS } of groups) {
    const expected = (horizonS * fraction) / (meanTimeS * factor);
    mean += cores * expected;
    variance += cores * law.variance(expected);
  }
  return Math.max(0, mean + Math.sqrt(variance) * normal);
}

function drawnCoreByCore(
  { groups }: SliceClass,
  factor: number,
  horizonS: number,
  law: RenewalLaw,
  draw: Variates,
): number {
  let completions = 0;
  for (const { cores, fraction, meanTimeS } of groups) {
    const expected = (horizonS * fraction) / (meanTimeS * factor);
    completions += law.sample(expected, cores, draw);
  }
  return completions;
}

/**
 * Returns the fraction of tasks of a class of cores that meet their deadline in this scenario: the mean probability
 * over the class, weighted by completion rates.
 */
function onTimeShare({ groups, ratePerS }: SliceClass, factor: number, deadlineS: number, law: RenewalLaw): number {
  let share = 0;
  for (const { cores, fraction, meanTimeS } of groups) {
    share += ((cores * fraction) / meanTimeS) * law.shareWithin(deadlineS / (meanTimeS * factor));
  }
  return ratePerS > 0 ? share / ratePerS : 0;
}

function onTime(served: number, share: number, random: RandomStream, taskType: number, sample: number): number {
  const stream = random.fork(`deadlines ${taskType}`).fork(`sample ${sample}`);
  return variates(stream).binomial(Math.round(served), share);
}
