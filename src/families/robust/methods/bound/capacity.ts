import { type ShareRule, shareRule } from './dual.js';
import { raisePrices } from './prices.js';
import { FARTHEST_Z, leastRefuted } from './root.js';
import { type BoundSetting, fully } from './setting.js';

/**
 * Maximum number of ascent steps of the dual values in the first attempt to prove that the cores cannot hold the tasks.
 */
const FIRST_STEPS = 25;
/** Maximum number of ascent steps of the dual values each time a longer deadline has been proven too short. */
const LATER_STEPS = 8;
/**
 * Number of rounds in the search for the longest deadline that is proven too short. A round lengthens this deadline,
 * then improves the dual values.
 */
const ROUNDS = 3;
/** Width, in the base-2 logarithm, to which the search narrows the longest deadline that is proven too short. */
const CLOSE = 1e-6;

/**
 * Returns true if it is proven that the cores cannot hold the tasks even with unlimited energy, when every core must
 * keep `rule`. The search starts from the dual values in `nodeJ` and leaves the best ones there. If the proof succeeds,
 * even the cheapest options cost more core time at these dual values than there is.
 *
 * @param steps maximum number of ascent steps of the dual values
 */
export function cannotHold(setting: BoundSetting, rule: ShareRule, nodeJ: Float64Array, steps = FIRST_STEPS): boolean {
  const { cores, point } = setting;
  const value = raisePrices(fully(setting, rule, 0), cores, nodeJ, 0, steps, point);
  // Only their proportions matter here; as they are raised they would run away.
  const worth = nodeJ.reduce((sum, price, g) => sum + price * cores[g]!, 0);
  if (worth > 0 && Number.isFinite(worth)) for (let g = 0; g < nodeJ.length; g++) nodeJ[g]! *= cores.length / worth;
  return value > 0;
}

/**
 * Returns the longest deadline found, s, for which it is proven that not all cores can finish with quantile z. It must
 * already be proven that the model's own deadline is too short.
 *
 * @param nodeJ dual values with which this was proven for the model's own deadline
 */
export function longestRefutedDeadlineS(setting: BoundSetting, z: number, nodeJ: Float64Array): number {
  const { model, point } = setting;
  let longestS = model.deadlineS;
  for (let round = 0; round < ROUNDS; round++) {
    // Prices that refute a deadline refute shorter ones: the search is over its halvings, a longer deadline being negative ones.
    const excess = (halvings: number): number => {
      const deadlineS = model.deadlineS * 2 ** -halvings;
      fully(setting, shareRule(z, deadlineS), 0)({ nodeJ, varianceJPerJ2: 0 }, point);
      if (point.valueJ > 0) longestS = Math.max(longestS, deadlineS);
      return point.valueJ;
    };
    leastRefuted(excess, -Math.log2(longestS / model.deadlineS), CLOSE, 1e-3);
    if (longestS >= model.deadlineS * 2 ** FARTHEST_Z) break;
    cannotHold(setting, shareRule(z, longestS), nodeJ, LATER_STEPS);
  }
  return longestS;
}
