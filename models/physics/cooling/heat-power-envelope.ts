import type { CoolingPerformance } from '../../facility/facility.js';
import { coefficientOfPerformance, powerPerHeatSlope } from './crac.js';

/** Range of the heat that a CRAC removes (in any unit of power), and range of its set-point (C). */
export interface HeatRange {
  readonly leastHeat: number;
  readonly mostHeat: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
}

/**
 * A linear lower bound on a CRAC's power, valid in a range of heat and set-point, with perHeat and perC >= 0:
 *
 * power >= constant + perHeat x heat - perC x set-point
 */
export interface HeatPowerCut {
  readonly constant: number;
  readonly perHeat: number;
  readonly perC: number;
}

/**
 * Returns a linear lower bound on a CRAC's power max(0, q) / CoP(T) over a range of heat q and set-point T
 * (docs/reward-rate/bounds.md). At the given heat and set-point, it equals the convex envelope.
 *
 * Let p = max(0, q) with range [p0, p1], and I(p, b) = min over T of p / CoP(T) + b T. For fixed T the power is linear
 * in p, so any b >= 0 gives
 *
 * power >= I(p0, b) + (I(p1, b) - I(p0, b)) (p - p0) / (p1 - p0) - b T     for p in [p0, p1].
 *
 * The slope in p is not negative and p >= q, so the bound also holds with q in place of p. The b that is used is the
 * best for the given heat and set-point.
 */
export function heatPowerCut(
  cooling: CoolingPerformance,
  range: HeatRange,
  heat: number,
  setPointC: number,
): HeatPowerCut {
  const from = Math.max(0, range.leastHeat);
  const to = Math.max(from * (1 + 1e-9), range.mostHeat, from + 1e-9);
  const pieces = curvaturePieces(cooling, range.setPointMinC, range.setPointMaxC);
  const cutAt = (perC: number): HeatPowerCut => {
    const low = leastCost(cooling, pieces, from, perC);
    const high = leastCost(cooling, pieces, to, perC);
    const perHeat = Math.max(0, (high - low) / (to - from));
    return { constant: low - perHeat * from, perHeat, perC };
  };
  const clampedHeat = Math.min(to, Math.max(from, heat));
  const valueAt = (perC: number): number => {
    const cut = cutAt(perC);
    return cut.constant + cut.perHeat * clampedHeat - perC * setPointC;
  };
  // The value is concave in b: a least of lines, mixed.
  let low = 0;
  let high = to * steepest(cooling, pieces);
  for (let n = 0; n < 70 && high - low > 1e-13 * high; n++) {
    const left = high - 0.618 * (high - low);
    const right = low + 0.618 * (high - low);
    if (valueAt(left) >= valueAt(right)) high = right;
    else low = left;
  }
  const middle = (low + high) / 2;
  return valueAt(0) > valueAt(middle) ? cutAt(0) : cutAt(middle);
}

/** Returns true if a cut is a lower bound on the power everywhere in a range, but for rounding. */
export function holdsIn(
  cooling: CoolingPerformance,
  range: HeatRange,
  { constant, perHeat, perC }: HeatPowerCut,
): boolean {
  const pieces = curvaturePieces(cooling, range.setPointMinC, range.setPointMaxC);
  // Both sides are linear in p between these heats.
  return [Math.max(0, range.leastHeat), Math.max(0, range.mostHeat)].every((heat) => {
    const least = leastCost(cooling, pieces, heat, perC);
    return perHeat >= 0 && perC >= 0 && constant + perHeat * heat <= least + CUT_ROUNDING * (Math.abs(least) + heat);
  });
}

/** Rounding error of a cut, as a fraction of heat and cost: a thousand times that of the search for the least cost. */
const CUT_ROUNDING = 1e-9;

interface Piece {
  readonly fromC: number;
  readonly toC: number;
  readonly convex: boolean;
}

/**
 * Divides a range of set-points into intervals on which h = 1 / CoP is convex or concave, with CoP = a T^2 + b T + c.
 * The sign of h'' is that of the following quadratic, which is negative at most between its roots:
 *
 * 2 CoP'^2 - CoP CoP'' = 6 a^2 T^2 + 6 a b T + 2 b^2 - 2 a c
 */
function curvaturePieces(cooling: CoolingPerformance, fromC: number, toC: number): Piece[] {
  const { quadraticPerC2: a, linearPerC: b, constant: c } = cooling;
  const discriminant = 36 * a * a * b * b - 24 * a * a * (2 * b * b - 2 * a * c);
  if (a === 0 || discriminant <= 0) return [{ fromC, toC, convex: true }];
  const root = Math.sqrt(discriminant);
  const concaveFrom = Math.min(toC, Math.max(fromC, (-6 * a * b - root) / (12 * a * a)));
  const concaveTo = Math.max(fromC, Math.min(toC, (-6 * a * b + root) / (12 * a * a)));
  return [
    { fromC, toC: concaveFrom, convex: true },
    { fromC: concaveFrom, toC: concaveTo, convex: false },
    { fromC: concaveTo, toC, convex: true },
  ].filter((piece) => piece.toC > piece.fromC || fromC === toC);
}

/**
 * Returns a valid lower bound on I(p, b), the minimum over T of p / CoP(T) + b T. It is the minimum that a search
 * finds, minus the largest possible error of the search.
 */
function leastCost(cooling: CoolingPerformance, pieces: readonly Piece[], heat: number, perC: number): number {
  const cost = (T: number): number => heat / coefficientOfPerformance(cooling, T) + perC * T;
  let least = Infinity;
  for (const { fromC, toC, convex } of pieces) {
    least = Math.min(least, cost(fromC), cost(toC));
    if (!convex || heat === 0) continue;
    let low = fromC;
    let high = toC;
    for (let n = 0; n < 60 && high - low > 1e-12; n++) {
      const middle = (low + high) / 2;
      if (heat * powerPerHeatSlope(cooling, middle) + perC < 0) low = middle;
      else high = middle;
    }
    least = Math.min(least, cost((low + high) / 2));
  }
  return least - 1e-12 * (Math.abs(least) + heat);
}

function steepest(cooling: CoolingPerformance, pieces: readonly Piece[]): number {
  return pieces.reduce(
    (most, { fromC, toC }) => Math.max(most, -powerPerHeatSlope(cooling, fromC), -powerPerHeatSlope(cooling, toC)),
    1e-12,
  );
}
