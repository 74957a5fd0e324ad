import { coefficientOfPerformance } from '../../../../../models/physics/cooling/crac.js';
import type { CentreThermal } from '../../../../../models/problems/geo/cooling.js';
import { smallLpSolver } from './small-lp.js';

/** Bound on the power of a room's nodes and CRACs: F(P), W before overhead, over powers P by node type, W. */
export interface CoolingBound {
  /** F(P) and a gradient there. For the LP that looks for prices; no bound rests on it. */
  tangent(powerW: Float64Array): { readonly valueW: number; readonly gradient: Float64Array };
  /**
   * Lower bound on the greatest weight (F(P) - freeW) + other costs of the nodes, over all their choices within the room's limits. Infinity
   * when there is none.
   */
  least(weight: EnergyWeight, sides: readonly NodeSide[]): number;
  /** Factors that bound F(P) from below and above by the sum of P, whatever the set-point. */
  readonly leastPerW: number;
  readonly mostPerW: number;
  /** Rows a.P <= limit every admissible P keeps: a * J + type. Inlets at the coldest set-point, then units' capacities. */
  readonly limitRows: Float64Array;
  readonly limits: Float64Array;
}

/** Cost of a cell's energy: the greatest of weight (F - freeW) over weights from `least` to `most`, USD/W, of which `weight` is a good one. */
export interface EnergyWeight {
  readonly weight: number;
  readonly least: number;
  readonly most: number;
  /** Power that costs nothing at any weight, W. */
  readonly freeW: number;
}

/** Nodes of one type in a cell, each free to choose its work. */
export interface NodeSide {
  readonly nodes: number;
  /**
   * Corners of the lower convex hull of (power, cost without power) over the choices of one node, ascending, W and USD.
   * For multipliers only.
   */
  readonly powerW: readonly number[];
  readonly costUsd: readonly number[];
  /** A lower bound on usdPerW x power + cost of one node, whatever it does. Without rounding concave and not falling in usdPerW. */
  least(usdPerW: number): number;
}

/** Powers of a room by type, W: all nodes asleep, and at their most. */
export interface PowerBox {
  readonly lowW: Float64Array;
  readonly highW: Float64Array;
}

/**
 * Nearness at which the bound is good enough, as a share of the power (ours); until then intervals of the rise are
 * halved.
 */
const TOLERANCE = 3e-6;
/** Number of intervals of the rise to begin with (ours). */
const FIRST_INTERVALS = 4;
/** Greatest number of weights of the energy tried for one interval of the rise (ours). */
const MAX_WEIGHTS = 6;
/** Greatest number of intervals of the rise (ours). */
const MAX_INTERVALS = 96;

/**
 * F(P) = S (1 + 1 / CoP(T)), T = min(Tmax, red line - rise), at the hottest admissible set-point. Statement and proof of `least`:
 * docs/geo/bound.md.
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

  /** The row that a power passes by the largest share of its limit, or -1. */
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
  /** H: power of nodes and CRACs per power of nodes; rises with the rise. */
  const perW = (riseK: number): number => 1 + 1 / copAt(riseK);

  /**
   * Greatest distance by which H lies below its chord over an interval of the rise: greatest H'' times width squared
   * over 8.
   */
  function belowChord(lowK: number, highK: number): number {
    const { quadraticPerC2: a, linearPerC: b } = cooling;
    const least = copAt(highK);
    const slope = Math.max(Math.abs(2 * a * (redLineC - lowK) + b), Math.abs(2 * a * (redLineC - highK) + b));
    const most = a >= 0 ? copAt(lowK) : least;
    const second = (2 * slope * slope) / (least * least * least) - (2 * a) / (most * most);
    return (Math.max(0, second) * (highK - lowK) ** 2) / 8;
  }

  interface Interval {
    readonly lowK: number;
    readonly highK: number;
    /** Value at the weight at which the bound is taken, and whether that is as good as the best. */
    readonly value: IntervalValue;
    readonly settled: boolean;
  }

  interface IntervalValue {
    readonly weight: number;
    readonly bound: number;
    /** Value at the middle, and how much it rises with the weight. */
    readonly middle: number;
    readonly perWeight: number;
  }

  /** min over admissible P of cost of energy and the nodes' costs, from below. Multipliers and Lagrangian of docs/geo/bound.md. */
  function leastCurved({ weight: given, least, most, freeW }: EnergyWeight, sides: readonly NodeSide[]): number {
    const at = lagrangianOf(sides);
    const near = TOLERANCE * most * highW.reduce((sum, powerW) => sum + powerW, 0);
    let attained = Infinity;

    const valueOf = (lowK: number, highK: number, weight: number): IntervalValue => {
      const middleK = (lowK + highK) / 2;
      const { value, sumW } = at(middleK, weight * perW(middleK));
      const below = belowChord(lowK, highK);
      const ends = [lowK, highK].map((riseK) => value(weight * (perW(riseK) - below), riseK));
      return {
        weight,
        bound: Math.min(...ends) - weight * freeW,
        middle: value(weight * perW(middleK), middleK) - weight * freeW,
        perWeight: sumW * perW(middleK) - freeW,
      };
    };
    const opened = (lowK: number, highK: number, weight: number): Interval => {
      const settled = least === most;
      const value = valueOf(lowK, highK, weight);
      if (settled) attained = Math.min(attained, value.middle);
      return { lowK, highK, value, settled };
    };
    /** The interval at about the best weight: the value at its middle is concave in the weight, and followed where its tangents cross. */
    const settle = ({ lowK, highK, value: first }: Interval): Interval => {
      let { weight } = first;
      let best = first;
      let one = first;
      let rising: IntervalValue | null = null;
      let falling: IntervalValue | null = null;
      for (let n = 0; n < MAX_WEIGHTS; n++) {
        if (one.perWeight > 0) rising = one;
        else falling = one;
        if (falling === null) weight = most;
        else if (rising === null) weight = least;
        else {
          const slope = rising.perWeight - falling.perWeight;
          const offsets = falling.middle - falling.perWeight * falling.weight;
          weight = (offsets - rising.middle + rising.perWeight * rising.weight) / slope;
          if (rising.middle + rising.perWeight * (weight - rising.weight) - best.middle <= near) break;
        }
        if (weight === one.weight) break;
        one = valueOf(lowK, highK, Math.min(most, Math.max(least, weight)));
        if (one.middle > best.middle) best = one;
      }
      attained = Math.min(attained, best.middle);
      return { lowK, highK, value: best, settled: true };
    };

    const count = lastRiseK - firstRiseK > 1e-9 ? FIRST_INTERVALS : 1;
    const edge = (n: number): number => firstRiseK + ((lastRiseK - firstRiseK) * n) / count;
    const intervals = Array.from({ length: count }, (_, n) => opened(edge(n), edge(n + 1), given));
    for (;;) {
      let worst = 0;
      for (let n = 1; n < intervals.length; n++)
        if (intervals[n]!.value.bound < intervals[worst]!.value.bound) worst = n;
      const one = intervals[worst]!;
      if (!one.settled) {
        intervals[worst] = settle(one);
        continue;
      }
      const { lowK, highK } = one;
      const { bound, weight } = one.value;
      if (bound >= attained - near || intervals.length >= MAX_INTERVALS) return bound;
      const middleK = (lowK + highK) / 2;
      intervals[worst] = opened(lowK, middleK, weight);
      intervals.push(opened(middleK, highK, weight));
    }
  }

  /**
   * at(riseK, usdPerW): multipliers of the rows that are best for rises up to riseK where a W costs usdPerW besides; the function it returns is the
   * Lagrangian they give, a lower bound for any usdPerW and rise; with the power of its point. Columns of the small LP: pieces of the nodes' hulls.
   */
  function lagrangianOf(
    sides: readonly NodeSide[],
  ): (
    riseK: number,
    usdPerW: number,
  ) => { readonly value: (perWatt: number, atK: number) => number; readonly sumW: number } {
    const pieces = sides.flatMap(({ nodes, powerW, costUsd }, j) =>
      powerW.slice(1).map((high, n) => {
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
    return (riseK, usdPerW) => {
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
      const valueAt = (perWatt: number, atK: number): number => {
        let sum = -perKelvin * atK - constant;
        for (let j = 0; j < types; j++) {
          if (sides[j]!.nodes > 0) sum += sides[j]!.nodes * sides[j]!.least(perWatt + extra[j]!);
        }
        return sum;
      };
      return { value: valueAt, sumW: powerW.reduce((sum, itsW) => sum + itsW, 0) };
    };
  }

  function leastLinear(usdPerW: number, sides: readonly NodeSide[]): number {
    return lagrangianOf(sides)(mostRiseK, usdPerW).value(usdPerW, mostRiseK);
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
      const perKelvin =
        outletC < setPointMaxC ? (2 * cooling.quadraticPerC2 * outletC + cooling.linearPerC) / (cop * cop) : 0;
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

/** Weight of energy that costs nothing. */
const NOTHING: EnergyWeight = { weight: 0, least: 0, most: 0, freeW: 0 };

/** Bound on cooling with the CRACs' power approximated by CUP (Eq. 43): F is linear. The room's limits stay. */
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
    // Weight 0 leaves the room's own linear problem; the price of power moves to the nodes.
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
