import type { LinearRow } from '../../../../../models/forms/linear-program.js';
import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import type { LpEngine, LpSession } from '../../../../solvers/linear/engine.js';
import { independentRedLineRow } from './cooling-columns.js';
import type { CouplingRow } from './coupling.js';
import { addRedLines, type CracBlock, type SeparateProblem } from './crac-blocks.js';
import type { PriceEnvelope } from '../../../../pricing/pricing.js';

/** Red-line prices of one block at a set-point: the duals of the LP over its own zones, all else as in the reference. */
export interface BlockLp {
  /** Prices by row of the block; null when the engine gave none. Any prices make a bound; these make a good one. */
  pricesAt(setPointC: number): Float64Array | null;
  dispose(): void;
}

/** Greatest number of rounds of red-line rows (ours). */
const MAX_ROUNDS = 4;
/** Greatest number of rows added per round (ours). */
const ROWS_PER_ROUND = 12;
/** Excess over the red line below which no row is added, K (ours): prices need not be exact. */
const HOT_C = 0.05;

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
  const ownZones = new Set(zones);
  let riseC: Float64Array | undefined;
  const others = reference.setPointsC.slice();
  /** Rises from outside the block and the others' set-points stay as they are in the reference. */
  const roomOf = (row: CouplingRow): number => {
    let foreign = 0;
    for (let b = 0; b < problem.zones.length; b++) {
      if (!ownZones.has(b)) foreign += row.zoneCoefficient[b]! * reference.coreKW[b]!;
    }
    for (const { column, value } of row.side) if (column !== crac) foreign += value * reference.setPointsC[column]!;
    return row.rhs - foreign;
  };
  const perSetPointOf = ({ side }: CouplingRow): number => side.find(({ column }) => column === crac)?.value ?? 0;
  const room = rows.map(roomOf);
  const perSetPoint = rows.map(perSetPointOf);
  const redLined = new Set(rows.map(({ zone }) => zone));
  let session: LpSession | null = null;
  const costAt = (column: (typeof columns)[number], perHeat: number): number =>
    column.perKW - price[column.n]! - perHeat * share[column.b]!;
  const upperAt = (k: number, setPointC: number): number => Math.max(0, room[k]! - perSetPoint[k]! * setPointC);

  function lpRow(k: number, setPointC: number): LinearRow {
    const columnIndices: number[] = [];
    const coefficients: number[] = [];
    for (const [j, { b }] of columns.entries()) {
      const value = rows[k]!.zoneCoefficient[b]!;
      if (value === 0) continue;
      columnIndices.push(j);
      coefficients.push(value);
    }
    return { name: `r_${k}`, lower: -Infinity, upper: upperAt(k, setPointC), columnIndices, coefficients };
  }

  function enter(perHeat: number, setPointC: number): LpSession {
    if (session === null) {
      return (session = engine.open({
        sense: 'maximize',
        columns: columns.map((column, j) => ({
          name: `p_${j}`,
          cost: costAt(column, perHeat),
          lower: 0,
          upper: column.upper,
        })),
        rows: rows.map((_, k) => lpRow(k, setPointC)),
      }));
    }
    for (const [j, column] of columns.entries()) session.setCost(j, costAt(column, perHeat));
    for (const k of rows.keys()) session.setRowBounds(k, -Infinity, upperAt(k, setPointC));
    return session;
  }

  /** Zones of the block that the answer makes too hot. */
  function hotZones(values: Float64Array, setPointC: number): number[] {
    const powerW = Float64Array.from(problem.zones, ({ idleW }, b) => idleW + 1000 * reference.coreKW[b]!);
    for (const b of zones) powerW[b] = problem.zones[b]!.idleW;
    for (const [j, { b }] of columns.entries()) powerW[b]! += 1000 * values[j]!;
    riseC = problem.thermal.inletRiseC(powerW, riseC);
    others[crac] = setPointC;
    const suppliedC = problem.thermal.inletFromSetPointsC(others);
    const overC = (b: number): number => suppliedC[b]! + riseC![b]! - problem.redLineC;
    return block.inlets
      .filter((b) => !redLined.has(b) && overC(b) > HOT_C)
      .sort((a, b) => overC(b) - overC(a))
      .slice(0, ROWS_PER_ROUND);
  }

  return {
    pricesAt(setPointC) {
      if (columns.length === 0) return new Float64Array(rows.length);
      const h = 1 / coefficientOfPerformance(problem.budget.cooling, setPointC);
      const lp = enter(capPrice * (h - reference.inverseCop[crac]!), setPointC);
      for (let round = 0; ; round++) {
        const answer = lp.solve();
        if (answer.duals === null || answer.point === null) return null;
        const hot = round < MAX_ROUNDS ? hotZones(answer.point.columnValues, setPointC) : [];
        if (hot.length === 0) return Float64Array.from(answer.duals.rows, (y) => Math.max(0, y));
        const first = rows.length;
        addRedLines(
          block,
          hot.map((zone) => independentRedLineRow(problem, zone)),
        );
        for (const row of rows.slice(first)) {
          redLined.add(row.zone);
          room.push(roomOf(row));
          perSetPoint.push(perSetPointOf(row));
        }
        lp.addRows(hot.map((_, n) => lpRow(first + n, setPointC)));
      }
    },
    dispose() {
      session?.dispose();
    },
  };
}

/** Worth of one unit's first, second ... kW at the task prices: the concave hull of its best configurations. */
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
