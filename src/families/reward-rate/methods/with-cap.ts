import { meterPowerW } from '../../../../models/facility/meter.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/** Returns the model with another cap, W, at the meter. */
export function withCap(model: RewardRateModel, powerCapW: number): RewardRateModel {
  return { ...model, budget: { ...model.budget, powerCapW } };
}

/** Returns the power of the idle facility without cooling, W, which every plan draws at least. */
export function idleFloorW({ zones, budget }: RewardRateModel): number {
  const idleW = zones.reduce((sum, zone) => sum + zone.idleW, 0);
  return meterPowerW(budget, idleW, 0);
}
