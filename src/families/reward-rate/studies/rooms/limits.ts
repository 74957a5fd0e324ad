import { powerUse } from '../../../../../models/families/reward-rate/power-limits.js';
import type { Limits } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { TOLERATED_C, TOLERATED_W, toleratedW } from '../../methods/idle-limits.js';

/** State of a random room (the facility with other values of its uncertain data) under a plan. */
export interface RoomOperation {
  readonly zonePowerW: Float64Array;
  /** Heat that each working CRAC removes, W. */
  readonly heatW: Float64Array;
  readonly totalW: number;
  readonly hottestInletC: number;
  /** True if a task misses its deadline in a P-state that the plan uses, even without co-location. */
  readonly late: boolean;
}

/**
 * Returns the names of the violated limits, with the tolerances of the checker. Use of a reserve is no violation,
 * because reserves are meant for deviations from nominal data.
 */
export function brokenLimits(
  model: RewardRateModel,
  { powerCapW, redLineC }: Limits,
  { zonePowerW, heatW, totalW, hottestInletC, late }: RoomOperation,
): string[] {
  const broken = new Set<string>();
  if (totalW - powerCapW > toleratedW(powerCapW)) broken.add('powerCap');
  if (hottestInletC - redLineC > TOLERATED_C) broken.add('redLine');
  for (const limit of model.powerLimits)
    if (powerUse(limit, zonePowerW) - limit.limit > toleratedW(limit.limit)) broken.add(limit.constraint);
  for (const { name, coolingCapacityW } of model.instance.facility.cracs) {
    const heat = heatW[model.cracs.findIndex((crac) => crac.name === name)];
    if (heat !== undefined && coolingCapacityW !== undefined && heat - coolingCapacityW > TOLERATED_W) {
      broken.add('coolingCapacity');
    }
  }
  if (late) broken.add('deadline');
  return [...broken];
}
