import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { BagPrices } from '../outcome.js';

/**
 * Initial price of ln P, as a fraction of the price that the bound's dual values suggest. P is the probability that all
 * cores are in time. Measured; it is below 1, because cores cannot be filled as evenly as the bound assumes.
 */
const FIRST_SHARE = 0.65;
/** Change of the logarithm of the price of ln P in one step, per unit of ln P that the unused energy could buy. */
const GAIN = 0.02;
/** Maximum change of the logarithm of the price of ln P in one step. */
const MAX_STEP = 0.1;
/** Maximum ratio between the price of ln P and its first value, up or down. */
const FARTHEST = 1e6;
/** Fraction of the energy budget that is left unused, to allow for rounding errors. */
const ROOM = 1e-6;

/**
 * Adjusts `perLnJ`, the price of ln P, where P is the probability that all cores are in time. The price becomes as high
 * as the energy limit allows.
 */
export class BagAim {
  /** Price of ln P: cost of a decrease of ln P by 1, J. */
  perLnJ: number;
  private readonly firstJ: number;

  constructor(
    private readonly model: RobustModel,
    prices: Pick<BagPrices, 'perJ'> | null,
    meanEnergyJ: number,
  ) {
    // Without prices time costs nothing: then any worth will do that a task's energy does not outweigh.
    this.firstJ = prices === null ? meanEnergyJ : FIRST_SHARE / prices.perJ;
    this.perLnJ = this.firstJ;
  }

  /**
   * Adjusts the price of ln P to the measures of the present plan. The price rises while energy is left, and otherwise
   * falls.
   */
  follow({ energyMeanJ, energyVarianceJ2 }: RobustMeasures): void {
    const { energyBudgetJ, energyZ } = this.model;
    const leftJ = energyBudgetJ * (1 - ROOM) - energyMeanJ - energyZ * Math.sqrt(energyVarianceJ2);
    const step = Math.max(-MAX_STEP, Math.min(MAX_STEP, (GAIN * leftJ) / this.perLnJ));
    const worthJ = this.perLnJ * Math.exp(Number.isNaN(step) ? 0 : step);
    this.perLnJ = Math.max(this.firstJ / FARTHEST, Math.min(this.firstJ * FARTHEST, worthJ));
  }
}
