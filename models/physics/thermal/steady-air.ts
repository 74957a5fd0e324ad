import type { InfluenceMatrix, SparseRows } from './influence-matrix.js';

export interface SteadyAir {
  readonly inletC: Float64Array;
  /** Heat that each CRAC removes, W; negative if it warms the room. */
  readonly heatW: Float64Array;
}

/** Relative change of temperatures at which Gauss-Seidel sweeps end. */
const RELATIVE_ACCURACY = 1e-12;
/** Maximum number of Gauss-Seidel sweeps. */
const MAX_SWEEPS = 20_000;

/**
 * Returns the steady state of a room (Eqs. 18, 19), by Gauss-Seidel sweeps. It is meant for many matrices with the same
 * stored entries.
 *
 * @param heatPerM3K heat capacity of a cubic metre of air, J/(m3 K)
 * @param start inlet temperatures of a similar room, from which the sweeps begin, C
 * @throws RangeError if the air of some zone practically never reaches a CRAC
 */
export function steadyAir(
  { airFlowM3PerS, cracNames }: Pick<InfluenceMatrix, 'airFlowM3PerS' | 'cracNames'>,
  weights: SparseRows,
  setPointsC: readonly number[],
  zonePowerW: Float64Array,
  heatPerM3K: number,
  start: Float64Array,
): SteadyAir {
  const cracs = cracNames.length;
  const riseK = zonePowerW.map((powerW, b) => powerW / (heatPerM3K * airFlowM3PerS[cracs + b]!));
  const outletC = Float64Array.from([...setPointsC, ...start.map((inlet, b) => inlet + riseK[b]!)]);
  const inletC = start.slice();
  const inletOf = (sink: number): number => {
    let sum = 0;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n++) {
      sum += weights.value[n]! * outletC[weights.column[n]!]!;
    }
    return sum;
  };
  for (let sweep = 0, change = Infinity, scale = 0; !(change <= RELATIVE_ACCURACY * scale); sweep++) {
    if (sweep === MAX_SWEEPS) throw new RangeError('The air of some zone practically never reaches a CRAC.');
    change = 0;
    scale = 0;
    for (let b = 0; b < inletC.length; b++) {
      const next = inletOf(cracs + b);
      change = Math.max(change, Math.abs(next - inletC[b]!));
      scale = Math.max(scale, Math.abs(next));
      inletC[b] = next;
      outletC[cracs + b] = next + riseK[b]!;
    }
  }
  const heatW = Float64Array.from(setPointsC, (supplyC, c) => heatPerM3K * airFlowM3PerS[c]! * (inletOf(c) - supplyC));
  return { inletC, heatW };
}
