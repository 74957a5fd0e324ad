import { type PowerCap, capOf, withCap } from '../../facility/meter.js';
import { W_PER_KW } from '../../units.js';
import type { Crac } from '../../facility/facility.js';
import type { LimitName } from '../../facility/limits.js';
import type { RewardRateInstance } from './instance.js';
import { keptOf } from '../../facility/room-limits.js';
import { limitNamed } from './room-limits.js';

/** The limits with which plans are made. They are the limits of the instance minus their reserves (safety margins). */
export interface KeptLimits extends PowerCap {
  /** Limit on inlet temperatures, C. */
  readonly redLineC: number;
  /** The instance's CRACs, with lowered capacities. A failed CRAC (capacity 0) keeps capacity 0. */
  readonly cracs: readonly Crac[];
}

/** Returns the limits with which plans are made (docs/reward-rate/reserves.md). */
export function keptLimits(instance: RewardRateInstance): KeptLimits {
  const { limits, facility } = instance;
  const kept = (name: LimitName, value: number): number => keptOf(limitNamed(name)!, instance, value);
  const cracs = facility.cracs.map((crac) => {
    const { coolingCapacityW } = crac;
    if (coolingCapacityW === undefined) return crac;
    return { ...crac, coolingCapacityW: kept('coolingCapacity', coolingCapacityW) };
  });
  return withCap({ redLineC: kept('redLine', limits.redLineC), cracs }, kept('powerCap', capOf(limits)));
}

/** Returns a text on an instance's reserves, e.g. "5 kW below the power cap"; empty if it has none. */
export function reserveWords({ limits }: RewardRateInstance): string {
  const { powerW = 0, inletK = 0, coolingShare = 0 } = limits.reserve ?? {};
  return [
    ...(powerW > 0 ? [`${powerW < W_PER_KW ? `${powerW} W` : `${powerW / W_PER_KW} kW`} below the power cap`] : []),
    ...(inletK > 0 ? [`${inletK} K below the red line`] : []),
    ...(coolingShare > 0 ? [`${Number((100 * coolingShare).toPrecision(12))} % of each cooling capacity`] : []),
  ].join(', ');
}
