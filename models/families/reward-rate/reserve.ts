import { W_PER_KW } from '../../units.js';
import type { Crac } from '../../facility/facility.js';
import type { RewardRateInstance } from './instance.js';

/** The limits with which plans are made. They are the limits of the instance minus their reserves (safety margins). */
export interface KeptLimits {
  /** Limit on the power at the meter, W. */
  readonly powerCapW: number;
  /** Limit on inlet temperatures, C. */
  readonly redLineC: number;
  /** The instance's CRACs, with lowered capacities. A failed CRAC (capacity 0) keeps capacity 0. */
  readonly cracs: readonly Crac[];
}

/**
 * Returns the limits with which plans are made. Reserves are subtracted only in this function
 * (docs/reward-rate/reserves.md).
 */
export function keptLimits({ limits, facility }: RewardRateInstance): KeptLimits {
  const { powerW = 0, inletK = 0, coolingShare = 0 } = limits.reserve ?? {};
  return {
    powerCapW: limits.powerCapW - powerW,
    redLineC: limits.redLineC - inletK,
    cracs:
      coolingShare === 0
        ? facility.cracs
        : facility.cracs.map((crac) =>
            crac.coolingCapacityW === undefined
              ? crac
              : { ...crac, coolingCapacityW: crac.coolingCapacityW * (1 - coolingShare) },
          ),
  };
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
