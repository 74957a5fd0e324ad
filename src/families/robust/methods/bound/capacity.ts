import { type ShareRule, shareRule } from './dual.js';
import { raisePrices } from './prices.js';
import { FARTHEST_Z, leastRefuted } from './root.js';
import { type BoundSetting, fully } from './setting.js';

/** Maximum number of ascent steps of the dual values in the first proof that capacity is too small. */
const FIRST_STEPS = 25;
/** Maximum number of ascent steps of the dual values each time a longer deadline has been proven too short. */
const LATER_STEPS = 8;
/** Number of rounds in which first the dual values and then the deadline are improved. */
const ROUNDS = 3;
/** Tolerance on the base-2 logarithm of the longest deadline that is proven too short. */
const CLOSE = 1e-6;

/**
 * Returns true if the cores provably cannot hold the tasks, even with unlimited energy, if every core must reach a
 * quantile at the deadline (`rule`). At the dual values left in `nodeJ`, even the cheapest choices then cost more core
 * time than there is.
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
 * Returns the longest deadline found, s, by which the cores provably cannot all finish with quantile z. The model's own
 * deadline must be too short already.
 *
 * @param nodeJ dual values that prove this for the model's deadline
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
