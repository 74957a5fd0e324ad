import type { CentreThermal } from '../../../../../models/families/geo/cooling.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';

/** Number of parts into which each edge of the simplex of power directions is divided. Our choice. */
const PARTS = 24;
/**
 * Relative excess by which a row must be above another at all corners of a triangle, so that the other is left out there.
 * It exceeds the rounding error of a sum of three products.
 */
const MARGIN = 1e-13;
/** Maximum number of node types in a centre whose rows are thinned out: directions then form a triangle. */
const MAX_TYPES = 3;

/**
 * Returns the model without the rows of inlet temperatures that are never the greatest for any node powers of at least 0.
 * `greatestRiseK` gives the same number to the last bit, from a tenth of the rows in rooms of the thesis. For centres with
 * more than three node types nothing is left out.
 *
 * Node powers are a direction, a point of a simplex, times their sum. The simplex is cut into triangles. Temperatures are
 * linear in the direction, so a row that another exceeds at the three corners is never the greatest in the triangle. The
 * rows kept are those that remain in some triangle.
 */
export function withHottestRows(model: GeoModel): GeoModel {
  const known = new Map<Float64Array, Map<string, CentreThermal>>();
  const centres = model.centres.map((centre) => {
    const { thermal, nodeCount } = centre;
    const types = [...nodeCount.keys()].filter((j) => nodeCount[j]! > 0);
    if (types.length > MAX_TYPES || types.length === 0) return centre;
    const ofRoom = known.get(thermal.riseKPerW) ?? new Map<string, CentreThermal>();
    known.set(thermal.riseKPerW, ofRoom);
    const key = types.join();
    const found = ofRoom.get(key) ?? thinned(thermal, nodeCount.length, types);
    ofRoom.set(key, found);
    return { ...centre, thermal: { ...thermal, riseKPerW: found.riseKPerW, rowCount: found.rowCount } };
  });
  return { ...model, centres };
}

function thinned(thermal: CentreThermal, width: number, types: readonly number[]): CentreThermal {
  const { riseKPerW, rowCount } = thermal;
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  const at = (row: number, [a, b]: Corner): number => {
    const parts = [a, b, PARTS - a - b];
    return types.reduce((sum, j, n) => sum + riseKPerW[row * width + j]! * parts[n]!, 0);
  };
  const kept = new Set<number>();
  for (const corners of triangles(types.length)) {
    const values = rows.map((row) => corners.map((corner) => at(row, corner)));
    const exceeds = (other: number, row: number): boolean =>
      other !== row && values[row]!.every((value, c) => values[other]![c]! >= value * (1 + MARGIN));
    const top = corners.map((_, c) =>
      rows.reduce((best, row) => (values[row]![c]! > values[best]![c]! ? row : best), rows[0]!),
    );
    const left = rows.filter((row) => !top.some((other) => exceeds(other, row)));
    for (const row of left) if (!left.some((other) => exceeds(other, row))) kept.add(row);
  }
  const some = rows.filter((row) => kept.has(row));
  const rise = some.flatMap((row) => [...riseKPerW.subarray(row * width, (row + 1) * width)]);
  return { ...thermal, riseKPerW: Float64Array.from(rise), rowCount: some.length };
}

/** A point of the simplex: parts, of PARTS in all, of the first and second node type. The third has the rest. */
type Corner = readonly [number, number];

/** Returns the corners of parts that cover all directions of one, two or three node types. */
function triangles(types: number): Corner[][] {
  const steps = Array.from({ length: PARTS }, (_, a) => a);
  if (types === 1) return [[[PARTS, 0]]];
  if (types === 2) {
    return steps.map((a) => [
      [a, PARTS - a],
      [a + 1, PARTS - a - 1],
    ]);
  }
  return steps.flatMap((a) =>
    steps.slice(0, PARTS - a).flatMap((b): Corner[][] => {
      const lower: Corner[] = [
        [a, b],
        [a + 1, b],
        [a, b + 1],
      ];
      const upper: Corner[] = [
        [a + 1, b],
        [a, b + 1],
        [a + 1, b + 1],
      ];
      return a + b + 2 <= PARTS ? [lower, upper] : [lower];
    }),
  );
}
