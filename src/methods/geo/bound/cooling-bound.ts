import { coefficientOfPerformance } from '../../../../models/physics/cooling/crac.js';
import type { CentreThermal } from '../../../../models/problems/geo/cooling.js';
import { smallLpSolver } from './small-lp.js';

/** What the bound needs to know of the nodes and CRACs of a room: F(P), W before overhead, over powers P by node type, W. */
export interface CoolingBound {
  /** F(P) and a gradient there. For the LP that looks for prices; no bound rests on it. */
  tangent(powerW: Float64Array): { readonly valueW: number; readonly gradient: Float64Array };
  /** A lower bound on weight F(P) - price.P over all admissible P. Infinity when there is none. */
  least(weight: number, price: Float64Array): number;
  /** F(P) is at most this times the sum of P, whatever the set-point. */
  readonly mostPerW: number;
  /** Rows a.P <= limit every admissible P keeps: a * J + type. Inlets at the coldest set-point, then units' capacities. */
  readonly limitRows: Float64Array;
  readonly limits: Float64Array;
}

/** Powers of a room by type, W: all nodes asleep, and at their most. */
export interface PowerBox {
  readonly lowW: Float64Array;
  readonly highW: Float64Array;
}

/** Intervals of the rise are halved until the bound is this near (share of the power at most), or there are MOST_INTERVALS. */
const TOLERANCE = 1e-5;
const FIRST_INTERVALS = 4;
const MOST_INTERVALS = 96;

/**
 * F(P) = S (1 + 1 / CoP(T)), T = min(Tmax, red line - rise), at the hottest admissible set-point. Statement and proof of `least`:
 * docs/methods/geo-bound.md.
 */
export function roomCoolingBound(thermal: CentreThermal, box: PowerBox): CoolingBound {
  const { redLineC, setPointMinC, setPointMaxC, cooling, riseKPerW, rowCount, heatShare, capacityW } = thermal;
  const { lowW, highW } = box;
  const types = lowW.length;
  const limitRows = Float64Array.from([...riseKPerW.subarray(0, rowCount * types), ...heatShare]);
  const mostRiseK = redLineC - setPointMinC;
  const limits = Float64Array.from([...new Float64Array(rowCount).fill(mostRiseK), ...capacityW]);
  const solver = smallLpSolver({ columns: types, rows: limitRows, lower: lowW, upper: highW });
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

  const copAt = (riseK: number): number =>
    coefficientOfPerformance(cooling, Math.max(setPointMinC, Math.min(setPointMaxC, redLineC - riseK)));
  /** H: power of nodes and CRACs per power of nodes; rises with the rise. */
  const perW = (riseK: number): number => 1 + 1 / copAt(riseK);

  /** At most this far H lies below its chord over an interval of the rise: greatest H'' times width squared over 8. */
  function belowChord(lowK: number, highK: number): number {
    const { quadraticPerC2: a, linearPerC: b } = cooling;
    const least = copAt(highK);
    const slope = Math.max(Math.abs(2 * a * (redLineC - lowK) + b), Math.abs(2 * a * (redLineC - highK) + b));
    const most = a >= 0 ? copAt(lowK) : least;
    const second = (2 * slope * slope) / (least * least * least) - (2 * a) / (most * most);
    return (Math.max(0, second) * (highK - lowK) ** 2) / 8;
  }

  const rhs = limits.slice();
  const cost = new Float64Array(types);

  /** Multipliers that are best where H is `best` and the rise riseK, and the Lagrangian they give as a function of H and the rise. */
  function lagrangianAt(riseK: number, best: number, price: Float64Array): (perWatt: number, atK: number) => number {
    for (let j = 0; j < types; j++) cost[j] = best - price[j]!;
    rhs.fill(riseK, 0, rowCount);
    const { row, value } = solver(cost, rhs);
    let perKelvin = 0;
    let constant = 0;
    const extra = new Float64Array(types);
    for (let n = 0; n < row.length; n++) {
      if (row[n]! < rowCount) perKelvin += value[n]!;
      else constant += value[n]! * limits[row[n]!]!;
      for (let j = 0; j < types; j++) extra[j]! += value[n]! * limitRows[row[n]! * types + j]!;
    }
    return (perWatt, atK) => {
      let sum = -perKelvin * atK - constant;
      for (let j = 0; j < types; j++) {
        const net = perWatt - price[j]! + extra[j]!;
        sum += Math.min(net * lowW[j]!, net * highW[j]!);
      }
      return sum;
    };
  }

  /** min over admissible P of perWatt S - price.P */
  function leastLinear(perWatt: number, price: Float64Array): number {
    return lagrangianAt(mostRiseK, perWatt, price)(perWatt, mostRiseK);
  }

  interface Interval {
    readonly lowK: number;
    readonly highK: number;
    readonly bound: number;
  }

  /** min over admissible P of F(P) - price.P, from below. */
  function leastCurved(price: Float64Array): number {
    let attained = Infinity;
    const intervalOf = (lowK: number, highK: number): Interval => {
      const middleK = (lowK + highK) / 2;
      const at = lagrangianAt(middleK, perW(middleK), price);
      attained = Math.min(attained, at(perW(middleK), middleK));
      const below = belowChord(lowK, highK);
      return { lowK, highK, bound: Math.min(at(perW(lowK) - below, lowK), at(perW(highK) - below, highK)) };
    };
    const count = lastRiseK - firstRiseK > 1e-9 ? FIRST_INTERVALS : 1;
    const edge = (n: number): number => firstRiseK + ((lastRiseK - firstRiseK) * n) / count;
    const intervals = Array.from({ length: count }, (_, n) => intervalOf(edge(n), edge(n + 1)));
    const near = TOLERANCE * highW.reduce((sum, powerW) => sum + powerW, 0);
    for (;;) {
      let worst = 0;
      for (let n = 1; n < intervals.length; n++) if (intervals[n]!.bound < intervals[worst]!.bound) worst = n;
      const { lowK, highK, bound } = intervals[worst]!;
      if (bound >= attained - near || intervals.length >= MOST_INTERVALS) return bound;
      const middleK = (lowK + highK) / 2;
      intervals[worst] = intervalOf(lowK, middleK);
      intervals.push(intervalOf(middleK, highK));
    }
  }

  return {
    mostPerW: perW(mostRiseK),
    limitRows,
    limits,
    tangent(powerW) {
      const sumW = powerW.reduce((sum, power) => sum + power, 0);
      const { row, riseK } = greatestRise(powerW);
      const outletC = Math.max(setPointMinC, redLineC - riseK);
      const cop = copAt(riseK);
      const perKelvin =
        outletC < setPointMaxC ? (2 * cooling.quadraticPerC2 * outletC + cooling.linearPerC) / (cop * cop) : 0;
      const gradient = powerW.map(
        (_, j) => 1 + 1 / cop + (row < 0 ? 0 : sumW * perKelvin * riseKPerW[row * types + j]!),
      );
      return { valueW: sumW * (1 + 1 / cop), gradient };
    },
    least(weight, price) {
      if (!admissible) return Infinity;
      // Cost falling with power (negative prices): no set-point draws more than the coldest.
      if (weight <= 0) return leastLinear(weight * perW(mostRiseK), price);
      return weight * leastCurved(price.map((one) => one / weight));
    },
  };
}

/** The same with the CRACs' power approximated by CUP (Eq. 43): F is linear. The room's limits stay. */
export function cupCoolingBound(room: CoolingBound, coolingPerPower: number): CoolingBound {
  const perWatt = 1 + 1 / coolingPerPower;
  return {
    mostPerW: perWatt,
    limitRows: room.limitRows,
    limits: room.limits,
    tangent: (powerW) => ({
      valueW: perWatt * powerW.reduce((sum, power) => sum + power, 0),
      gradient: powerW.map(() => perWatt),
    }),
    // Weight 0 leaves the room's own linear problem.
    least: (weight, price) =>
      room.least(
        0,
        price.map((one) => one - weight * perWatt),
      ),
  };
}
