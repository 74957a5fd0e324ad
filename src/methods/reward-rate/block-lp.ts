import { coefficientOfPerformance } from '../../../models/physics/cooling/crac.js';
import type { LpEngine, LpSession } from '../../solvers/linear/engine.js';
import type { CracBlock, SeparateProblem } from './crac-blocks.js';
import type { PriceEnvelope } from './pricing.js';

/** Red-line prices of one block at a set-point: the duals of the LP over its own zones, all else as in the reference. */
export interface BlockLp {
  /** By row of the block; null when the engine gave none. Any prices make a bound; these make a good one. */
  pricesAt(setPointC: number): Float64Array | null;
  dispose(): void;
}

export interface BlockReference {
  readonly inverseCop: Float64Array;
  readonly setPointsC: Float64Array;
  /** Core power by zone, kW. */
  readonly coreKW: Float64Array;
}

export function openBlockLp(
  separate: SeparateProblem,
  block: CracBlock,
  reference: BlockReference,
  unitsPerNode: readonly number[],
  envelopes: readonly PriceEnvelope[],
  engine: LpEngine,
): BlockLp {
  const { problem, capPrice, zonePrice } = separate;
  const { crac, zones, rows, rowPrice } = block;
  const share = problem.thermal.cracHeatRow(crac);
  const pieces = envelopes.map(worthPieces);
  // Prices without the block's own red lines, which are rows here.
  const price = Float64Array.from(zones, (b) => {
    let own = 0;
    for (const [k, row] of rows.entries()) own += rowPrice[k]! * row.zoneCoefficient[b]!;
    return zonePrice[b]! - own;
  });
  const columns = zones.flatMap((b, n) => {
    const { type, nodeCount } = problem.zones[b]!;
    const units = nodeCount * unitsPerNode[type]!;
    return pieces[type]!.map(({ kW, perKW }) => ({ n, b, upper: units * kW, perKW }));
  });
  const ownCoreKW = new Set(zones);
  /** Rises from outside the block and the others' set-points stay as they are in the reference. */
  const room = rows.map((row) => {
    let foreign = 0;
    for (let b = 0; b < problem.zones.length; b++) {
      if (!ownCoreKW.has(b)) foreign += row.zoneCoefficient[b]! * reference.coreKW[b]!;
    }
    for (const { column, value } of row.side) if (column !== crac) foreign += value * reference.setPointsC[column]!;
    return row.rhs - foreign;
  });
  const perSetPoint = rows.map(({ side }) => side.find(({ column }) => column === crac)?.value ?? 0);
  let session: LpSession | null = null;
  const costAt = (column: (typeof columns)[number], perHeat: number): number =>
    column.perKW - price[column.n]! - perHeat * share[column.b]!;

  function open(perHeat: number, setPointC: number): LpSession {
    return engine.open({
      sense: 'maximize',
      columns: columns.map((column, j) => ({
        name: `p_${j}`,
        cost: costAt(column, perHeat),
        lower: 0,
        upper: column.upper,
      })),
      rows: rows.map((row, k) => {
        const columnIndices: number[] = [];
        const coefficients: number[] = [];
        for (const [j, { b }] of columns.entries()) {
          const value = row.zoneCoefficient[b]!;
          if (value === 0) continue;
          columnIndices.push(j);
          coefficients.push(value);
        }
        const upper = room[k]! - perSetPoint[k]! * setPointC;
        return { name: `r_${k}`, lower: -Infinity, upper: Math.max(0, upper), columnIndices, coefficients };
      }),
    });
  }

  return {
    pricesAt(setPointC) {
      if (rows.length === 0 || columns.length === 0) return new Float64Array(rows.length);
      const h = 1 / coefficientOfPerformance(problem.budget.cooling, setPointC);
      const perHeat = capPrice * (h - reference.inverseCop[crac]!);
      if (session === null) session = open(perHeat, setPointC);
      else {
        for (const [j, column] of columns.entries()) session.setCost(j, costAt(column, perHeat));
        for (const [k, value] of perSetPoint.entries()) {
          session.setRowBounds(k, -Infinity, Math.max(0, room[k]! - value * setPointC));
        }
      }
      const answer = session.solve();
      return answer.duals === null ? null : Float64Array.from(answer.duals.rows, (y) => Math.max(0, y));
    },
    dispose() {
      session?.dispose();
    },
  };
}

/** What one unit's first, second ... kW are worth at the task prices: the concave hull of its best configurations. */
function worthPieces({ points }: PriceEnvelope): { readonly kW: number; readonly perKW: number }[] {
  const corners = points
    .map(({ price, value, configuration }) => {
      const kW = configuration.coreW / 1000;
      return { kW, worth: value + price * kW };
    })
    .sort((p, q) => p.kW - q.kW || q.worth - p.worth);
  const hull: { kW: number; worth: number }[] = [{ kW: 0, worth: 0 }];
  for (const corner of corners) {
    const perKW = (a: { kW: number; worth: number }, b: { kW: number; worth: number }): number =>
      (b.worth - a.worth) / (b.kW - a.kW);
    if (corner.kW - hull.at(-1)!.kW < 1e-9) continue;
    while (hull.length > 1 && perKW(hull.at(-1)!, corner) >= perKW(hull.at(-2)!, hull.at(-1)!)) hull.pop();
    if (corner.worth > hull.at(-1)!.worth) hull.push(corner);
  }
  return hull.slice(1).map(({ kW, worth }, n) => {
    const before = hull[n]!;
    return { kW: kW - before.kW, perKW: (worth - before.worth) / (kW - before.kW) };
  });
}
