import type { InfluenceMatrix, SparseRows } from './influence-matrix.js';
import { denseRow } from './sparse-rows.js';
import type { ThermalResponse } from './response.js';

/**
 * Returns the thermal response of a room given by its heat-recirculation matrix D: T_in = T_supply + D P. The only CRAC
 * removes all heat.
 *
 * @param recirculation D, zones x zones, K/W, >= 0.
 */
export function recirculationResponse(
  { zones, airFlowM3PerS }: Pick<InfluenceMatrix, 'zones' | 'airFlowM3PerS'>,
  recirculation: SparseRows,
  rhoC: number,
): ThermalResponse {
  const { start, column, value } = recirculation;
  const zoneCount = zones.length;
  const allOfIt = new Float64Array(zoneCount).fill(1);
  const noHeat = new Float64Array(1);
  const rows = new Map<number, Float64Array>();
  return {
    zoneCount,
    cracCount: 1,
    risePerW: Float64Array.from({ length: zoneCount }, (_, b) => 1 / (rhoC * airFlowM3PerS[1 + b]!)),
    inletRiseC(zonePowerW) {
      return zonePowerW.map((_, k) => {
        let riseC = 0;
        for (let n = start[k]!; n < start[k + 1]!; n++) riseC += value[n]! * zonePowerW[column[n]!]!;
        return riseC;
      });
    },
    inletRow(zone) {
      const row = rows.get(zone) ?? denseRow(recirculation, zone);
      rows.set(zone, row);
      return row;
    },
    heatInfluence(inletWeights) {
      const influence = new Float64Array(zoneCount);
      for (let k = 0; k < zoneCount; k++) {
        for (let n = start[k]!; n < start[k + 1]!; n++) influence[column[n]!]! += value[n]! * inletWeights[k]!;
      }
      return influence;
    },
    cracHeatRow: () => allOfIt,
    inletShareOfCrac: () => allOfIt,
    inletFromSetPointsC: (setPointsC) => new Float64Array(zoneCount).fill(setPointsC[0]!),
    // A warmer set-point warms all air alike.
    cracHeatPerSetPoint: () => noHeat,
  };
}
