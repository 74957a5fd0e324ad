import type { InletRowSets } from './inlet-row-sets.js';
import type { ThermalResponse } from './response.js';
import { worstRow } from './worst-row.js';

/**
 * Returns a row of M, the rise of a zone's inlet per watt in each zone, K/W. If rows are uncertain, it is the possible
 * row that makes the zone's inlet warmest at these powers.
 */
export function rowAt(thermal: ThermalResponse, zone: number, zonePowerW: Float64Array): Float64Array {
  return thermal.uncertain?.worstRow(zone, zonePowerW) ?? thermal.inletRow(zone);
}

/**
 * Returns the worst case of the thermal response. Every zone has the possible row of M (rises of its inlet per watt)
 * that makes its inlet warmest at the given powers.
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
