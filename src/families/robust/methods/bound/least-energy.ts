import type { ActiveSet } from './active-set.js';
import type { ShareRule } from './dual.js';
import { capacityPrices } from './interior-point.js';
import { type BoundSetting, fully } from './setting.js';

/** Number of rounds in the search for the dual values that give the best bound on expected energy. */
const ROUNDS = 2;

/**
 * Returns a lower bound on the expected energy of every plan that keeps a rule for cores, J. It is the best of several
 * bounds: with the given dual values of core time, and with dual values found on `set` for energy alone.
 *
 * @param set tasks and options for the search; null if only the given dual values are used
 */
export function leastEnergyJ(
  setting: BoundSetting,
  rule: ShareRule,
  nodeJ: Float64Array,
  set: ActiveSet | null,
): number {
  const candidates: Float64Array[] = [nodeJ];
  for (let round = 0; round < ROUNDS && set !== null; round++) {
    const start = candidates[round]!;
    set.refresh(rule, { nodeJ: start, varianceJPerJ2: 0 });
    const found = capacityPrices(set.program(0), start, Infinity);
    if (found === null) break;
    candidates.push(found);
  }
  let leastJ = 0;
  for (const prices of candidates) {
    fully(setting, rule)({ nodeJ: prices, varianceJPerJ2: 0 }, setting.point);
    if (setting.point.valueJ > leastJ) leastJ = setting.point.valueJ;
  }
  return leastJ;
}
