import { type DualPoint, shareRule } from './dual.js';
import type { Evaluate } from './prices.js';
import { type BoundSetting, fully } from './setting.js';

/**
 * Factors on the dual value of energy variance. They are tried in turn, because each may prove a larger lower bound on
 * the variance.
 */
const FACTORS = [4, 16, 64];
/** Relative allowance for rounding errors in the bound on energy variance. */
const SLACK = 1e-9;

/** Proven lower bound on the energy variance of plans, J^2, as a function of the quantile that the plans reach. */
export class CertifiedVariance {
  private readonly everyPlanJ2: number;
  private fromZ = Infinity;
  private higherJ2 = 0;

  constructor(setting: BoundSetting) {
    const { model, groups, point } = setting;
    const nothing = new Float64Array(groups.length);
    fully(setting, shareRule(-Infinity, model.deadlineS), 0)({ nodeJ: nothing, varianceJPerJ2: 1 }, point);
    this.everyPlanJ2 = Math.max(0, point.valueJ * (1 - SLACK));
  }

  /**
   * Returns the proven lower bound on the energy variance of plans that reach the quantile, J^2. It is 0 if nothing
   * larger is proven.
   */
  at(quantile: number): number {
    return quantile >= this.fromZ ? Math.max(this.everyPlanJ2, this.higherJ2) : this.everyPlanJ2;
  }

  /**
   * Proves a lower bound on the energy variance of plans that reach quantile `fromZ` and have an expected energy within
   * the budget. It replaces the previous bound of this kind. `evaluate` computes the dual for such plans. Let V be its
   * value and w the dual value of energy variance. Then V <= energy + w x variance, so that the variance is at least
   *
   * (V - budget) / w.
   */
  raise(
    fromZ: number,
    evaluate: Evaluate,
    nodeJ: Float64Array,
    budgetJ: number,
    varianceJPerJ2: number,
    point: DualPoint,
  ): void {
    this.fromZ = fromZ;
    this.higherJ2 = 0;
    if (!(varianceJPerJ2 > 0)) return;
    for (const factor of FACTORS) {
      const price = factor * varianceJPerJ2;
      evaluate({ nodeJ, varianceJPerJ2: price }, point);
      const leastJ2 = (point.valueJ - budgetJ * (1 + SLACK)) / price;
      if (Number.isFinite(leastJ2)) this.higherJ2 = Math.max(this.higherJ2, leastJ2 * (1 - SLACK));
    }
  }
}
