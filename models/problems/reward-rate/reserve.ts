import type { Crac } from '../../facility/facility.js';
import type { RewardRateInstance } from './instance.js';

/** Limits that plans keep: those of the instance less their reserves. */
export interface KeptLimits {
  /** Greatest total power at the meter, W. */
  readonly powerCapW: number;
  /** Greatest inlet temperature, C. */
  readonly redLineC: number;
  /** The CRACs, each with the capacity that plans may use; a failed one (capacity 0) stays failed. */
  readonly cracs: readonly Crac[];
}

/** Limits less reserves; the one place where the model subtracts them (docs/reward-rate/reserves.md). */
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

/** Words for the reserves of an instance, e.g. "5 kW below the power cap"; empty where there is none. */
export function reserveWords({ limits }: RewardRateInstance): string {
  const { powerW = 0, inletK = 0, coolingShare = 0 } = limits.reserve ?? {};
  return [
    ...(powerW > 0 ? [`${powerW / 1000} kW below the power cap`] : []),
    ...(inletK > 0 ? [`${inletK} K below the red line`] : []),
    ...(coolingShare > 0 ? [`${Number((100 * coolingShare).toPrecision(12))} % of each cooling capacity`] : []),
  ].join(', ');
}
