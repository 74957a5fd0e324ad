import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { randomStream } from '../../../random/stream.js';
import { fastestTimeS } from '../../../facility/consistency-nodes.js';
import { fourDigits } from '../../../instances/four-digits.js';

/** Uniform ranges of factors. */
export interface VariationRanges {
  readonly reward: readonly [low: number, high: number];
  readonly deadline: readonly [low: number, high: number];
  readonly arrival: readonly [low: number, high: number];
}

/**
 * Ranges of the factors on reward, deadline and arrival rate. Our choice: the thesis varies all three over 48 trials
 * (Section 3.6.1) without saying how.
 */
export const DEFAULT_VARIATION: VariationRanges = { reward: [0.8, 1.2], deadline: [0.8, 1.2], arrival: [0.7, 1.3] };

/** Least ratio of a deadline to the fastest time alone. Our choice: every task type can still be run. */
const MIN_SLACK = 1.01;

/**
 * Returns a variant of an instance: the same facility and limits, with every reward, deadline and arrival rate
 * multiplied by its own random factor, rounded to four digits. The same instance, seed and ranges give the same
 * variant; three streams, so that one range does not change the draws of another. The variant has no known optimum.
 */
export function varyWorkload(
  instance: RewardRateInstance,
  seed: number,
  ranges: VariationRanges = DEFAULT_VARIATION,
): RewardRateInstance {
  const reward = randomStream(seed, 'vary reward').uniform;
  const deadline = randomStream(seed, 'vary deadline').uniform;
  const arrival = randomStream(seed, 'vary arrival').uniform;
  const taskTypes = instance.workload.taskTypes.map((task) => {
    const fastestS = Math.min(...instance.facility.nodeTypes.map((type) => fastestTimeS(type, task.name)));
    const deadlineS = task.deadlineS * deadline(...ranges.deadline);
    return {
      ...task,
      rewardPerTask: fourDigits(task.rewardPerTask * reward(...ranges.reward)),
      arrivalRatePerS: fourDigits(task.arrivalRatePerS * arrival(...ranges.arrival)),
      deadlineS: fourDigits(Math.max(deadlineS, MIN_SLACK * fastestS)),
    };
  });
  return { ...instance, name: `${instance.name}-v${seed}`, workload: { taskTypes }, knownOptimum: undefined };
}
