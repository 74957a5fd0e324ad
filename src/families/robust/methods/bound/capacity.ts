import { type ShareRule, shareRule } from './dual.js';
import { raisePrices } from './prices.js';
import { FARTHEST_Z, leastRefuted } from './root.js';
import { type BoundSetting, fully } from './setting.js';

/** Maximum number of steps of the prices in the first proof. */
const FIRST_STEPS = 25;
/** Maximum number of steps of the prices after a longer deadline is refuted. */
const LATER_STEPS = 8;
/** Number of times that prices and deadline are improved alternately. */
const ROUNDS = 3;
/** Tolerance on the base-2 logarithm of the deadline. */
const CLOSE = 1e-6;

/**
 * Returns true if the cores provably cannot hold the tasks under the rule, whatever the energy: at the prices left in
 * `nodeJ`, even the cheapest choices cost more core time than there is.
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
 * Returns the longest deadline found, s, that is provably too short for every core to reach quantile z; the model's own
 * deadline must be. @param nodeJ prices that prove that
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
