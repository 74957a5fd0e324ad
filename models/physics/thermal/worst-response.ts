import type { InletRowSets } from './inlet-row-sets.js';
import type { ThermalResponse } from './response.js';
import { worstRow } from './worst-row.js';

/**
 * Returns row k of M, K/W, length zones: as stated or, if rows are uncertain, the one with which zone k is warmest at
 * these powers.
 */
export function rowAt(thermal: ThermalResponse, zone: number, zonePowerW: Float64Array): Float64Array {
  return thermal.uncertain?.worstRow(zone, zonePowerW) ?? thermal.inletRow(zone);
}

/** Returns the response of a room in which every zone has the row of its set that warms it most at the powers given. */
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
