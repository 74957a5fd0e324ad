import { copSlope, outletForCop, powerPerHeat, powerToRemoveW } from '../physics/cooling/crac.js';
import type { CoolingPerformance } from './facility.js';
import {
  availableW,
  leftForCoolingW,
  type LinearMeter,
  type Meter,
  meterPowerW,
  type PowerCap,
  nodePowerWithinW,
  tangentMeter,
  upsInputW,
} from './meter.js';

/**
 * Power cap at the meter if all CRACs have one common set-point T and heat is conserved. The CRACs then remove exactly
 * the nodes' power S:
 *
 * total(S, T) = U(S) + S / CoP(T) + otherLoad (Eqs. 16, 17), with the UPS input U(S).
 */
export interface PowerBudget extends Meter, PowerCap {
  readonly cooling: CoolingPerformance;
}

/** Returns the power at the meter, W, for a total power of the nodes and a common set-point. */
export function totalPowerW(budget: PowerBudget, nodePowerW: number, setPointC: number): number {
  return meterPowerW(budget, nodePowerW, powerToRemoveW(budget.cooling, nodePowerW, setPointC));
}

/**
 * Returns g(S), the lowest common set-point at which the total node power S keeps the power cap, C. Returns Infinity if
 * no set-point does.
 *
 * total <= cap  <=>  CoP(T) >= S / (cap - otherLoad - U(S))  <=>  T >= g(S), with the UPS input U(S).
 */
export function coldestAffordableSetPointC(budget: PowerBudget, nodePowerW: number): number {
  const leftW = leftForCoolingW(budget, nodePowerW);
  if (leftW <= 0) return nodePowerW <= 0 && leftW === 0 ? -Infinity : Infinity;
  return outletForCop(budget.cooling, nodePowerW / leftW);
}

/**
 * Straight line from the total node power S (W) to a set-point (C). It passes through (nodePowerW, setPointC):
 *
 * setPointC + slopeCPerW (S - nodePowerW)
 */
export interface Tangent {
  readonly nodePowerW: number;
  readonly setPointC: number;
  readonly slopeCPerW: number;
}

/** Returns the largest total node power, W, that keeps the power cap if all CRACs have the set-point `setPointC`. */
export function greatestNodePowerW(budget: PowerBudget, setPointC: number): number {
  return nodePowerWithinW(budget, availableW(budget), powerPerHeat(budget.cooling, setPointC));
}

/**
 * Returns the tangent of g at `nodePowerW`, where g(S) is the lowest set-point at which node power S keeps the power
 * cap. Returns null if the tangent is no valid lower bound on max(T_min, g) for all S >= leastNodePowerW, with the
 * minimum set-point T_min.
 *
 * The input U(S) of the UPS is replaced by its tangent at `nodePowerW`. That leaves the tangent of g as it is and lowers
 * g elsewhere, so what is a lower bound then is one for the true UPS, too.
 *
 * For a quadratic CoP, g is then concave at small S (below CoP 0.944 with the thesis' coefficients) and convex beyond. A
 * tangent on the convex part is a lower bound everywhere if it is one at a single point: where g reaches T_min, or at
 * the least node power if that is larger. Proof: docs/reward-rate/config-lp.md.
 */
export function tangentOfColdestSetPoint(
  trueBudget: PowerBudget,
  nodePowerW: number,
  leastNodePowerW: number,
  setPointMinC: number,
): Tangent | null {
  const budget = tangentMeter(trueBudget, nodePowerW);
  const setPointC = coldestAffordableSetPointC(budget, nodePowerW);
  if (!Number.isFinite(setPointC)) return null;
  const used = usedFraction(budget, nodePowerW);
  const slope = copSlope(budget.cooling, setPointC);
  if (slope <= 0) return null;
  // The needed CoP is y = S / (available - S / eta); dy/dS = 1 / (available (1 - used)^2).
  const slopeCPerW = 1 / (availableW(budget) * (1 - used) ** 2 * slope);
  const tangent = { nodePowerW, setPointC, slopeCPerW };
  const inflection = convexAboveUsedFraction(budget);
  if (used < inflection) return null;
  const leastRelevantW = Math.max(leastNodePowerW, greatestNodePowerW(budget, setPointMinC));
  if (usedFraction(budget, leastRelevantW) >= inflection) return tangent;
  const atLeast = setPointC + slopeCPerW * (leastRelevantW - nodePowerW);
  return atLeast <= coldestAffordableSetPointC(budget, leastRelevantW) ? tangent : null;
}

/** Returns the input of the UPS as a fraction of the power that the cap leaves to UPS and CRACs. */
function usedFraction(budget: PowerBudget, nodePowerW: number): number {
  return upsInputW(budget, nodePowerW) / availableW(budget);
}

/**
 * Returns a linear lower bound on g(S), the lowest set-point at which node power S keeps the power cap. It is the
 * steepest line through (S_1, g(S_1)) that stays below g up to the S with g(S) = T_max, the maximum set-point. S_1 is
 * `leastNodePowerW` or, if that is larger, the S with g(S) = minimum set-point. With the tangents, the line forms the
 * convex envelope of g where g is first concave. Returns null if the range is empty.
 *
 * The slope of the chord from S_1 to S first falls, then rises with S, so golden-section search finds its minimum. The
 * slope is reduced by a billionth, so that the search's error cannot cut off any feasible point. A UPS whose efficiency
 * depends on the load is replaced by its tangent at S_1, which lowers g at all other S.
 */
export function chordOfColdestSetPoint(
  trueBudget: PowerBudget,
  leastNodePowerW: number,
  setPointMinC: number,
  setPointMaxC: number,
): Tangent | null {
  const fromW = Math.max(leastNodePowerW, greatestNodePowerW(trueBudget, setPointMinC));
  const toW = greatestNodePowerW(trueBudget, setPointMaxC);
  const budget = tangentMeter(trueBudget, fromW);
  const fromC = Math.max(setPointMinC, coldestAffordableSetPointC(budget, fromW));
  if (!(toW > fromW * (1 + 1e-9))) return null;
  const slope = (nodePowerW: number): number =>
    (coldestAffordableSetPointC(budget, nodePowerW) - fromC) / (nodePowerW - fromW);
  let low = fromW + 1e-6 * (toW - fromW);
  let high = toW;
  for (let n = 0; n < 100; n++) {
    const left = high - 0.618 * (high - low);
    const right = low + 0.618 * (high - low);
    if (slope(left) <= slope(right)) high = right;
    else low = left;
  }
  const slopeCPerW = Math.min(slope((low + high) / 2), slope(toW)) * (1 - 1e-9);
  return slopeCPerW > 0 ? { nodePowerW: fromW, setPointC: fromC, slopeCPerW } : null;
}

/**
 * Returns the fraction u = S / (eta (cap - other)) of the available power above which g(S) is convex. S is the node
 * power, g(S) the lowest set-point at which it keeps the power cap, and eta the UPS efficiency. With the coefficients
 * a, b, c of the CoP and A = b^2 - 4 a c, the value is (a eta - A) / (4 a eta - A). g is convex everywhere if a <= 0,
 * or if 4 a eta <= A. In the latter case the curvature is small, and the inequality below holds for every u <= 1.
 *
 * Derivation: T = (-b + sqrt(A + 4 a y)) / 2a with y = eta u / (1 - u), and T'' >= 0  <=>  4 (1 - u) (A + 4 a y) >= 4 a
 * eta.
 */
function convexAboveUsedFraction({ cooling, ups: { efficiency: eta } }: PowerBudget & LinearMeter): number {
  const { quadraticPerC2: a, linearPerC: b, constant: c } = cooling;
  if (a <= 0) return 0;
  const A = b * b - 4 * a * c;
  const factor = 4 * a * eta - A;
  return factor > 0 ? (a * eta - A) / factor : 0;
}
