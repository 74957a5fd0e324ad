import { coefficientOfPerformance, copSlope, powerPerHeatSlope } from '../../../../../models/physics/cooling/crac.js';
import type { CentreThermal } from '../../../../../models/families/geo/cooling.js';
import { type EnergyWeight, leastOverRises, type RowMultipliers } from './rise-search.js';
import { smallLpSolver } from './small-lp.js';

/**
 * Bounds on F(P), the power of a room's nodes and CRACs before overhead, W, and its cost. P is the node power by type,
 * W.
 */
export interface CoolingBound {
  /** Returns F(P) and a gradient of F at P, by node type, W/W. No bound depends on them. */
  tangent(powerW: Float64Array): { readonly valueW: number; readonly gradient: Float64Array };
  /**
   * Returns a lower bound on the cost of a cell, USD, over all choices of its nodes within the room's limits; Infinity
   * if no choice keeps them. The cost of energy follows from F(P) by `weight`; all other costs of the nodes come from
   * `sides`.
   */
  least(weight: EnergyWeight, sides: readonly NodeSide[]): number;
  /** Lower bound, over all set-points, on the power of nodes and CRACs per watt of node power. */
  readonly leastPerW: number;
  /** Upper bound, over all set-points, on the power of nodes and CRACs per watt of node power. */
  readonly mostPerW: number;
  /**
   * Coefficients a of the inequalities a.P <= limit that every admissible P satisfies, at index row * J + node type.
   * The first rows limit inlet temperatures at the coldest set-point; the others are the CRAC capacities.
   */
  readonly limitRows: Float64Array;
  /** Right-hand side of each inequality of `limitRows`. */
  readonly limits: Float64Array;
}

/** The nodes of one type in a cell (one data centre in one epoch), with power and cost of what one node may run. */
export interface NodeSide {
  readonly nodes: number;
  /**
   * Power at the corners of a lower convex hull, ascending, W. The hull is that of the points (power, cost without the
   * cost of power), one point for each choice of a node.
   */
  readonly powerW: readonly number[];
  /** Cost at each corner of the hull, without the cost of power, USD; used only to find multipliers. */
  readonly costUsd: readonly number[];
  /**
   * Returns a lower bound on one node's cost if power costs `usdPerW`, USD. The bound is a concave and nondecreasing
   * function of `usdPerW`, up to rounding errors.
   */
  least(usdPerW: number): number;
}

/** Range of a room's node power, by node type, W: from all nodes asleep to all nodes at their maximum. */
export interface PowerBox {
  readonly lowW: Float64Array;
  readonly highW: Float64Array;
}

/** Accuracy, relative to the largest power, at which the lower bound of a cell is accepted. */
const TOLERANCE = 3e-6;

/**
 * Returns the bound for a room whose CRAC power follows from its temperatures:
 *
 * F(P) = S (1 + 1 / CoP(T))
 *
 * S is the sum of the node powers P. T is the hottest admissible set-point: the smaller of Tmax and the red line minus
 * the largest inlet temperature rise. Statement and proof of `least`: docs/geo/bound.md.
 */
export function roomCoolingBound(thermal: CentreThermal, box: PowerBox): CoolingBound {
  const { redLineC, setPointMinC, setPointMaxC, cooling, riseKPerW, rowCount, heatShare, capacityW } = thermal;
  const { lowW, highW } = box;
  const types = lowW.length;
  const limitRows = Float64Array.from([...riseKPerW.subarray(0, rowCount * types), ...heatShare]);
  const mostRiseK = redLineC - setPointMinC;
  const limits = Float64Array.from([...new Float64Array(rowCount).fill(mostRiseK), ...capacityW]);
  const firstRiseK = Math.max(redLineC - setPointMaxC, greatestRise(lowW).riseK);
  const lastRiseK = Math.max(firstRiseK, Math.min(mostRiseK, greatestRise(highW).riseK));
  // Even all asleep is too much: nothing is admissible. Less than rounding is not held against it.
  const admissible =
    greatestRise(lowW).riseK <= mostRiseK + 1e-9 &&
    capacityW.every((capacity, unit) => dotRow(heatShare, unit, lowW) <= capacity + 1e-6);

  function dotRow(rows: Float64Array, row: number, powerW: Float64Array): number {
    let sum = 0;
    for (let j = 0; j < types; j++) sum += rows[row * types + j]! * powerW[j]!;
    return sum;
  }

  function greatestRise(powerW: Float64Array): { readonly row: number; readonly riseK: number } {
    let row = -1;
    let riseK = 0;
    for (let k = 0; k < rowCount; k++) {
      const rise = dotRow(riseKPerW, k, powerW);
      if (rise > riseK) {
        riseK = rise;
        row = k;
      }
    }
    return { row, riseK };
  }

  /** Returns the row of `limitRows` that the powers exceed most, relative to the limit; -1 if none is exceeded. */
  function mostPassed(powerW: Float64Array, limitOf: (row: number) => number): number {
    let worst = -1;
    let most = 1e-9;
    for (let k = 0; k < limits.length; k++) {
      const share = dotRow(limitRows, k, powerW) / limitOf(k) - 1;
      if (share > most) {
        most = share;
        worst = k;
      }
    }
    return worst;
  }

  // Rows that have ever bound: the others have no multiplier until an answer passes them.
  const atWork: number[] = [];

  const copAt = (riseK: number): number =>
    coefficientOfPerformance(cooling, Math.max(setPointMinC, Math.min(setPointMaxC, redLineC - riseK)));
  /**
   * Returns H, the power of nodes and CRACs per W of node power, W/W, at a given largest inlet rise. H does not
   * decrease as the rise grows.
   */
  const perW = (riseK: number): number => 1 + 1 / copAt(riseK);

  /** Returns an upper bound on how far H lies below its chord: largest second derivative x width^2 / 8. */
  function belowChord(lowK: number, highK: number): number {
    const { quadraticPerC2: a } = cooling;
    const least = copAt(highK);
    const slope = Math.max(...[lowK, highK].map((riseK) => Math.abs(copSlope(cooling, redLineC - riseK))));
    const most = a >= 0 ? copAt(lowK) : least;
    const second = (2 * slope * slope) / (least * least * least) - (2 * a) / (most * most);
    return (Math.max(0, second) * (highK - lowK) ** 2) / 8;
  }

  /** Returns a lower bound on the cost of energy plus the nodes' other costs over all admissible node powers P. */
  function leastCurved(energy: EnergyWeight, sides: readonly NodeSide[]): number {
    const { at, valueAt } = lagrangianOf(sides);
    return leastOverRises({
      energy,
      near: TOLERANCE * energy.most * highW.reduce((sum, powerW) => sum + powerW, 0),
      firstRiseK,
      lastRiseK,
      perW,
      belowChord,
      at,
      valueAt,
    });
  }

  /**
   * Returns two functions for the Lagrangian relaxation of a room's limits.
   *
   * `at(riseK, usdPerW)` returns the best multipliers of the limits if inlet rises are at most riseK and power costs an
   * extra usdPerW. With the multipliers comes the sum of node powers at the optimum. `at` solves a small LP with one
   * column for each segment of the nodes' convex hulls.
   *
   * `valueAt` returns the Lagrangian at any multipliers, which is a lower bound for any usdPerW and rise.
   */
  function lagrangianOf(sides: readonly NodeSide[]): {
    readonly at: (riseK: number, usdPerW: number) => RowMultipliers & { readonly sumW: number };
    readonly valueAt: (multipliers: RowMultipliers, usdPerW: number, riseK: number) => number;
  } {
    // Node types that the room has none of have no pieces: columns of length 0 may lead the solver to a wrong basis.
    const pieces = sides.flatMap(({ nodes, powerW, costUsd }, j) =>
      (nodes === 0 ? [] : powerW.slice(1)).map((high, n) => {
        const widthW = high - powerW[n]!;
        return { j, lengthW: nodes * widthW, slope: (costUsd[n + 1]! - costUsd[n]!) / widthW };
      }),
    );
    const columns = pieces.length;
    const upper = Float64Array.from(pieces, ({ lengthW }) => lengthW);
    const cost = new Float64Array(columns);
    const open = (): ReturnType<typeof smallLpSolver> =>
      smallLpSolver({
        columns,
        rows: Float64Array.from(atWork.flatMap((k) => pieces.map(({ j }) => limitRows[k * types + j]!))),
        lower: new Float64Array(columns),
        upper,
      });
    let solve = open();
    const lowestW = Float64Array.from(sides, ({ nodes, powerW }) => nodes * powerW[0]!);
    const limitAt = (k: number, riseK: number): number => (k < rowCount ? riseK : limits[k]!);
    const at = (riseK: number, usdPerW: number): RowMultipliers & { readonly sumW: number } => {
      for (let n = 0; n < columns; n++) cost[n] = usdPerW + pieces[n]!.slope;
      let answer: ReturnType<typeof solve>;
      let powerW: Float64Array;
      for (;;) {
        const rhs = Float64Array.from(atWork, (k) => limitAt(k, riseK) - dotRow(limitRows, k, lowestW));
        answer = solve(cost, rhs);
        powerW = lowestW.slice();
        for (let n = 0; n < columns; n++) powerW[pieces[n]!.j]! += answer.point[n]!;
        const passed = mostPassed(powerW, (k) => limitAt(k, riseK));
        if (passed < 0 || atWork.includes(passed)) break;
        atWork.push(passed);
        solve = open();
      }
      const row = answer.row.map((n) => atWork[n]!);
      const { value } = answer;
      let perKelvin = 0;
      let constant = 0;
      const extra = new Float64Array(types);
      for (const [n, k] of row.entries()) {
        if (k < rowCount) perKelvin += value[n]!;
        else constant += value[n]! * limits[k]!;
        for (let j = 0; j < types; j++) extra[j]! += value[n]! * limitRows[k * types + j]!;
      }
      return { perKelvin, constant, extra, sumW: powerW.reduce((sum, itsW) => sum + itsW, 0) };
    };
    const valueAt = ({ perKelvin, constant, extra }: RowMultipliers, usdPerW: number, riseK: number): number => {
      let sum = -perKelvin * riseK - constant;
      for (let j = 0; j < types; j++) {
        if (sides[j]!.nodes > 0) sum += sides[j]!.nodes * sides[j]!.least(usdPerW + extra[j]!);
      }
      return sum;
    };
    return { at, valueAt };
  }

  function leastLinear(usdPerW: number, sides: readonly NodeSide[]): number {
    const { at, valueAt } = lagrangianOf(sides);
    return valueAt(at(mostRiseK, usdPerW), usdPerW, mostRiseK);
  }

  return {
    leastPerW: perW(firstRiseK),
    mostPerW: perW(mostRiseK),
    limitRows,
    limits,
    tangent(powerW) {
      const sumW = powerW.reduce((sum, power) => sum + power, 0);
      const { row, riseK } = greatestRise(powerW);
      const outletC = Math.max(setPointMinC, redLineC - riseK);
      const cop = copAt(riseK);
      const perKelvin = outletC < setPointMaxC ? -powerPerHeatSlope(cooling, outletC) : 0;
      const gradient = powerW.map(
        (_, j) => 1 + 1 / cop + (row < 0 ? 0 : sumW * perKelvin * riseKPerW[row * types + j]!),
      );
      return { valueW: sumW * (1 + 1 / cop), gradient };
    },
    least(energy, sides) {
      if (!admissible) return Infinity;
      // Cost falling with power (negative prices): no set-point draws more than the coldest.
      return energy.most > 0 && energy.least >= 0
        ? leastCurved(energy, sides)
        : leastLinear(energy.weight * perW(mostRiseK), sides) - energy.weight * energy.freeW;
    },
  };
}

/** Energy weight 0, for the bound under CUP, where the cost of energy is already part of the nodes' own costs. */
const NOTHING: EnergyWeight = { weight: 0, least: 0, most: 0, freeW: 0 };

/** Returns the bound with CRAC power = node power / CUP (Eq. 43), so that F is linear. The room's limits stay. */
export function cupCoolingBound(room: CoolingBound, coolingPerPower: number): CoolingBound {
  const perWatt = 1 + 1 / coolingPerPower;
  return {
    leastPerW: perWatt,
    mostPerW: perWatt,
    limitRows: room.limitRows,
    limits: room.limits,
    tangent: (powerW) => ({
      valueW: perWatt * powerW.reduce((sum, power) => sum + power, 0),
      gradient: powerW.map(() => perWatt),
    }),
    // Weight 0 leaves the room's own linear model; the price of power moves to the nodes.
    least: ({ weight, freeW }, sides) =>
      room.least(
        NOTHING,
        sides.map((side) => ({
          ...side,
          costUsd: side.costUsd.map((usd, n) => usd + weight * perWatt * side.powerW[n]!),
          least: (usdPerW) => side.least(usdPerW + weight * perWatt),
        })),
      ) -
      weight * freeW,
  };
}
