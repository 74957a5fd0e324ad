import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';

/**
 * Zones in a row, one CRAC, all flows 1 m3/s per zone: each zone gets `share` of its air from the zone before it (the first
 * one from the last), the rest from the CRAC. Sparse, and with a closed form: the air of zone b reaches zone b + d after d
 * passes, so M[b + d, b] = (share^d + share^(d + n) + ...) / rho c.
 */
export function rowOfZones(
  zones: number,
  rhoC: number,
): { readonly matrix: InfluenceMatrix; readonly share: number; readonly inletRow: (zone: number) => Float64Array } {
  const share = 0.6;
  const size = zones + 1;
  const weights = new Float64Array(size * size);
  for (let z = 0; z < zones; z++) {
    weights[(1 + z) * size] = 1 - share;
    weights[(1 + z) * size + 1 + ((z + zones - 1) % zones)] = share;
    weights[1 + z] = 1 / zones;
  }
  const crac = zones * (1 - share);
  const matrix: InfluenceMatrix = {
    cracNames: ['C0'],
    zones: Array.from({ length: zones }, (_, z) => ({
      name: `Z${z}`,
      rack: 'R',
      level: 1,
      nodeType: 'N',
      nodeCount: 1,
      firstSlot: 1,
    })),
    airFlowM3PerS: Float64Array.from({ length: size }, (_, n) => (n === 0 ? crac : 1)),
    weights: sparseRows(weights),
    provenance: { kind: 'imported', summary: 'a row of zones', rowSumError: 0, conservationError: 0 },
  };
  const around = 1 - share ** zones;
  return {
    matrix,
    share,
    inletRow: (zone) =>
      Float64Array.from({ length: zones }, (_, b) => {
        const passes = (zone - b + zones) % zones;
        return share ** (passes === 0 ? zones : passes) / around / rhoC;
      }),
  };
}
