import { meterPowerW, withCap as withCapAtMeter } from '../../../../models/facility/meter.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/** Returns the model with another power cap at the meter, W. */
export function withCap(model: RewardRateModel, capW: number): RewardRateModel {
  return { ...model, budget: withCapAtMeter(model.budget, capW) };
}

/** Returns the meter power of the idle facility without cooling, W, a lower bound on the power of every plan. */
export function idleFloorW({ zones, budget }: RewardRateModel): number {
  const idleW = zones.reduce((sum, zone) => sum + zone.idleW, 0);
  return meterPowerW(budget, idleW, 0);
}
