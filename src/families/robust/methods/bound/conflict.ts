import { unitOf } from '../../../../../models/facility/limits.js';
import type { RobustInfeasibility } from '../outcome.js';
import { cannotHold, longestRefutedDeadlineS } from './capacity.js';
import { shareRule } from './dual.js';
import { type EnergyTest, testEnergy } from './energy-test.js';
import { FARTHEST_Z, leastRefuted } from './root.js';
import { type BoundSetting, fully, LIMIT_TOLERANCE_Z } from './setting.js';

/** Width, in the base-2 logarithm, to which the search narrows the largest energy budget that is proven too small. */
const CLOSE = 1e-6;

/**
 * For MO-EC, returns a proof that no plan keeps the energy limit, even without a deadline. Returns null if no such
 * proof is found.
 *
 * @param test energy test that every plan passes if it keeps the energy limit
 */
export function budgetShort(setting: BoundSetting, test: EnergyTest): RobustInfeasibility | null {
  const { model, groups, point } = setting;
  const evaluate = fully(setting, shareRule(-Infinity, model.deadlineS));
  const nothing = new Float64Array(groups.length);
  let shortJ = 0;
  const excess = (halvings: number): number => {
    const budgetJ = model.energyBudgetJ * 2 ** -halvings;
    const { excessJ } = testEnergy(evaluate, nothing, { ...test, budgetJ }, point);
    if (excessJ > 0) shortJ = Math.max(shortJ, budgetJ - model.energyBudgetJ);
    return excessJ;
  };
  if (!(excess(0) > 0)) return null;
  leastRefuted(excess, 0, CLOSE, 1e-3);
  return {
    constraint: 'energyBudget',
    amount: shortJ,
    unit: unitOf('energyBudget'),
    message: `Even without a deadline the energy limit cannot be kept: the budget is at least ${downward(shortJ)} J short.`,
  };
}

/**
 * For EO-MC, returns a proof that no plan keeps the makespan limit, even with unlimited energy. Returns null if no such
 * proof is found.
 *
 * @param makespanZ quantile that the finish time of every core must reach at the deadline
 */
export function deadlineShort(setting: BoundSetting, makespanZ: number): RobustInfeasibility | null {
  const { model, groups } = setting;
  const z = Math.min(FARTHEST_Z, makespanZ - LIMIT_TOLERANCE_Z);
  const prices = new Float64Array(groups.length).fill(1);
  if (!cannotHold(setting, shareRule(z, model.deadlineS), prices)) return null;
  const shortS = longestRefutedDeadlineS(setting, z, prices) - model.deadlineS;
  return {
    constraint: 'deadline',
    amount: shortS,
    unit: unitOf('deadline'),
    message: `Even without an energy budget the cores cannot finish robustly: the deadline is at least ${downward(shortS)} s short.`,
  };
}

/** Smallest amount that doubles represent with four digits of precision. Smaller amounts are shown as 0. */
const MIN_AMOUNT = 1e-300;

/** Returns an amount as text with four digits, rounded down, so that a proven lower bound stays true. */
export function downward(amount: number): string {
  if (!(amount >= MIN_AMOUNT)) return '0';
  const unit = 10 ** (Math.floor(Math.log10(amount)) - 3);
  const rounded = (digits: number): number =>
    Number((unit < 1 ? digits / Math.round(1 / unit) : digits * unit).toPrecision(4));
  const digits = Math.floor(amount / unit);
  return String(rounded(rounded(digits) > amount ? digits - 1 : digits));
}
