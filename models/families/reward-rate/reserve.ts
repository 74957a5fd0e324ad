import type { Crac } from '../../facility/facility.js';
import type { RewardRateInstance } from './instance.js';

/** Limits that plans must keep: those of the instance less its reserves. */
export interface KeptLimits {
  /** Largest total power at the meter, W. */
  readonly powerCapW: number;
  /** Highest inlet temperature, C. */
  readonly redLineC: number;
  /** The CRACs, each with the capacity that plans may use; a failed one (capacity 0) stays failed. */
  readonly cracs: readonly Crac[];
}

/**
 * Returns the limits of an instance less its reserves. This is the only place where the model subtracts reserves
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

/** Returns a description of an instance's reserves, e.g. "5 kW below the power cap"; empty if it has none. */
export function reserveWords({ limits }: RewardRateInstance): string {
  const { powerW = 0, inletK = 0, coolingShare = 0 } = limits.reserve ?? {};
  return [
    ...(powerW > 0 ? [`${powerW / 1000} kW below the power cap`] : []),
    ...(inletK > 0 ? [`${inletK} K below the red line`] : []),
    ...(coolingShare > 0 ? [`${Number((100 * coolingShare).toPrecision(12))} % of each cooling capacity`] : []),
  ].join(', ');
}
