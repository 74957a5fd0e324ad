import type { InletRowSets } from './inlet-row-sets.js';
import type { ThermalResponse } from './response.js';
import { worstRow } from './worst-row.js';

/**
 * Returns the rise of a zone's inlet for each watt in each zone, K/W: a row of M. If rows are uncertain, it is the
 * possible row that makes the zone warmest at these powers, otherwise the nominal row.
 */
export function rowAt(thermal: ThermalResponse, zone: number, zonePowerW: Float64Array): Float64Array {
  return thermal.uncertain?.worstRow(zone, zonePowerW) ?? thermal.inletRow(zone);
}

/**
 * Returns the thermal response in the worst case. Every zone has that possible row of M (rises of its inlet for each
 * watt) which makes it warmest at the given powers.
 */
export function worstResponse(stated: ThermalResponse, sets: InletRowSets): ThermalResponse {
  return {
    ...stated,
    uncertain: {
      stated,
      worstRow(zone, zonePowerW) {
        const row = sets.stated(zone);
        const { deviation } = worstRow(sets, row, zonePowerW);
        // Factors are not negative but for rounding.
        return row.map((value, b) => Math.max(0, value + deviation[b]!));
      },
    },
    inletRiseC(zonePowerW, start) {
      const riseC = stated.inletRiseC(zonePowerW, start);
      return riseC.map((value, zone) => value + worstRow(sets, sets.stated(zone), zonePowerW).excessK);
    },
  };
}
