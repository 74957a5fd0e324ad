import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { BagPrices } from '../outcome.js';

/**
 * First price of probability relative to what the bound's prices suggest, because cores cannot be filled as evenly
 * (measured).
 */
const FIRST_SHARE = 0.65;
/** Step of the logarithm of that price per unit of ln P that the remaining energy would buy. */
const GAIN = 0.02;
/** Maximum step of the logarithm of that price. */
const MAX_STEP = 0.1;
/** Maximum factor between that price and the first one, up or down. */
const FARTHEST = 1e6;
/** Share of the budget kept free for rounding. */
const ROOM = 1e-6;

/**
 * Price of the probability that all cores are in time, J per unit of its logarithm: as high as the energy limit allows.
 */
export class BagAim {
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

  /** Adjusts the price to a plan with these measures. */
  follow({ energyMeanJ, energyVarianceJ2 }: RobustMeasures): void {
    const { energyBudgetJ, energyZ } = this.model;
    const leftJ = energyBudgetJ * (1 - ROOM) - energyMeanJ - energyZ * Math.sqrt(energyVarianceJ2);
    const step = Math.max(-MAX_STEP, Math.min(MAX_STEP, (GAIN * leftJ) / this.perLnJ));
    const worthJ = this.perLnJ * Math.exp(Number.isNaN(step) ? 0 : step);
    this.perLnJ = Math.max(this.firstJ / FARTHEST, Math.min(this.firstJ * FARTHEST, worthJ));
  }
}
