import type { InfluenceMatrix } from './influence-matrix.js';
import { denseRow, rowCollector } from './sparse-rows.js';

/** The air of a room in which some CRACs only pass air through. */
export interface WorkingAir {
  /**
   * Influence matrix of the CRACs at work and all zones; air that a failed CRAC passes on is attributed to the entity
   * that it left before.
   */
  readonly matrix: InfluenceMatrix;
  /** Indices of the CRACs at work in the full matrix, ascending. */
  readonly working: readonly number[];
  /** Outlet air of each failed CRAC as a mixture: weights over the outlets of the working CRACs and of the zones. */
  readonly passed: readonly { readonly crac: number; readonly weights: Float64Array }[];
}

/**
 * Returns the air of a room whose failed CRACs remove no heat while their fans run: such a CRAC's outlet is as warm as
 * its inlet (docs/decisions/failed-crac.md). It is eliminated from Eq. 19: with f failed, W[i,j] + W[i,f] W[f,j] / (1 -
 * W[f,f]). Row sums and air balance stay.
 */
export function workingAir(matrix: InfluenceMatrix, failed: ReadonlySet<number>): WorkingAir {
  const cracCount = matrix.cracNames.length;
  const size = cracCount + matrix.zones.length;
  const all = Array.from({ length: size }, (_, n) => n);
  const working = all.slice(0, cracCount).filter((c) => !failed.has(c));
  if (failed.size === 0) return { matrix, working, passed: [] };
  const breath = new Map([...failed].map((f) => [f, denseRow(matrix.weights, f)]));
  for (const [f, row] of breath) {
    // A unit that breathes only its own air: nobody else does, so it drops out.
    const own = 1 - row[f]!;
    row[f] = 0;
    for (let j = 0; j < size; j++) row[j] = own > 0 ? row[j]! / own : 0;
    for (const [other, target] of breath) if (other !== f) passOn(target, f, row);
  }
  const kept = all.filter((n) => !failed.has(n));
  const collected = rowCollector(kept.length);
  for (const [i, sink] of kept.entries()) {
    const row = denseRow(matrix.weights, sink);
    for (const [f, passed] of breath) passOn(row, f, passed);
    for (const [j, source] of kept.entries()) collected.add(i, j, row[source]!);
  }
  return {
    matrix: {
      ...matrix,
      cracNames: working.map((c) => matrix.cracNames[c]!),
      airFlowM3PerS: Float64Array.from(kept, (n) => matrix.airFlowM3PerS[n]!),
      weights: collected.rows(),
    },
    working,
    passed: [...breath].map(([crac, row]) => ({ crac, weights: Float64Array.from(kept, (n) => row[n]!) })),
  };
}

/** Replaces in `row` the air drawn from unit f by the air that f passes on; in place. */
function passOn(row: Float64Array, f: number, passed: Float64Array): void {
  const share = row[f]!;
  if (share === 0) return;
  row[f] = 0;
  for (let j = 0; j < row.length; j++) row[j]! += share * passed[j]!;
}
