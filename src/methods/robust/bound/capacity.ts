import { type ShareRule, shareRule } from './dual.js';
import { raisePrices } from './prices.js';
import { type BoundSetting, fully } from './setting.js';

const PRICE_STEPS = 25;
const HALVINGS = 14;
/** Share of the cores' worth that rounding stays far below. */
const ROUNDING = 1e-9;

/**
 * Whether it is proven that the cores cannot hold the tasks under the rule, whatever the energy: prices at which even the cheapest
 * choice of every task costs more core time than there is. Leaves these prices in `nodeJ`.
 */
export function cannotHold(setting: BoundSetting, rule: ShareRule, nodeJ: Float64Array): boolean {
  const { cores, point } = setting;
  const value = raisePrices(fully(setting, rule, 0), cores, nodeJ, 0, PRICE_STEPS, point);
  const worth = nodeJ.reduce((sum, price, g) => sum + price * cores[g]!, 0);
  const held = value > ROUNDING * worth;
  // Only their proportions matter here; as they are raised they would run away.
  if (worth > 0 && Number.isFinite(worth)) for (let g = 0; g < nodeJ.length; g++) nodeJ[g]! /= worth / cores.length;
  return held;
}

/** A deadline, s, proven too short for every core to reach quantile z; the one given is. */
export function longestRefutedDeadlineS(setting: BoundSetting, z: number): number {
  const { problem, cores } = setting;
  const nodeJ = new Float64Array(cores.length).fill(1);
  let low = problem.deadlineS;
  let high = low;
  do {
    low = high;
    high *= 2;
  } while (cannotHold(setting, shareRule(z, high), nodeJ) && high < 1e12 * problem.deadlineS);
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (cannotHold(setting, shareRule(z, middle), nodeJ)) low = middle;
    else high = middle;
  }
  return low;
}
