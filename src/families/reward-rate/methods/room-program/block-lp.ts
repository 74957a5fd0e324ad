import { W_PER_KW } from '../../../../../models/units.js';
import type { LinearRow } from '../../../../../models/forms/linear-program.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import type { LpEngine, LpSession } from '../../../../solvers/linear/engine.js';
import { type CouplingRow, hottestZones, lpRooms, redLineRow } from './coupling.js';
import { addRedLines, type CracBlock, nonZeros, type SeparateProblem } from './crac-blocks.js';
import { type GeneratedProgram, generation, lastOf } from './generation.js';
import type { Grouping } from './grouping.js';
import { lpRow } from './lp-parts.js';
import type { Scope, Sharing } from './proof.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PriceEnvelope } from '../../../../pricing/pricing.js';

/**
 * LP over one block (a CRAC with its part of the zones). It gives good dual values for the block's red-line rows at a
 * set-point of the CRAC.
 *
 * In this LP the other CRACs' set-points may move by t, at the cost s t^2 / 2 that the bound assigns to such moves.
 * Zones outside the block keep their reference powers.
 */
export interface BlockLp {
  /**
   * Returns the dual value of each row of the block at a set-point, C; null if the engine gave none. Any non-negative
   * values give a valid bound.
   */
  pricesAt(setPointC: number): Float64Array | null;
  dispose(): void;
}

/** Maximum number of LPs solved for one set-point; each but the last is followed by new red-line rows. */
const MAX_ROUNDS = 5;
/** Maximum number of red-line rows added to the LP of a block in one round. */
const ROWS_PER_ROUND = 12;
/**
 * A red-line row is added only if the inlet exceeds the red line by more than this, K. Without the row the dual values
 * are slightly worse, but the bound stays valid. With 0.5 or 0.005 the bound of 21,600 nodes with 10 CRACs is the same.
 */
const HOT_C = 0.05;

/**
 * Breakpoints of the piecewise linear cost of moving another CRAC's set-point: distances from its reference set-point,
 * C. With two or twelve pieces, the gap of 21,600 nodes and 10 CRACs differs by less than 2 %.
 */
const MOVES_C = [0.1, 0.3, 0.8, 2, 5, 12];

export interface BlockReference {
  readonly setPointsC: Float64Array;
  /** [zone]: core power in the LP's answer, kW. */
  readonly coreKW: Float64Array;
  /** [zone]: power in the LP's answer, idle power included, W. */
  readonly powerW: Float64Array;
  /** [zone]: part of the inlet temperature that zone powers cause, K. The other part is `suppliedC`. */
  readonly riseC: Float64Array;
  /** [zone]: part of the inlet temperature that the set-points cause, C. */
  readonly suppliedC: Float64Array;
  /** Groups of zones that share LP columns. Grouping makes the dual values approximate; the bound stays valid. */
  readonly grouping: Grouping;
}

/**
 * Opens the LP of a block. The other CRACs' set-points may move within `ranges` from those of `sharing`, with its
 * weights.
 */
export function openBlockLp(
  separate: SeparateProblem,
  block: CracBlock,
  reference: BlockReference,
  engine: LpEngine,
  sharing: Sharing,
  ranges: Scope,
): BlockLp {
  const { model, unitsPerNode, envelopes, capPrice, zonePrice } = separate;
  const { crac, rows, rowPrice } = block;
  const { grouping } = reference;
  const heatShare = model.thermal.cracHeatRow(crac);
  const exchange = model.thermal.cracHeatPerSetPoint(crac);
  const zoneShare = separate.zoneShare[crac]!;
  const pieces = envelopes.map(worthPieces);
  // Prices without the block's own red lines, which are rows here.
  const ownLines = new Float64Array(model.zones.length);
  for (const [k, row] of rows.entries()) {
    const y = rowPrice[k]!;
    if (y !== 0) for (const b of block.rowZones[k]!) ownLines[b]! += y * row.zoneCoefficient[b]!;
  }
  const parts = partsOf(grouping, zoneShare, model);
  // A part's power counts in rows and heats as that of all its nodes, of which the block has the share `units` / nodes in their worth.
  const meanOf = ({ zones, units }: Part, ofZone: (b: number) => number): number =>
    zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount * ofZone(b), 0) / units;
  const ownKW = (part: Part): number => meanOf(part, (b) => zoneShare[b]! * (zonePrice[b]! - ownLines[b]!));
  const heatOf = parts.map((part) => meanOf(part, (b) => heatShare[b]!));
  const columns = parts.flatMap((part, n) => {
    const price = ownKW(part);
    return pieces[part.type]!.map(({ kW, perKW }) => ({
      n,
      upper: part.units * unitsPerNode[part.type]! * kW,
      cost: perKW - price,
    }));
  });
  const own = nonZeros(zoneShare);
  /** The other CRACs that affect the block: they supply air to its inlets or exchange heat with its CRAC. */
  const felt = [...model.cracs.keys()].filter((d) => {
    const share = model.thermal.inletShareOfCrac(d);
    return d !== crac && (exchange[d] !== 0 || block.inlets.some((b) => share[b] !== 0));
  });
  const steps = stepsOf(crac, felt, sharing, ranges);
  // At the reference prices a move earns nothing: what it does to the block's red lines is in the set-points' worth already.
  const lineWorth = new Float64Array(model.cracs.length);
  for (const [k, { side }] of rows.entries())
    for (const { column, value } of side) lineWorth[column]! += rowPrice[k]! * value;
  /**
   * Zones whose temperatures are recomputed for the LP's answer. All others keep the reference temperatures, which
   * makes the dual values approximate.
   */
  const within = Int32Array.from(new Set([...own, ...block.inlets])).sort();
  const powerW = reference.powerW.slice();
  let { riseC } = reference;
  /**
   * Returns the right-hand side of a row minus the terms that the block's LP does not contain, at their reference
   * values: powers of zones outside the block and the other CRACs' set-points.
   */
  const roomOf = (row: CouplingRow, zones: Int32Array): number => {
    let foreign = 0;
    for (const b of zones) if (zoneShare[b] === 0) foreign += row.zoneCoefficient[b]! * reference.coreKW[b]!;
    for (const { column, value } of row.side) if (column !== crac) foreign += value * reference.setPointsC[column]!;
    return row.rhs - foreign;
  };
  const perSetPointOf = ({ side }: CouplingRow): number => side.find(({ column }) => column === crac)?.value ?? 0;
  const room = rows.map((row, k) => roomOf(row, block.rowZones[k]!));
  const perSetPoint = rows.map(perSetPointOf);
  const costAt = ({ cost, n }: (typeof columns)[number], perHeat: number): number => cost - perHeat * heatOf[n]!;
  const stepCost = ({ d, sign, slope }: Step, perHeat: number): number =>
    sign * (lineWorth[d]! - (perHeat * exchange[d]!) / W_PER_KW) - slope;
  const upperAt = (k: number, setPointC: number): number => room[k]! - perSetPoint[k]! * setPointC;
  let session: LpSession | null = null;

  function rowAt(k: number, setPointC: number): LinearRow {
    const { zoneCoefficient, side } = rows[k]!;
    const ofPart = parts.map((part) => meanOf(part, (b) => zoneCoefficient[b]!));
    const entries = [
      ...columns.map(({ n }) => ofPart[n]!),
      ...steps.map(({ d, sign }) => sign * (side.find(({ column }) => column === d)?.value ?? 0)),
    ].flatMap((value, column) => (value === 0 ? [] : [[column, value] as const]));
    return lpRow(`r_${k}`, -Infinity, upperAt(k, setPointC), entries);
  }

  function enter(setPointC: number): LpSession {
    const h = powerPerHeat(model.budget.cooling, setPointC);
    const perHeat = capPrice * (h - separate.inverseCop[crac]!);
    const costs = [
      ...columns.map((column) => costAt(column, perHeat)),
      ...steps.map((step) => stepCost(step, perHeat)),
    ];
    if (session === null) {
      return (session = engine.open({
        sense: 'maximize',
        columns: [...columns, ...steps].map(({ upper }, j) => ({ name: `p_${j}`, cost: costs[j]!, lower: 0, upper })),
        rows: rows.map((_, k) => rowAt(k, setPointC)),
      }));
    }
    for (const [j, cost] of costs.entries()) session.setCost(j, cost);
    for (const k of rows.keys()) session.setRowBounds(k, -Infinity, upperAt(k, setPointC));
    return session;
  }

  /** Returns red-line rows of the block's inlets that exceed the red line in the LP's answer and have none yet. */
  function hotRows(values: Float64Array, setPointC: number): CouplingRow[] {
    for (const b of own) powerW[b] = model.zones[b]!.idleW;
    for (const [j, { n }] of columns.entries()) {
      const { zones, units } = parts[n]!;
      for (const b of zones) powerW[b]! += (W_PER_KW * values[j]! * model.zones[b]!.nodeCount) / units;
    }
    riseC = model.thermal.inletRiseC(powerW, riseC, within);
    const movedC = new Map([[crac, setPointC - reference.setPointsC[crac]!]]);
    for (const [j, { d, sign }] of steps.entries())
      movedC.set(d, (movedC.get(d) ?? 0) + sign * values[columns.length + j]!);
    const overC = Float64Array.from(block.inlets, (b) => reference.suppliedC[b]! + riseC[b]! - model.redLineC);
    for (const [d, byC] of movedC) {
      const share = model.thermal.inletShareOfCrac(d);
      if (byC !== 0) for (const [n, b] of block.inlets.entries()) overC[n]! += share[b]! * byC;
    }
    const isRowed = (n: number): boolean => rows.some(({ zone }) => zone === block.inlets[n]);
    return hottestZones(overC, 0, isRowed, ROWS_PER_ROUND, HOT_C).map((n) =>
      redLineRow(lpRooms(model, 'own')[0], block.inlets[n]!),
    );
  }

  return {
    pricesAt(setPointC) {
      if (columns.length === 0) return new Float64Array(rows.length);
      const lp = enter(setPointC);
      const program: GeneratedProgram<Answer, { readonly value: number }> = {
        solve() {
          const { point, duals, detail } = lp.solve();
          if (duals === null || point === null) return { failure: detail };
          return { objective: point.objective, values: point.columnValues, price: duals.rows };
        },
        add(hot) {
          const first = rows.length;
          addRedLines(block, hot);
          for (const [k, row] of rows.slice(first).entries()) {
            room.push(roomOf(row, block.rowZones[first + k]!));
            perSetPoint.push(perSetPointOf(row));
          }
          lp.addRows(hot.map((_, n) => rowAt(first + n, setPointC)));
        },
        // All columns are in the LP from the start.
        boundAt: ({ objective }) => ({ value: objective }),
        priceOut: () => 0,
      };
      const found = lastOf(
        generation(program, { rounds: MAX_ROUNDS, gap: 0, broken: ({ values }) => hotRows(values, setPointC) }),
      );
      return 'failure' in found ? null : found.answer.price.map((y) => Math.max(0, y));
    },
    dispose() {
      session?.dispose();
    },
  };
}

/** Answer of a block's LP: the values of its columns and the dual values of its rows. */
interface Answer {
  readonly objective: number;
  readonly values: Float64Array;
  readonly price: Float64Array;
}

/**
 * Zones of one group that belong to the block (a CRAC with its zones), wholly or by a fraction. `units` is the sum of
 * the zones' numbers of nodes, each times the zone's fraction.
 */
interface Part {
  readonly type: number;
  readonly zones: readonly number[];
  readonly units: number;
}

function partsOf({ groups }: Grouping, zoneShare: Float64Array, { zones: all }: RewardRateModel): Part[] {
  return groups.flatMap(({ type, zones }): Part[] => {
    const shared = zones.filter((b) => zoneShare[b]! > 0);
    const units = shared.reduce((sum, b) => sum + zoneShare[b]! * all[b]!.nodeCount, 0);
    return shared.length === 0 ? [] : [{ type, zones: shared, units }];
  });
}

/** Piece of the piecewise linear cost of moving CRAC `d`: its length `upper`, C, and its cost per kelvin, `slope`. */
interface Step {
  readonly d: number;
  readonly sign: 1 | -1;
  readonly upper: number;
  readonly slope: number;
}

function stepsOf(
  crac: number,
  felt: readonly number[],
  { weight, setPointsC }: Sharing,
  { setPointMinC, setPointMaxC }: Scope,
): Step[] {
  const steps: Step[] = [];
  for (const d of felt) {
    for (const sign of [1, -1] as const) {
      const most = Math.max(0, sign * ((sign > 0 ? setPointMaxC : setPointMinC)[d]! - setPointsC[d]!));
      const ends = [...MOVES_C.filter((end) => end < most), most];
      for (const [n, end] of ends.entries()) {
        const start = ends[n - 1] ?? 0;
        if (end > start) steps.push({ d, sign, upper: end - start, slope: (weight[crac]![d]! * (start + end)) / 2 });
      }
    }
  }
  return steps;
}

/**
 * Returns the value of a unit (node or core) as a concave piecewise linear function of its power: pieces with length,
 * kW, and slope, reward/s per kW. It is the concave hull of the values of all configurations at the task types' dual
 * values.
 */
function worthPieces({ points }: PriceEnvelope): { readonly kW: number; readonly perKW: number }[] {
  const corners = points
    .map(({ price, value, configuration }) => {
      const kW = configuration.coreW / W_PER_KW;
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
