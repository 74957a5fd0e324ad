import type { RewardRateFacility, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Draft } from '../../../instances/draft.js';
import { entries } from '../../../instances/consistency-names.js';
import type { LocalFault } from '../../../instances/fault.js';

/**
 * Returns faults of reserves (parts of limits that plans leave free). A power reserve must be smaller than the power
 * cap. An inlet reserve must leave the reduced inlet limit above the coldest set-point. A cooling reserve requires a
 * CRAC with a given capacity.
 */
export function reserveFaults(
  facility: Draft<RewardRateFacility>,
  limits: Draft<RewardRateInstance['limits']>,
): LocalFault[] {
  const { powerW, inletK, coolingShare } = limits?.reserve ?? {};
  const { powerCapW, redLineC } = limits ?? {};
  const faults: LocalFault[] = [];
  if (powerW !== undefined && powerCapW !== undefined && powerW >= powerCapW) {
    faults.push({
      path: 'limits.reserve.powerW',
      value: powerW,
      allowed: `a number at least 0 and below powerCapW, ${powerCapW} (W)`,
      remedy: 'The reserve is what is left free below the cap: take less, or raise the cap.',
    });
  }
  const setPointsC = entries(facility?.cracs).flatMap(([, { setPointMinC }]) => setPointMinC ?? []);
  if (inletK !== undefined && inletK > 0 && redLineC !== undefined && setPointsC.length > 0) {
    const mostK = redLineC - Math.min(...setPointsC);
    if (inletK > mostK) {
      faults.push({
        path: 'limits.reserve.inletK',
        value: inletK,
        allowed: `a number at least 0 and at most ${Math.max(0, mostK)} (K), the red line less the coldest set-point`,
        remedy: 'No inlet is colder than the coldest air supplied: take less.',
      });
    }
  }
  const hasCapacity = entries(facility?.cracs).some(([, { coolingCapacityW }]) => coolingCapacityW !== undefined);
  if (coolingShare !== undefined && coolingShare > 0 && facility?.cracs !== undefined && !hasCapacity) {
    faults.push({
      path: 'limits.reserve.coolingShare',
      value: coolingShare,
      allowed: '0 where no CRAC has coolingCapacityW',
      remedy: 'Give the CRACs their coolingCapacityW, or leave coolingShare out.',
    });
  }
  return faults;
}
