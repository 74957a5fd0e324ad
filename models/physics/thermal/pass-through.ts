import type { InfluenceMatrix } from './influence-matrix.js';
import { denseRow, rowCollector } from './sparse-rows.js';

/** The air of a room in which failed CRACs only pass air through. Sources and sinks are working CRACs and zones. */
export interface WorkingAir {
  /** Influence matrix of working CRACs and zones. Air from a failed CRAC counts as air from where that CRAC drew it. */
  readonly matrix: InfluenceMatrix;
  /** Indices of the working CRACs in the full matrix, ascending. */
  readonly working: readonly number[];
  /**
   * For each failed CRAC, with index `crac`, the fractions of its outlet air that come from each working CRAC, then
   * from each zone.
   */
  readonly passed: readonly { readonly crac: number; readonly weights: Float64Array }[];
}

/**
 * Returns the influence matrix of the working CRACs and zones. The fans of failed CRACs run, so their outlet is as warm
 * as their inlet (docs/decisions/failed-crac.md). Each failed CRAC f is eliminated from Eq. 19:
 *
 * W[i,j] becomes W[i,j] + W[i,f] W[f,j] / (1 - W[f,f])
 *
 * Row sums and conservation of air stay valid.
 *
 * @param failed indices of the failed CRACs
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

/** Eliminates CRAC f from a row of weights, in place. The air that came from f now comes from where f drew it. */
function passOn(row: Float64Array, f: number, passed: Float64Array): void {
  const share = row[f]!;
  if (share === 0) return;
  row[f] = 0;
  for (let j = 0; j < row.length; j++) row[j]! += share * passed[j]!;
}
