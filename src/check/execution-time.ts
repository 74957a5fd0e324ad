import type { ColocationChoice } from '../../models/facility/facility.js';
import type { RunningTask } from './resolved-plan.js';

/**
 * Returns the co-located execution time CET of a task, s (Eq. 21). `neighbours` is A, the number of other busy cores on
 * the node. `averageIntensity` is D, the mean memory intensity over all busy cores, the task's own included. E is the
 * task's memory intensity, B its time without co-location, C its frequency in GHz; u to z are fitted coefficients.
 *
 * Model "anchored": B + max(0, u A + x (D - E)). Model "literal": u A + v B + w C + x D + y E + z. Model "none": B. The
 * literal form can be zero or negative outside its training range; the caller must check that.
 */
export function executionTimeS(
  model: ColocationChoice['model'],
  task: RunningTask,
  neighbours: number,
  averageIntensity: number,
): number {
  const { timeAloneS, frequencyGHz, memoryIntensity, interference } = task;
  if (model === 'none') return timeAloneS;
  const u = interference!.perNeighbourS;
  const x = interference!.perAverageIntensityS;
  if (model === 'anchored') {
    return timeAloneS + Math.max(0, u * neighbours + x * (averageIntensity - memoryIntensity));
  }
  const { baseTimeFactor: v, perGHzS: w, perOwnIntensityS: y, constantS: z } = interference!;
  return u * neighbours + v! * timeAloneS + w! * frequencyGHz + x * averageIntensity + y! * memoryIntensity + z!;
}
