import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { randomStream } from '../../../random/stream.js';
import { fastestTimeS } from '../../../facility/consistency-nodes.js';
import { fourDigits } from '../../../instances/four-digits.js';

/** [minimum, maximum] of the uniformly distributed random factors on rewards, deadlines and arrival rates. */
export interface VariationRanges {
  readonly reward: readonly [low: number, high: number];
  readonly deadline: readonly [low: number, high: number];
  readonly arrival: readonly [low: number, high: number];
}

/**
 * Default ranges of the random factors on reward, deadline and arrival rate. Ours: the thesis varies all three over 48
 * trials (Section 3.6.1) without saying how.
 */
export const DEFAULT_VARIATION: VariationRanges = { reward: [0.8, 1.2], deadline: [0.8, 1.2], arrival: [0.7, 1.3] };

/** Minimum ratio of a deadline to its task type's shortest execution time. Ours: every task type can still be run. */
const MIN_SLACK = 1.01;

/**
 * Returns a variant of an instance with the same facility and limits. Every reward, deadline and arrival rate is
 * multiplied by its own random factor and rounded to four digits. The same instance, seed and ranges give the same
 * variant.
 *
 * Each of the three quantities has its own random stream, so changing one range does not change the other draws. The
 * variant has no known optimum.
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
