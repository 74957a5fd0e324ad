import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';

/** Fraction of each zone's inlet air that comes from zones and not from a CRAC (the recirculation coefficient), by zone. */
export function recirculatedFractions(matrix: InfluenceMatrix): Float64Array {
  const cracCount = matrix.cracNames.length;
  return Float64Array.from(matrix.zones, (_, zone) => {
    let sum = 0;
    const { start, column, value } = matrix.weights;
    for (let n = start[cracCount + zone]!; n < start[cracCount + zone + 1]!; n++) {
      if (column[n]! >= cracCount) sum += value[n]!;
    }
    return sum;
  });
}

/** Mean recirculation over the zones that `choose` accepts, weighted by air flow; NaN when it accepts none. */
export function meanRecirculation(matrix: InfluenceMatrix, choose: (zone: number) => boolean = () => true): number {
  const fractions = recirculatedFractions(matrix);
  let flow = 0;
  let recirculated = 0;
  fractions.forEach((fraction, zone) => {
    if (!choose(zone)) return;
    const zoneFlow = matrix.airFlowM3PerS[matrix.cracNames.length + zone]!;
    flow += zoneFlow;
    recirculated += zoneFlow * fraction;
  });
  return recirculated / flow;
}
